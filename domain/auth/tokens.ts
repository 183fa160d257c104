import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { compactVerify } from 'jose/jws/compact/verify'
import { SignJWT } from 'jose/jwt/sign'
import type { Row } from '../../db/schema/tables.ts'
import { ALGORITHM, TOKEN_LIFETIME_SECONDS } from './keys.ts'
import type { SigningKeys } from './keys.ts'
import { scopesOf } from './scopes.ts'

/** The claims of an access token (RFC 9068 §2.2), and the client's generation at its issue. */
export type Claims = {
  iss: string
  aud: string
  sub: string
  client_id: string
  iat: number
  exp: number
  jti: string
  scope: string
  generation: number
}

type Verified = { token: string; kid: string; claims: Claims; isRefused?: boolean }

const TYPE = 'at+jwt'
const HEADER_NAMES = 'alg,kid,typ'
const CLAIM_NAMES = 'aud,client_id,exp,generation,iat,iss,jti,scope,sub'

/** By so much the clocks of two machines that issue and verify may differ. */
const CLOCK_SKEW_SECONDS = 60

const REMEMBERED_TOKENS = 10_000

/** So many characters of a signature are not the same twice. */
const KEY_LENGTH = 32

const LONGEST_TOKEN = 4_096
const threeParts = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/

/** Whether a text could be a token at all, told without a key. */
export const hasTokenForm = (token: string): boolean =>
  token.length <= LONGEST_TOKEN && threeParts.test(token)

/** Issues and verifies access tokens: JWTs as RFC 9068 profiles them, signed with RS256. */
export class Tokens {
  readonly #keys: SigningKeys
  readonly #issuer: string
  /**
   * Tokens once found good, by the end of their signature: of a whole token, the hash alone takes
   * as long as all else here. Expiry, the key and the client are looked at each time all the same.
   */
  readonly #verified = new LRUCache<string, Verified>({ max: REMEMBERED_TOKENS })

  /** @param issuer the public address of the service, also the tokens' audience */
  constructor(keys: SigningKeys, issuer: string) {
    this.#keys = keys
    this.#issuer = issuer
  }

  /** @returns a signed token that is valid for 900 seconds from `now` */
  async issue(client: Row<'api_clients'>, scopes: string[], now: Date): Promise<string> {
    const iat = Math.floor(now.getTime() / 1000)
    const claims: Claims = {
      iss: this.#issuer,
      aud: this.#issuer,
      sub: client.client_id,
      client_id: client.client_id,
      iat,
      exp: iat + TOKEN_LIFETIME_SECONDS,
      jti: randomUUID(),
      scope: scopes.join(' '),
      generation: client.generation,
    }
    const { kid, key } = await this.#keys.signing(now)
    const header = { alg: ALGORITHM, typ: TYPE, kid }
    return new SignJWT(claims).setProtectedHeader(header).sign(key)
  }

  /** @returns the claims of a token that this service issued and that is in force, or undefined */
  verify(token: string, now: Date): Claims | undefined | Promise<Claims | undefined> {
    const inForce = (claims: Claims | undefined) =>
      claims && now.getTime() < claims.exp * 1000 ? claims : undefined
    const known = this.#verified.get(token.slice(-KEY_LENGTH))
    if (known?.token !== token) return this.#check(token, now).then(inForce)
    const { claims } = known
    const signed = this.#keys.isInForce(known.kid)
    if (signed instanceof Promise) return signed.then((is) => (is ? inForce(claims) : undefined))
    return signed ? inForce(claims) : undefined
  }

  /** The client of a token that was good when it came last, without another look at it. */
  clientOf(token: string): string | undefined {
    const known = this.#verified.get(token.slice(-KEY_LENGTH))
    return known?.token === token && !known.isRefused ? known.claims.client_id : undefined
  }

  /**
   * A token that has ended is taken for its client's no more.
   *
   * @returns the client that it was issued to, if this service did issue it
   */
  refused(token: string): string | undefined {
    const known = this.#verified.get(token.slice(-KEY_LENGTH))
    if (known?.token !== token) return undefined
    known.isRefused = true
    return known.claims.client_id
  }

  async #check(token: string, now: Date): Promise<Claims | undefined> {
    const header = strictHeader(token)
    const key = header && (await this.#keys.verifying(header.kid, now))
    if (!key) return undefined
    const payload = await compactVerify(token, key, { algorithms: [ALGORITHM] }).then(
      (result) => result.payload,
      () => undefined,
    )
    if (!payload) return undefined
    const claims = parsedObject(Buffer.from(payload).toString(), CLAIM_NAMES)
    if (!claims || !this.#isOurs(claims, now)) return undefined
    this.#verified.set(token.slice(-KEY_LENGTH), { token, kid: header.kid, claims })
    return claims
  }

  /** Whether the claims are such as this service writes. */
  #isOurs(claims: Record<string, unknown>, now: Date): claims is Claims {
    const { iss, aud, sub, client_id, iat, exp, jti, scope, generation } = claims
    const latest = now.getTime() / 1000 + CLOCK_SKEW_SECONDS
    return (
      iss === this.#issuer &&
      aud === this.#issuer &&
      typeof client_id === 'string' &&
      sub === client_id &&
      typeof jti === 'string' &&
      isWhole(iat) &&
      iat <= latest &&
      exp === iat + TOKEN_LIFETIME_SECONDS &&
      isWhole(generation) &&
      typeof scope === 'string' &&
      scopesOf(scope) !== undefined
    )
  }
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)

/**
 * The library below forgives padding, a fourth part and stray characters. Here a token is three
 * canonical base64url parts whose header says no more than this service writes into it.
 */
function strictHeader(token: string): { kid: string } | undefined {
  if (!hasTokenForm(token)) return undefined
  for (const part of token.split('.')) {
    if (Buffer.from(part, 'base64url').toString('base64url') !== part) return undefined
  }
  const text = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()
  const { alg, kid, typ } = parsedObject(text, HEADER_NAMES) ?? {}
  return alg === ALGORITHM && typ === TYPE && typeof kid === 'string' ? { kid } : undefined
}

/**
 * An object that has these names, each once, and is written as this service writes JSON.
 *
 * @param names sorted, with commas between
 */
function parsedObject(text: string, names: string): Record<string, unknown> | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const ours = JSON.stringify(value) === text && Object.keys(value).toSorted().join() === names
  return ours ? (value as Record<string, unknown>) : undefined
}
