import { jwtVerify, SignJWT } from 'jose'
import type { Claims } from '../../../../domain/auth/tokens.ts'
import type { Credential } from './access.ts'
import { invalidToken } from './access.ts'
import { settings } from './settings.ts'
import type { SigningKey } from './settings.ts'
import { newClaims } from './tokens.ts'

/** Tokens by `jose`, each one verified whenever it comes. */
export class JoseTokens {
  readonly #key: SigningKey

  constructor(key: SigningKey) {
    this.#key = key
  }

  /** @throws ApiError `invalid_access_token` */
  async verify(token: string): Promise<Claims> {
    const { base_url } = settings
    const { payload } = await jwtVerify<Claims>(token, this.#key.public_key, {
      algorithms: ['RS256'],
      typ: 'at+jwt',
      issuer: base_url,
      audience: base_url,
      requiredClaims: ['exp'],
    }).catch(() => {
      throw invalidToken()
    })
    return payload
  }

  issue(client: Credential, scopes: string[]): Promise<string> {
    const { kid, private_key } = this.#key
    return new SignJWT(newClaims(client, scopes))
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid })
      .sign(private_key)
  }
}
