/** Certificates that a TLS server shows, whose verification takes OpenSSL as long as can be. */
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { atEnd } from './atEnd.ts'
import {
  ecdsaSignature,
  pem,
  rsaPublicKey,
  rsaSignature,
  unsignedCertificate,
} from './derWriter.ts'
import type { Signature } from './derWriter.ts'

type Kind = { publicKey: () => Buffer; signature: () => Signature }

const onCurve = (namedCurve: string): Buffer =>
  generateKeyPairSync('ec', { namedCurve }).publicKey.export({ type: 'spki', format: 'der' })

const kinds = {
  /** The longest keys that OpenSSL takes. */
  'keys of 16,384 bits': {
    publicKey: () => rsaPublicKey(16_384, 64),
    signature: () => rsaSignature(2_048),
  },
  /** Up to 3,072 bits, OpenSSL takes an exponent as long as the key. */
  'long exponents': {
    publicKey: () => rsaPublicKey(3_072, 3_071),
    signature: () => rsaSignature(384),
  },
  /** The dearest for their length: 4 ms for 450 bytes. */
  'binary curves': {
    publicKey: () => onCurve('sect571r1'),
    signature: () => ecdsaSignature(562),
  },
} satisfies Record<string, Kind>

export type ChainKind = keyof typeof kinds
export const chainKinds = Object.keys(kinds) as ChainKind[]

const own = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const ownPublicKey = own.publicKey.export({ type: 'spki', format: 'der' })
const key = own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** The certificate of a server, with those of its authorities, in so many bytes at most. */
export function costlyChain(kind: ChainKind, bytes: number): { cert: string; key: string } {
  const { publicKey, signature } = kinds[kind]
  const signed = (issuer: number) => ({ signature: signature(), issuer: String(issuer) })
  const made = [unsignedCertificate({ ...signed(1), publicKey: ownPublicKey })]
  for (let length = made[0]?.length ?? 0; ; ) {
    const names = { ...signed(made.length + 1), subject: String(made.length) }
    const one = unsignedCertificate({ ...names, publicKey: publicKey(), isAuthority: true })
    length += one.length
    if (length > bytes) break
    made.push(one)
  }
  return { cert: made.map((der) => pem('CERTIFICATE', der)).join(''), key }
}

/** A TLS server with a given certificate chain, which counts the connections that have ended. */
export class CostlyServer {
  readonly url: string
  readonly #server: Server
  #ended = 0

  private constructor(server: Server) {
    this.#server = server
    this.url = `https://localhost:${(server.address() as AddressInfo).port}`
    server.on('connection', (socket) => socket.once('close', () => this.#ended++))
  }

  static async start(): Promise<CostlyServer> {
    const server = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1')
    server.on('tlsClientError', () => undefined)
    await once(server, 'listening')
    atEnd(() => {
      server.close()
      server.closeAllConnections()
    })
    return new CostlyServer(server)
  }

  show(kind: ChainKind, bytes: number): void {
    // The lowest level of OpenSSL's own rules, or it would not show such a chain.
    this.#server.setSecureContext({ ...costlyChain(kind, bytes), ciphers: 'DEFAULT@SECLEVEL=0' })
  }

  get ended(): number {
    return this.#ended
  }
}
