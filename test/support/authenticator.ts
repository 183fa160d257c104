/** A software authenticator (WebAuthn Level 3), which does as it is told, also what none should. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { CreationOptions, RequestOptions } from '../../domain/people/webauthn.ts'

const FLAGS = { up: 0x01, uv: 0x04, at: 0x40 }

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** The parts of CBOR (RFC 8949) that an attestation needs. */
type Cbor = number | string | Buffer | Map<number | string, Cbor> | Cbor[]

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 0x100) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff])
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  const entries = [...value].flatMap(([name, one]) => [cbor(name), cbor(one)])
  return Buffer.concat([head(5, value.size), ...entries])
}

/** How an answer is other than it should be. */
export type Lies = {
  origin?: string
  crossOrigin?: boolean
  type?: string
  challenge?: string
  rpId?: string
  /** The user was there, and not verified. */
  isUnverified?: boolean
  counter?: number
  userHandle?: string
  /** Bytes that are cut off the end of the attestation. */
  truncatedBytes?: number
  /** The name and the certificates of an attestation. */
  attestation?: { fmt: string; x5c: Buffer[] }
  /** Signs by a key that was never registered. */
  isForged?: boolean
}

type Credential = { id: Buffer; key: KeyObject; user: string; rpId: string }

const es256 = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** COSE_Key of a public key (RFC 9053 §7.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]),
  )
}

/** Makes and keeps passkeys of one browser, which shows pages of one origin. */
export class Authenticator {
  readonly #origin: string
  readonly #credentials: Credential[] = []
  /** Counted up at each use; an authenticator that does not count stays at 0. */
  #counter: number

  constructor(origin: string, { counter = 0 }: { counter?: number } = {}) {
    this.#origin = origin
    this.#counter = counter
  }

  #clientData(type: string, challenge: string, lies: Lies): Buffer {
    const { origin = this.#origin, crossOrigin = false } = lies
    const data = { type: lies.type ?? type, challenge: lies.challenge ?? challenge, origin }
    return Buffer.from(JSON.stringify({ ...data, crossOrigin }))
  }

  #authenticatorData(rpId: string, lies: Lies, attested?: Buffer): Buffer {
    if (this.#counter > 0) this.#counter++
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(lies.counter ?? this.#counter)
    const uv = lies.isUnverified ? 0 : FLAGS.uv
    const flags = Buffer.from([FLAGS.up | uv | (attested ? FLAGS.at : 0)])
    const parts = [sha256(lies.rpId ?? rpId), flags, counter]
    return Buffer.concat([...parts, ...(attested ? [attested] : [])])
  }

  /** Makes a passkey, as `navigator.credentials.create` does. */
  create({ rp, user, challenge }: CreationOptions, lies: Lies = {}) {
    const { publicKey, privateKey } = es256()
    const id = randomBytes(32)
    const rpId = rp.id ?? ''
    this.#credentials.push({ id, key: privateKey, user: user.id, rpId })
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, 32]), id, coseKey(publicKey)])
    const { fmt, x5c } = lies.attestation ?? { fmt: 'none', x5c: [] }
    const clientData = this.#clientData('webauthn.create', challenge, lies)
    const authData = this.#authenticatorData(rpId, lies, attested)
    const statement = new Map<string, Cbor>()
    if (fmt !== 'none') {
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey)
      statement.set('alg', -7).set('sig', signature)
      if (x5c.length > 0) statement.set('x5c', x5c)
    }
    const attestation = cbor(
      new Map<string, Cbor>([
        ['fmt', fmt],
        ['attStmt', statement],
        ['authData', authData],
      ]),
    )
    const whole = attestation.subarray(0, attestation.length - (lies.truncatedBytes ?? 0))
    return {
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: whole.toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
      clientExtensionResults: {},
    }
  }

  /** Signs a challenge, as `navigator.credentials.get` does. */
  get({ rpId = '', challenge, allowCredentials = [] }: RequestOptions, lies: Lies = {}) {
    const allowed = allowCredentials.map(({ id }) => id)
    const credential = this.#credentials.findLast(
      ({ id, rpId: own }) =>
        own === rpId && (allowed.length === 0 || allowed.includes(id.toString('base64url'))),
    )
    if (!credential) throw new Error('The authenticator has no such passkey.')
    const clientData = this.#clientData('webauthn.get', challenge, lies)
    const authData = this.#authenticatorData(rpId, lies)
    const key = lies.isForged ? es256().privateKey : credential.key
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), key)
    return {
      id: credential.id.toString('base64url'),
      rawId: credential.id.toString('base64url'),
      type: 'public-key',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: lies.userHandle ?? credential.user,
      },
      clientExtensionResults: {},
    }
  }
}
