/** Every way to forge an access token that is known, and some more. */
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
} from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { Vault } from '../../../domain/identity/vault.ts'
import type { Row } from '../../../db/schema/tables.ts'
import type { TestAccount } from '../../support/service.ts'

const encoded = (part: unknown) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')

const decoded = (part: string) => Buffer.from(part, 'base64url').toString()

/** The same bytes, spelt with bits in the last letter that stand for nothing. */
function nonCanonical(part: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return part.slice(0, -1) + letters[letters.indexOf(part.at(-1) ?? '') + 1]
}

type Parts = { header?: unknown; payload?: unknown; key?: KeyObject; digest?: string }

/** Makes tokens for an account, with the service's own key unless another is given. */
export class Forger {
  readonly account: TestAccount
  readonly own: KeyObject
  readonly foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
  readonly kid: string
  readonly claims: Record<string, unknown>

  private constructor(account: TestAccount, own: KeyObject) {
    this.account = account
    this.own = own
    this.kid = decodeProtectedHeader(account.token).kid ?? ''
    this.claims = decodeJwt(account.token)
  }

  /** @param secret_key under which the service has sealed its keys */
  static async of(account: TestAccount, secret_key: Buffer): Promise<Forger> {
    const { kid } = decodeProtectedHeader(account.token)
    const [stored] = await account.on.sql<Row<'signing_keys'>>(
      'select * from signing_keys where kid = ?',
      kid,
    )
    if (!stored) throw new Error('The token was signed by a key that is not there.')
    const opened = new Vault(secret_key).open(stored.private_jwk_sealed, stored.kid)
    const jwk = { kty: 'RSA', ...(JSON.parse(opened) as object) }
    return new Forger(account, createPrivateKey({ key: jwk, format: 'jwk' }))
  }

  /** A signed token of any header and any payload. */
  forge({ header, payload, key = this.own, digest = 'RSA-SHA256' }: Parts): string {
    const first = encoded(header ?? { alg: 'RS256', typ: 'at+jwt', kid: this.kid })
    const input = `${first}.${encoded(payload ?? this.claims)}`
    return `${input}.${sign(digest, Buffer.from(input), key).toString('base64url')}`
  }

  withHeader(more: object, key = this.own): string {
    return this.forge({ header: { alg: 'RS256', typ: 'at+jwt', kid: this.kid, ...more }, key })
  }

  withClaims(more: object): string {
    return this.forge({ payload: { ...this.claims, ...more } })
  }

  /** Signed with a text as if it were a shared secret. */
  hmac(secret: string | Buffer, alg = 'HS256', more: object = {}): string {
    const header = encoded({ alg, typ: 'at+jwt', kid: this.kid, ...more })
    const input = `${header}.${encoded(this.claims)}`
    const digest = alg.replace('HS', 'sha')
    return `${input}.${createHmac(digest, secret).update(input).digest('base64url')}`
  }

  /** Forges a token with the algorithm's name in the header, and a signature to choose. */
  unsigned(alg: string, signature: string): string {
    const header = encoded({ alg, typ: 'at+jwt', kid: this.kid })
    return `${header}.${encoded(this.claims)}.${signature}`
  }

  publicPem(type: 'spki' | 'pkcs1'): string {
    return createPublicKey(this.own).export({ type, format: 'pem' }).toString()
  }
}

type Forgeries = Record<string, string>

function ofAlgorithm(forger: Forger): Forgeries {
  const { kid, own } = forger
  const signature = forger.account.token.split('.')[2] ?? ''
  const { n = '' } = createPublicKey(own).export({ format: 'jwk' })
  const as = (alg: string, digest: string) =>
    forger.forge({ header: { alg, typ: 'at+jwt', kid }, digest })
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  return {
    'alg none without a signature': forger.unsigned('none', ''),
    'alg none with a signature': forger.unsigned('none', signature),
    'alg None': forger.unsigned('None', ''),
    'alg nOnE': forger.unsigned('nOnE', signature),
    'alg NONE in two parts': forger.unsigned('NONE', '').slice(0, -1),
    'alg empty': forger.unsigned('', signature),
    'alg rs256': forger.unsigned('rs256', signature),
    'no alg': forger.forge({ header: { typ: 'at+jwt', kid } }),
    'alg that is a list': forger.forge({ header: { alg: ['RS256'], typ: 'at+jwt', kid } }),
    'HS256 with the public key as PEM': forger.hmac(forger.publicPem('spki')),
    'HS256 with the public key as another PEM': forger.hmac(forger.publicPem('pkcs1')),
    'HS256 with the PEM but its last line end': forger.hmac(forger.publicPem('spki').trim()),
    'HS256 with the modulus': forger.hmac(Buffer.from(n, 'base64url')),
    'HS256 with the modulus as text': forger.hmac(n),
    'HS256 with an empty secret': forger.hmac('', 'HS256', { kid: '../../dev/null' }),
    'HS512 with the public key as PEM': forger.hmac(forger.publicPem('spki'), 'HS512'),
    RS384: as('RS384', 'RSA-SHA384'),
    RS512: as('RS512', 'RSA-SHA512'),
    'RS256 with another digest': as('RS256', 'RSA-SHA512'),
    PS256: as('PS256', 'RSA-SHA256'),
    ES256: forger.forge({ header: { alg: 'ES256', typ: 'at+jwt', kid }, key: curve }),
  }
}

function ofHeader(forger: Forger): Forgeries {
  const { kid } = forger
  const { privateKey: key, publicKey } = forger.foreign
  const jwk = publicKey.export({ format: 'jwk' })
  const url = 'https://attacker.example/keys'
  const kids: Forgeries = {}
  for (const wrong of [
    '',
    '__proto__',
    'constructor',
    "' or '1'='1",
    `${kid}'--`,
    `${kid}\0`,
    ` ${kid}`,
    kid.toUpperCase(),
    '../../../../dev/null',
    '/etc/passwd',
    'file:///dev/null',
    '%00',
    '*',
    `key_${crypto.randomUUID()}`,
    'x'.repeat(2_000),
  ])
    kids[`kid ${wrong.slice(0, 40)}`] = forger.withHeader({ kid: wrong })
  return {
    ...kids,
    'another key under the same kid': forger.withHeader({}, key),
    'another key, brought along as jwk': forger.withHeader({ jwk }, key),
    'another key, pointed at by jku': forger.withHeader({ jku: url }, key),
    'another key, pointed at by x5u': forger.withHeader({ x5u: url }, key),
    'another key, brought along as x5c': forger.withHeader({ x5c: ['MIIB'] }, key),
    'a header with jwk': forger.withHeader({ jwk }),
    'a header with jku': forger.withHeader({ jku: url }),
    'a header with x5u': forger.withHeader({ x5u: url }),
    'a header with crit': forger.withHeader({ crit: ['exp'] }),
    'a header with b64': forger.withHeader({ b64: false, crit: ['b64'] }),
    'a header with zip': forger.withHeader({ zip: 'DEF' }),
    'a header with cty': forger.withHeader({ cty: 'JWT' }),
    'a kid that is a number': forger.withHeader({ kid: 1 }),
    'a kid that is a list': forger.withHeader({ kid: [kid] }),
    'no kid': forger.forge({ header: { alg: 'RS256', typ: 'at+jwt' } }),
    'typ JWT': forger.withHeader({ typ: 'JWT' }),
    'typ AT+JWT': forger.withHeader({ typ: 'AT+JWT' }),
    'typ application/at+jwt': forger.withHeader({ typ: 'application/at+jwt' }),
    'no typ': forger.forge({ header: { alg: 'RS256', kid } }),
    'a header that is no JSON': forger.forge({ header: 'RS256' }),
    'a header that is null': forger.forge({ header: 'null' }),
    'a header that is a list': forger.forge({ header: [] }),
    'a header that says alg twice': forger.forge({
      header: `{"alg":"none","typ":"at+jwt","kid":"${kid}","alg":"RS256"}`,
    }),
    'a header with spaces': forger.forge({
      header: `{ "alg":"RS256","typ":"at+jwt","kid":"${kid}"}`,
    }),
  }
}

function ofClaims(forger: Forger, other: TestAccount): Forgeries {
  const { claims, account } = forger
  const { url, clock } = account.on
  const now = Math.floor(clock.now().getTime() / 1000)
  const each: Forgeries = {}
  for (const name of Object.keys(claims)) {
    const wrongs = [undefined, null, '', 0, -1, 1.5, true, [claims[name]], { a: claims[name] }, 'x']
    for (const wrong of wrongs) {
      // A token may have no scope at all.
      if ((name === 'scope' && wrong === '') || (name === 'jti' && typeof wrong === 'string'))
        continue
      each[`${name} ${JSON.stringify(wrong)}`] = forger.withClaims({ [name]: wrong })
    }
  }
  const text = JSON.stringify(claims)
  return {
    ...each,
    'an expiry that is now': forger.withClaims({ iat: now - 900, exp: now }),
    'an expiry a second ago': forger.withClaims({ iat: now - 901, exp: now - 1 }),
    'an expiry a year away': forger.withClaims({ exp: now + 31_536_000 }),
    'an expiry beyond all numbers': forger.forge({
      payload: text.replace(/"exp":\d+/, '"exp":1e999'),
    }),
    'an expiry that is a text': forger.withClaims({ exp: String(claims['exp']) }),
    'a birth tomorrow': forger.withClaims({ iat: now + 86_400, exp: now + 87_300 }),
    'a time before which it is not valid': forger.withClaims({ nbf: now + 600 }),
    'a time before which it was not valid': forger.withClaims({ nbf: now - 600 }),
    'another issuer': forger.withClaims({ iss: 'https://attacker.example' }),
    'an issuer with a slash at its end': forger.withClaims({ iss: `${url}/` }),
    'an issuer in capitals': forger.withClaims({ iss: url.toUpperCase() }),
    'another audience': forger.withClaims({ aud: 'https://api.example' }),
    'a list of audiences': forger.withClaims({ aud: [url, 'https://api.example'] }),
    'another client, and the first as subject': forger.withClaims({ client_id: other.client_id }),
    'another subject': forger.withClaims({ sub: other.client_id }),
    'an unknown client': forger.withClaims({ client_id: 'bci_nobody', sub: 'bci_nobody' }),
    'a client of Object.prototype': forger.withClaims({ client_id: '__proto__', sub: '__proto__' }),
    'a client that is SQL': forger.withClaims({ client_id: "' or 1=1--", sub: "' or 1=1--" }),
    'another generation of the secret': forger.withClaims({ generation: 2 }),
    'an unknown scope': forger.withClaims({ scope: 'admin' }),
    'an unknown scope beside all': forger.withClaims({ scope: 'all admin' }),
    'scopes with two spaces': forger.withClaims({ scope: 'all  customers:read' }),
    'a scope of Object.prototype': forger.withClaims({ scope: 'constructor' }),
    'an unknown claim': forger.withClaims({ admin: true }),
    'an actor': forger.withClaims({ act: { sub: other.client_id } }),
    'a claim twice': forger.forge({ payload: text.replace('{', '{"scope":"customers:read",') }),
    'a client twice': forger.forge({
      payload: text.replace('{', `{"client_id":"${other.client_id}",`),
    }),
    'claims with spaces': forger.forge({ payload: text.replace('{', '{ ') }),
    'claims after a byte order mark': forger.forge({ payload: `\ufeff${text}` }),
    'a payload that is no JSON': forger.forge({ payload: 'all' }),
    'a payload that is null': forger.forge({ payload: 'null' }),
    'a payload that is a list': forger.forge({ payload: [claims] }),
    'more than 4 KiB': forger.withClaims({ padding: 'x'.repeat(4_096) }),
  }
}

function ofForm({ account, claims, own, kid }: Forger, other: TestAccount): Forgeries {
  const { token } = account
  const [header = '', payload = '', signature = ''] = token.split('.')
  const [, , signatureOfOther] = other.token.split('.')
  const { jti } = JSON.parse(decoded(other.token.split('.')[1] ?? '')) as { jti: string }
  const tampered = (more: object) => `${header}.${encoded({ ...claims, ...more })}.${signature}`
  const over = sign('RSA-SHA256', Buffer.from(payload), own).toString('base64url')
  return {
    'a payload with another scope': tampered({ scope: 'customers:read' }),
    'a payload with another client': tampered({ client_id: other.client_id, sub: other.client_id }),
    'a payload with the jti of another client': tampered({ jti }),
    'a payload that lives longer': tampered({ exp: Number(claims['exp']) + 1 }),
    'a signature of another token': `${header}.${payload}.${signatureOfOther}`,
    'a signature over the payload alone': `${header}.${payload}.${over}`,
    'a signature backwards': `${header}.${payload}.${[...signature].toReversed().join('')}`,
    'a signature spelt otherwise': `${header}.${payload}.${nonCanonical(signature)}`,
    'a signature of nought': `${header}.${payload}.${Buffer.alloc(256).toString('base64url')}`,
    'a signature in padded base64': [
      header,
      payload,
      Buffer.from(signature, 'base64url').toString('base64'),
    ].join('.'),
    'a fourth part': `${token}.${signature}`,
    'an empty fourth part': `${token}.`,
    'a part before it': `${header}.${token}`,
    'an encrypted token': `${header}.x.x.x.x`,
    '= at its end': `${token}=`,
    '== at its end': `${token}==`,
    '!! in the signature': `${header}.${payload}.!!${signature}`,
    'a space in the signature': `${header}.${payload}. ${signature}`,
    'a tab in the payload': `${header}.\t${payload}.${signature}`,
    'an empty header': `.${payload}.${signature}`,
    'an empty payload': `${header}..${signature}`,
    'an empty signature': `${header}.${payload}.`,
    'no signature': `${header}.${payload}`,
    'only dots': '..',
    'one letter less': token.slice(0, -1),
    'one letter more': `${token}A`,
    'the token twice': `${token}${token}`,
    'the token and another': `${token}, ${other.token}`,
    'the token as JSON': JSON.stringify({ protected: header, payload, signature }),
    'the token in quotes': `"${token}"`,
    'the token in percents': encodeURIComponent(token).replaceAll('.', '%2E'),
    'the token in capitals': token.toUpperCase(),
    'the scheme twice': `Bearer ${token}`,
    'a very long token': 'x'.repeat(12_000),
    'a very long token of three parts': `${header}.${'e'.repeat(10_000)}.${signature}`,
    "the client's secret": account.client_secret,
    "the client's id": account.client_id,
    'the kid': kid,
    'a word': 'null',
  }
}

/** Forged tokens by their fault; each would be good without it. */
export const forgeriesOf = (forger: Forger, other: TestAccount): Forgeries => ({
  ...ofAlgorithm(forger),
  ...ofHeader(forger),
  ...ofClaims(forger, other),
  ...ofForm(forger, other),
})
