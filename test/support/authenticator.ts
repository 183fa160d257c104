/** A software authenticator (WebAuthn Level 3), which a test can also make misbehave. */
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

/** The faults of an answer. */
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
  /** Attests the passkey: by its own key, or by that of a certificate. */
  attestation?: 'self' | { certificate: Buffer; key: KeyObject }
  /** Signs by a key that was never registered. */
  isForged?: boolean
}

type Credential = { id: Buffer; key: KeyObject; user: string; rpId: string }

/** The kinds of keys, with how each is made and what COSE calls it (RFC 9053 §7). */
const kinds = {
  es256: { make: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }), alg: -7 },
  ed25519: { make: () => generateKeyPairSync('ed25519'), alg: -8 },
  rs256: { make: () => generateKeyPairSync('rsa', { modulusLength: 2048 }), alg: -257 },
}

export type Kind = keyof typeof kinds

function coseKey(key: KeyObject, kind: Kind): Buffer {
  const { x, y, n, e } = key.export({ format: 'jwk' })
  const bytes = (text = '') => Buffer.from(text, 'base64url')
  const { alg } = kinds[kind]
  const parts: Record<Kind, [number, Cbor][]> = {
    es256: [
      [1, 2],
      [3, alg],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ],
    ed25519: [
      [1, 1],
      [3, alg],
      [-1, 6],
      [-2, bytes(x)],
    ],
    rs256: [
      [1, 3],
      [3, alg],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ],
  }
  return cbor(new Map(parts[kind]))
}

/** Ed25519 hashes by itself. */
const signedBy = (key: KeyObject, bytes: Buffer) =>
  sign(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', bytes, key)

/** The statement of an attestation (WebAuthn Level 3, §8.2), empty when there is none. */
function statementOf({ attestation }: Lies, own: KeyObject, bytes: Buffer): Map<string, Cbor> {
  if (attestation === undefined) return new Map()
  const { certificate, key } =
    attestation === 'self' ? { key: own, certificate: undefined } : attestation
  const parts: [string, Cbor][] = [
    ['alg', -7],
    ['sig', signedBy(key, bytes)],
    ...(certificate ? [['x5c', [certificate]] as [string, Cbor]] : []),
  ]
  return new Map(parts)
}

/** Makes and keeps passkeys of one browser, which shows pages of one origin. */
export class Authenticator {
  readonly #origin: string
  readonly #credentials: Credential[] = []
  /** Counted up at each use; an authenticator that does not count stays at 0. */
  #counter: number
  readonly #kind: Kind

  constructor(
    origin: string,
    { counter = 0, kind = 'es256' }: { counter?: number; kind?: Kind } = {},
  ) {
    this.#origin = origin
    this.#kind = kind
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
    const { publicKey, privateKey } = kinds[this.#kind].make()
    const id = randomBytes(32)
    const rpId = rp.id ?? ''
    this.#credentials.push({ id, key: privateKey, user: user.id, rpId })
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, 32]),
      id,
      coseKey(publicKey, this.#kind),
    ])
    const clientData = this.#clientData('webauthn.create', challenge, lies)
    const authData = this.#authenticatorData(rpId, lies, attested)
    const statement = statementOf(lies, privateKey, Buffer.concat([authData, sha256(clientData)]))
    const attestation = cbor(
      new Map<string, Cbor>([
        ['fmt', statement.size === 0 ? 'none' : 'packed'],
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
    const key = lies.isForged ? kinds[this.#kind].make().privateKey : credential.key
    const signature = signedBy(key, Buffer.concat([authData, sha256(clientData)]))
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
