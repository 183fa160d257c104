/**
 * Requirements of banks beyond the Central Bank's contract, as data. The facts come from what the
 * banks and the users of their APIs have published; docs/bank.md says how they were chosen.
 */

import { isVisible } from './credentials.ts'
import type { BankSettings } from './options.ts'
import type { Capabilities } from './provider.ts'

/** API of a bank: the Central Bank's contract, or a provider's own. */
export type ProviderApi = 'bacen' | 'mercadopago' | 'woovi'

/**
 * How the client authenticates when it requests a token, besides its certificate: id and secret by
 * HTTP Basic or in the form (RFC 6749 §2.3.1), or the id alone (RFC 8705 §2). A `key` is the secret
 * itself, which goes with each request: there are no tokens.
 */
export type Authentication = 'basic' | 'form' | 'certificate' | 'key'

/** A value that a bank needs besides the credentials; a secret unless `isSecret` is false. */
export type ProfileValue = {
  name: string
  text: string
  isRequired: boolean
  isSecret?: boolean
}

/**
 * A header or a parameter of the query, and where its value comes from: a constant, a setting, a
 * value of the seller, or another one for each request.
 */
export type Addition = {
  place: 'header' | 'query'
  name: string
  value: { fixed: string } | { setting: 'client_id' } | { given: string } | { fresh: 'uuid' }
  /** Requests with a token on which it is sent. */
  on: 'every' | 'webhook'
}

export type BankProfile = {
  name: string
  title: string
  api: ProviderApi
  capabilities: Capabilities
  /** The addresses in production; null where the seller has to name them. */
  url: string | null
  token_url: string | null
  authentication: Authentication
  /** The request for a token names scopes; without them a bank grants all that it can. */
  asksScopes: boolean
  /** Scope by which disputes are read; null where their refunds stand among all others. */
  disputeScope: string | null
  /** Where `grant_type` stands in the request for a token. */
  grantPlace: 'form' | 'query'
  /** Where else at the host of `token_url` tokens may be issued, when nothing is there (404). */
  tokenPaths: string[]
  values: ProfileValue[]
  additions: Addition[]
  /** Path between `url` and a path that begins with `of`, for that method; the first that fits. */
  prefixes: { of: string; method?: 'PATCH'; prefix: string }[]
}

/** The profile of a bank that needs nothing beyond the contract. */
export const CONTRACT_PROFILE = 'bacen'

/** The settings of such a bank. */
export const contractSettings = { profile: CONTRACT_PROFILE, profile_values: {} }

const contract = {
  api: 'bacen',
  capabilities: {
    takesCertificate: true,
    registersCallbacks: true,
    callbacksNameCharge: true,
    listsRefunded: 'by_arrival',
    refundsByOwnId: true,
    listsUnmatched: true,
  },
  authentication: 'basic',
  asksScopes: true,
  disputeScope: null,
  grantPlace: 'form',
  tokenPaths: [],
  values: [],
  additions: [],
  prefixes: [],
} satisfies Partial<BankProfile>

export const bankProfiles: readonly BankProfile[] = [
  {
    ...contract,
    name: CONTRACT_PROFILE,
    title: "A bank that follows the Central Bank's Pix API",
    url: null,
    token_url: null,
  },
  {
    ...contract,
    name: 'banrisul',
    title: 'Banrisul',
    url: 'https://mtls-api.banrisul.com.br/pix/api-mtls',
    token_url: 'https://mtls-api.banrisul.com.br/auth/oauth/v2/token',
  },
  {
    ...contract,
    name: 'bb',
    title: 'Banco do Brasil',
    url: 'https://api-pix.bb.com.br/pix/v2',
    token_url: 'https://oauth.bb.com.br/oauth/token',
    values: [
      {
        name: 'app_key',
        text: "the application's key, gw-dev-app-key on the developers' portal",
        isRequired: true,
      },
    ],
    additions: [
      { place: 'query', name: 'gw-dev-app-key', value: { given: 'app_key' }, on: 'every' },
    ],
  },
  {
    ...contract,
    name: 'bradesco',
    title: 'Bradesco',
    url: 'https://qrpix.bradesco.com.br/v2',
    token_url: 'https://qrpix.bradesco.com.br/auth/server/oauth/token',
    asksScopes: false,
    tokenPaths: ['/auth/server/oauth/token', '/oauth/token'],
  },
  {
    ...contract,
    name: 'c6',
    title: 'C6 Bank',
    url: 'https://baas-api.c6bank.info/v2/pix',
    token_url: 'https://baas-api.c6bank.info/v1/auth',
    authentication: 'form',
    asksScopes: false,
    // Names the client program: the bank distinguishes its customers' programs by it.
    additions: [
      { place: 'header', name: 'partner-software-name', value: { fixed: 'Balcao' }, on: 'every' },
      { place: 'header', name: 'partner-software-version', value: { fixed: '1' }, on: 'every' },
    ],
  },
  {
    ...contract,
    name: 'efi',
    title: 'Efí',
    url: 'https://pix.api.efipay.com.br/v2',
    token_url: 'https://pix.api.efipay.com.br/oauth/token',
    asksScopes: false,
    // Without it Efí registers only addresses that demand its certificate. A callback only causes a
    // request to the bank, so it need not be authenticated.
    additions: [
      { place: 'header', name: 'x-skip-mtls-checking', value: { fixed: 'true' }, on: 'webhook' },
    ],
  },
  {
    ...contract,
    name: 'inter',
    title: 'Banco Inter',
    url: 'https://cdpj.partners.bancointer.com.br/pix/v2',
    token_url: 'https://cdpj.partners.bancointer.com.br/oauth/v2/token',
    authentication: 'form',
    values: [
      {
        name: 'account',
        text: 'the account, when the application has several (x-conta-corrente)',
        isRequired: false,
        isSecret: false,
      },
    ],
    additions: [
      { place: 'header', name: 'x-conta-corrente', value: { given: 'account' }, on: 'every' },
    ],
  },
  {
    ...contract,
    name: 'itau',
    title: 'Itaú',
    url: 'https://pix-pj.api.itau.com/regulatorio-pix/v2',
    token_url: 'https://sts.itau.com.br/api/oauth/token',
    authentication: 'form',
    asksScopes: false,
    tokenPaths: ['/api/oauth/token', '/as/token.oauth2'],
    values: [
      {
        name: 'api_key',
        text: 'x-itau-apikey, where the bank has given one',
        isRequired: false,
      },
    ],
    additions: [
      { place: 'header', name: 'x-itau-apikey', value: { given: 'api_key' }, on: 'every' },
      { place: 'header', name: 'x-itau-correlationid', value: { fresh: 'uuid' }, on: 'every' },
    ],
  },
  {
    ...contract,
    name: 'santander',
    title: 'Santander',
    url: 'https://trust-pix.santander.com.br/api',
    token_url: 'https://trust-pix.santander.com.br/oauth/token',
    authentication: 'form',
    asksScopes: false,
    grantPlace: 'query',
    prefixes: [
      { of: '/cob/', method: 'PATCH', prefix: '/v2' },
      { of: '/', prefix: '/v1' },
    ],
  },
  {
    ...contract,
    name: 'sicoob',
    title: 'Sicoob',
    url: 'https://api.sicoob.com.br/pix/api/v2',
    token_url: 'https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token',
    authentication: 'certificate',
    additions: [
      { place: 'header', name: 'client_id', value: { setting: 'client_id' }, on: 'every' },
      { place: 'header', name: 'x-sicoob-clientid', value: { setting: 'client_id' }, on: 'every' },
    ],
  },
  {
    ...contract,
    name: 'sicredi',
    title: 'Sicredi',
    url: 'https://api-pix.sicredi.com.br/api',
    token_url: 'https://api-pix.sicredi.com.br/oauth/token',
    prefixes: [
      { of: '/cob/', prefix: '/v3' },
      { of: '/', prefix: '/v2' },
    ],
  },
  {
    ...contract,
    name: 'mercadopago',
    title: 'Mercado Pago',
    api: 'mercadopago',
    url: 'https://api.mercadopago.com',
    token_url: 'https://api.mercadopago.com',
    // The client secret is the access token.
    authentication: 'key',
    capabilities: {
      takesCertificate: false,
      registersCallbacks: false,
      callbacksNameCharge: false,
      listsRefunded: 'by_change',
      refundsByOwnId: false,
      listsUnmatched: false,
    },
    values: [
      {
        name: 'payer_email',
        text: 'the e-mail that payments are made for, since the provider wants one of each',
        isRequired: true,
      },
    ],
  },
  {
    ...contract,
    name: 'woovi',
    title: 'Woovi (OpenPix)',
    api: 'woovi',
    url: 'https://api.woovi.com/api/v1',
    token_url: 'https://api.woovi.com/api/v1',
    // The client secret is the AppID.
    authentication: 'key',
    disputeScope: 'DISPUTE_GET',
    capabilities: {
      ...contract.capabilities,
      takesCertificate: false,
      listsRefunded: 'by_change',
      listsUnmatched: false,
    },
  },
]

/** @returns undefined when there is no such profile */
export const findProfile = (name: string): BankProfile | undefined =>
  bankProfiles.find((profile) => profile.name === name)

/** The API that a connected bank speaks; a profile that is not known here is read as a bank's. */
export const apiOf = ({ profile }: Pick<BankSettings, 'profile'>): ProviderApi =>
  findProfile(profile)?.api ?? contract.api

/** @throws Error when there is none, as for a connection that a later version has made */
export function profileNamed(name: string): BankProfile {
  const profile = findProfile(name)
  if (profile) return profile
  throw new Error(`This version has no bank profile ${name}.`)
}

const MAX_VALUE_CHARACTERS = 255

/** Visible ASCII: all that a header can carry, but for line breaks and what is trimmed there. */
const isVisibleAscii = (text: string) => /^[\x21-\x7e]+$/.test(text)

const isHeaderValue = (text: string) => text.length <= MAX_VALUE_CHARACTERS && isVisibleAscii(text)

export type ValueFault = { param: string; text: string }

/**
 * Why a seller's values do not fit a profile, with the field of `connectBank` at fault; undefined
 * when they fit. The text repeats no value.
 */
export function faultOfValues(
  { name, values, additions, authentication }: BankProfile,
  given: Pick<BankSettings, 'profile_values' | 'client_id' | 'client_secret'>,
): ValueFault | undefined {
  const { profile_values } = given
  const at = (value: string, text: string) => ({ param: `profile_values.${value}`, text })
  const names = values.map((value) => value.name)
  const unknown = Object.keys(profile_values).find((key) => !names.includes(key))
  if (unknown !== undefined) {
    const takes = names.length > 0 ? names.join(', ') : 'none'
    return at(unknown, `The profile ${name} has no value ${unknown}. It has: ${takes}.`)
  }
  const missing = values.find(
    (value) => value.isRequired && profile_values[value.name] === undefined,
  )
  if (missing) {
    return at(missing.name, `The profile ${name} needs the value ${missing.name}: ${missing.text}.`)
  }
  const rule = `must have 1 to ${MAX_VALUE_CHARACTERS} characters, without spaces or accents.`
  const wrong = Object.keys(profile_values).find((key) => !isHeaderValue(profile_values[key] ?? ''))
  if (wrong !== undefined) return at(wrong, `${wrong} ${rule}`)
  const sendsId = additions.some(({ value }) => 'setting' in value)
  if (sendsId && !isHeaderValue(given.client_id)) {
    return { param: 'client_id', text: `client_id ${rule}` }
  }
  return faultOfCredentials(authentication, given)
}

/** The credentials that a bank is shown, by how it authenticates us. */
const shownBy = {
  basic: ['client_id', 'client_secret'],
  form: ['client_id', 'client_secret'],
  certificate: ['client_id'],
  key: ['client_secret'],
} as const

function faultOfCredentials(
  authentication: Authentication,
  given: Pick<BankSettings, 'client_id' | 'client_secret'>,
): ValueFault | undefined {
  // A key stands in a header as it is, and may be long.
  const isFit = authentication === 'key' ? isVisibleAscii : isVisible
  const wrong = shownBy[authentication].find((param) => !isFit(given[param]))
  if (wrong === undefined) return undefined
  const without = authentication === 'key' ? 'spaces or accents' : 'invisible characters'
  return { param: wrong, text: `${wrong} must not be blank, and be without ${without}.` }
}
