/**
 * JOSE by node-jose. No other file knows the library, so that exchanging it touches this one alone.
 *
 * Its verifier accepts more than RFC 7515 allows: padding, stray characters and a fourth part. It
 * throws on an empty text and reads no claim. `tokenForm.ts` checks what a token looks like before
 * it comes here, and `tokens.ts` checks its claims afterwards.
 */
import { createPrivateKey, sign as signBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWK } from 'node-jose'

/** How tokens are signed: RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518 §3.3). */
export const ALGORITHM = 'RS256'

const MODULUS_BITS = 2_048

/** A key as RFC 7517 writes it. */
export type Jwk = Record<string, unknown>

/** An imported RSA key with its public part, and its private part when it was imported with one. */
export type JoseKey = JWK.Key

/**
 * Loaded with the first token, and not with the process: its modules take 60 ms, a third of the
 * start, and neither a health check nor the command line has a use for them.
 */
const nodeJose = async () => (await import('node-jose')).default

const signInThreadPool = promisify(signBytes)

/**
 * The same private key, except that Node's thread pool computes its signatures. The library uses
 * the main thread, which answers no other request for half a millisecond.
 */
function signingInThreadPool(key: JoseKey): JoseKey {
  const privateKey = createPrivateKey({ key: privateJwk(key), format: 'jwk' })
  const value = async (_algorithm: string, data: Buffer) => ({
    data,
    mac: await signInThreadPool('sha256', data, privateKey),
  })
  return Object.create(key, { sign: { value } }) as JoseKey
}

/** Makes a key pair for signatures. */
export async function generateKey(kid: string): Promise<JoseKey> {
  const { JWK } = await nodeJose()
  const store = JWK.createKeyStore()
  return store.generate('RSA', MODULUS_BITS, { kid, use: 'sig', alg: ALGORITHM })
}

/**
 * @param jwk a public or a private key; it is left as it is. A private one signs in Node's thread
 *   pool.
 * @throws when it is no RSA key
 */
export async function importKey(jwk: Jwk): Promise<JoseKey> {
  const { JWK } = await nodeJose()
  const key = await JWK.asKey({ ...jwk })
  if (key.kty !== 'RSA') throw new Error(`A signing key is an RSA key, and not ${key.kty}.`)
  return 'd' in jwk ? signingInThreadPool(key) : key
}

/** The part of a key that may be published: `kty`, `kid`, `use`, `alg`, `n` and `e`. */
export const publicJwk = (key: JoseKey): Jwk => key.toJSON() as Jwk

/** A whole key. It must be sealed before it is stored. */
export const privateJwk = (key: JoseKey): Jwk => key.toJSON(true) as Jwk

/** @returns the SHA-256 thumbprint of the public part (RFC 7638), in base64url */
export async function thumbprint(key: JoseKey): Promise<string> {
  // The types say text, and the library gives bytes.
  const digest: unknown = await key.thumbprint('SHA-256')
  return (digest as Buffer).toString('base64url')
}

/** @returns a signature with its header and payload, in compact form (RFC 7515 §7.1) */
export async function sign(
  { typ, kid }: { typ: string; kid: string },
  payload: object,
  key: JoseKey,
): Promise<string> {
  const { JWS } = await nodeJose()
  const options = { format: 'compact' as const, fields: { alg: ALGORITHM, typ, kid } }
  const signer = JWS.createSign(options, key).update(JSON.stringify(payload), 'utf8')
  // The types know the general form only; a compact one is a text.
  const signed: unknown = await signer.final()
  return signed as string
}

/**
 * Checks a signature in compact form.
 *
 * @param token has passed `strictHeader`
 * @returns the payload, or undefined when the key has not signed it by RS256
 */
export async function verifiedPayload(token: string, key: JoseKey): Promise<string | undefined> {
  const { JWS } = await nodeJose()
  try {
    const { payload } = await JWS.createVerify(key, { algorithms: [ALGORITHM] }).verify(token)
    return payload.toString()
  } catch {
    return undefined
  }
}
