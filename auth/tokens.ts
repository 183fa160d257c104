import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { compactVerify } from 'jose/jws/compact/verify'
import { SignJWT } from 'jose/jwt/sign'
import type { Row } from '../db/schema.ts'
import { ALGORITHM, TOKEN_LIFETIME_SECONDS } from './keys.ts'
import type { SigningKeys } from './keys.ts'

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

const TYPE = 'at+jwt'
const REMEMBERED_TOKENS = 10_000
const LONGEST_TOKEN = 4_096
const threeParts = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/

/** Issues and verifies access tokens: JWTs as RFC 9068 profiles them, signed with RS256. */
export class Tokens {
  readonly #keys: SigningKeys
  readonly #issuer: string
  /** Signatures once found good; expiry and revocation are looked at each time all the same. */
  readonly #verified = new LRUCache<string, Claims>({ max: REMEMBERED_TOKENS })

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
    const known = this.#verified.get(token)
    return known ? inForce(known) : this.#check(token, now).then(inForce)
  }

  async #check(token: string, now: Date): Promise<Claims | undefined> {
    const header = strictHeader(token)
    const key = header && await this.#keys.verifying(header.kid, now)
    if (!key) return undefined
    const payload = await compactVerify(token, key, { algorithms: [ALGORITHM] }).then(
      (result) => result.payload,
      () => undefined,
    )
    if (!payload) return undefined
    const claims = parsedObject(Buffer.from(payload).toString())
    if (!claims || !this.#isOurs(claims)) return undefined
    this.#verified.set(token, claims)
    return claims
  }

  /** Whether the claims have the form and the issuer that this service gives them. */
  #isOurs(claims: Record<string, unknown>): claims is Claims {
    const { iss, aud, exp, client_id, scope } = claims
    return iss === this.#issuer && aud === this.#issuer && Number.isInteger(exp) &&
      typeof client_id === 'string' && typeof scope === 'string'
  }
}

/**
 * The library below forgives padding, a fourth part and stray characters. Here a token is three
 * canonical base64url parts whose header says no more than this service writes into it.
 */
function strictHeader(token: string): { kid: string } | undefined {
  if (token.length > LONGEST_TOKEN || !threeParts.test(token)) return undefined
  for (const part of token.split('.')) {
    if (Buffer.from(part, 'base64url').toString('base64url') !== part) return undefined
  }
  const header = parsedObject(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
  if (!header || Object.keys(header).toSorted().join() !== 'alg,kid,typ') return undefined
  const { alg, kid, typ } = header
  return alg === ALGORITHM && typ === TYPE && typeof kid === 'string' ? { kid } : undefined
}

function parsedObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    return value as Record<string, unknown>
  } catch {
    return undefined
  }
}
