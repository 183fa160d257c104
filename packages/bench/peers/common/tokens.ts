import { randomUUID, sign, verify } from 'node:crypto'
import { promisify } from 'node:util'
import { TOKEN_LIFETIME_SECONDS } from '../../../../domain/auth/keys.ts'
import type { Claims } from '../../../../domain/auth/tokens.ts'
import type { Credential } from './access.ts'
import { settings } from './settings.ts'
import type { SigningKey } from './settings.ts'

const REMEMBERED_TOKENS = 10_000

const signed = promisify(sign)

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decoded = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())

/** The claims of a new token. */
export function newClaims({ client_id, generation }: Credential, scopes: string[]): Claims {
  const { base_url } = settings
  const iat = Math.floor(Date.now() / 1000)
  const exp = iat + TOKEN_LIFETIME_SECONDS
  const jti = randomUUID()
  const scope = scopes.join(' ')
  return {
    iss: base_url,
    aud: base_url,
    sub: client_id,
    client_id,
    iat,
    exp,
    jti,
    scope,
    generation,
  }
}

export const tokenAnswer = (access_token: string, scopes: string[]) => ({
  access_token,
  token_type: 'Bearer',
  expires_in: TOKEN_LIFETIME_SECONDS,
  scope: scopes.join(' '),
})

/** Tokens by Node's own cryptography; a good signature is remembered. */
export class RememberedTokens {
  readonly #key: SigningKey
  readonly #verified = new Map<string, Claims>()

  constructor(key: SigningKey) {
    this.#key = key
  }

  /** @returns the claims of a token that is in force, or undefined */
  verify(token: string): Claims | undefined {
    const claims = this.#verified.get(token) ?? this.#check(token)
    return claims && Date.now() < claims.exp * 1000 ? claims : undefined
  }

  async issue(client: Credential, scopes: string[]): Promise<string> {
    const { kid, private_key } = this.#key
    const header = { alg: 'RS256', typ: 'at+jwt', kid }
    const text = `${encoded(header)}.${encoded(newClaims(client, scopes))}`
    const signature = await signed('RSA-SHA256', Buffer.from(text), private_key)
    return `${text}.${signature.toString('base64url')}`
  }

  #check(token: string): Claims | undefined {
    const [header = '', payload = '', signature = '', ...more] = token.split('.')
    try {
      const { alg, typ, kid } = decoded(header) as Record<string, unknown>
      if (alg !== 'RS256' || typ !== 'at+jwt' || kid !== this.#key.kid || more.length > 0) return
      const text = Buffer.from(`${header}.${payload}`)
      const bytes = Buffer.from(signature, 'base64url')
      if (!verify('RSA-SHA256', text, this.#key.public_key, bytes)) return undefined
      const claims = decoded(payload) as Claims
      if (claims.iss !== settings.base_url || claims.aud !== settings.base_url) return undefined
      if (this.#verified.size >= REMEMBERED_TOKENS) this.#verified.clear()
      this.#verified.set(token, claims)
      return claims
    } catch (error) {
      if (error instanceof SyntaxError) return undefined
      throw error
    }
  }
}
