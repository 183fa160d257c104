/**
 * JOSE by node-jose. No other file knows the library, so that exchanging it touches this one alone.
 *
 * Its verifier accepts more than RFC 7515 allows: padding, stray characters and a fourth part. It
 * throws on an empty text and reads no claim. `tokenForm.ts` checks what a token looks like before
 * it comes here, and `tokens.ts` checks its claims afterwards.
 */
import { createPrivateKey, createPublicKey, sign as signBytes, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWK } from 'node-jose'

/** How tokens are signed: RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518 §3.3). */
export const ALGORITHM = 'RS256'

const MODULUS_BITS = 2_048

/** A key as RFC 7517 writes it. */
export type Jwk = Record<string, unknown>

/** An RSA key; `signer` is its private part, when it was made or imported with one. */
export type JoseKey = { readonly jose: JWK.Key; readonly signer: KeyObject | undefined }

/**
 * Loaded with the first token, and not with the process: its modules take 60 ms, a third of the
 * start, and neither a health check nor the command line has a use for them.
 */
const nodeJose = async () => (await import('node-jose')).default

/**
 * The same key, except that Node's form of it, made once, verifies: the library writes the key as
 * PEM for each signature.
 */
function verifyingByKeyObject(key: JWK.Key): JWK.Key {
  const publicKey = createPublicKey({ key: key.toJSON() as Jwk, format: 'jwk' })
  const value = (_algorithm: string, data: Buffer, mac: Buffer) => {
    if (!verify('sha256', data, publicKey, mac)) throw new Error('It is another signature.')
    return { data, mac, valid: true }
  }
  return Object.create(key, { verify: { value } }) as JWK.Key
}

function joseKey(key: JWK.Key): JoseKey {
  const jwk = key.toJSON(true) as Jwk
  const signer = 'd' in jwk ? createPrivateKey({ key: jwk, format: 'jwk' }) : undefined
  return { jose: verifyingByKeyObject(key), signer }
}

/** Makes a key pair for signatures. */
export async function generateKey(kid: string): Promise<JoseKey> {
  const { JWK } = await nodeJose()
  const store = JWK.createKeyStore()
  return joseKey(await store.generate('RSA', MODULUS_BITS, { kid, use: 'sig', alg: ALGORITHM }))
}

/**
 * @param jwk a public or a private key; it is left as it is
 * @throws when it is no RSA key
 */
export async function importKey(jwk: Jwk): Promise<JoseKey> {
  const { JWK } = await nodeJose()
  const key = await JWK.asKey({ ...jwk })
  if (key.kty !== 'RSA') throw new Error(`A signing key is an RSA key, and not ${key.kty}.`)
  return joseKey(key)
}

/** The part of a key that may be published: `kty`, `kid`, `use`, `alg`, `n` and `e`. */
export const publicJwk = ({ jose }: JoseKey): Jwk => jose.toJSON() as Jwk

/** A whole key. It must be sealed before it is stored. */
export const privateJwk = ({ jose }: JoseKey): Jwk => jose.toJSON(true) as Jwk

/** @returns the SHA-256 thumbprint of the public part (RFC 7638), in base64url */
export async function thumbprint({ jose }: JoseKey): Promise<string> {
  // The types say text, and the library gives bytes.
  const digest: unknown = await jose.thumbprint('SHA-256')
  return (digest as Buffer).toString('base64url')
}

const signInThreadPool = promisify(signBytes)

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * Signs in Node's thread pool. The library signs on the main thread, which answers no other request
 * for half a millisecond; its compact form is these three parts.
 *
 * @param key made or imported with its private part
 * @returns a signature with its header and payload, in compact form (RFC 7515 §7.1)
 */
export async function sign(
  { typ, kid }: { typ: string; kid: string },
  payload: object,
  { signer }: JoseKey,
): Promise<string> {
  if (!signer) throw new Error(`The key ${kid} has no private part.`)
  const input = `${encoded({ alg: ALGORITHM, typ, kid })}.${encoded(payload)}`
  const signature = await signInThreadPool('sha256', Buffer.from(input), signer)
  return `${input}.${signature.toString('base64url')}`
}

/**
 * Checks a signature in compact form.
 *
 * @param token has passed `strictHeader`
 * @returns the payload, or undefined when the key has not signed it by RS256
 */
export async function verifiedPayload(
  token: string,
  { jose }: JoseKey,
): Promise<string | undefined> {
  const { JWS } = await nodeJose()
  try {
    const { payload } = await JWS.createVerify(jose, { algorithms: [ALGORITHM] }).verify(token)
    return payload.toString()
  } catch {
    return undefined
  }
}
