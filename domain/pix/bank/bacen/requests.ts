/** The requests to a bank, made as its profile says. */
import { randomUUID } from 'node:crypto'
import { kindOf } from '../attempts.ts'
import type { RequestKind } from '../attempts.ts'
import type { BankSettings } from '../options.ts'
import type { BankRequest } from '../mtls.ts'
import type { Addition, BankProfile } from '../profiles.ts'

/** Scopes requested of the bank's authorization server. */
export const SCOPES = 'cob.write cob.read pix.write pix.read webhook.write webhook.read'

/** Scopes of Pix Automático, which are requested in a token of their own. */
export const RECURRING_SCOPES = ['payloadlocationrec', 'rec', 'cobr', 'webhookrec', 'webhookcobr']
  .flatMap((name) => [`${name}.write`, `${name}.read`])
  .join(' ')

export type ApiCall = {
  method: BankRequest['method']
  path: string
  body?: object | undefined
  /** A read when it is a `GET`, else a change, unless it is given. */
  kind?: RequestKind
  /** The call concerns callbacks, which have additions of their own. */
  isWebhook?: boolean
  isRecurring?: boolean
}

/** The value of an addition; undefined for one that the seller may leave out, and has. */
function valueToSend({ value }: Addition, settings: BankSettings): string | undefined {
  if ('fixed' in value) return value.fixed
  if ('fresh' in value) return randomUUID()
  return 'setting' in value ? settings[value.setting] : settings.profile_values[value.given]
}

/** Where a bank may issue tokens, in the order in which it is asked. */
export const tokenUrls = (
  { token_url }: Pick<BankSettings, 'token_url'>,
  { tokenPaths }: BankProfile,
): string[] => [...new Set([token_url, ...tokenPaths.map((path) => new URL(path, token_url).href)])]

/** The request for a token (RFC 6749 §4.4.2) for these scopes, to one of `tokenUrls`. */
export function tokenRequest(
  settings: BankSettings,
  profile: BankProfile,
  { url, scopes }: { url: string; scopes: string },
): BankRequest {
  const { client_id, client_secret } = settings
  const { authentication, asksScopes, grantPlace } = profile
  const basic = [client_id, client_secret].map(encodeURIComponent).join(':')
  const grant = { grant_type: 'client_credentials' }
  const form = new URLSearchParams({
    ...(grantPlace === 'form' && grant),
    ...(asksScopes && { scope: scopes }),
    ...(authentication !== 'basic' && { client_id }),
    ...(authentication === 'form' && { client_secret }),
  })
  return {
    // Another token does no harm.
    kind: 'read',
    isRecurring: scopes === RECURRING_SCOPES,
    method: 'POST',
    url: grantPlace === 'query' ? `${url}?${new URLSearchParams(grant)}` : url,
    headers: {
      accept: 'application/json',
      ...(authentication === 'basic' && {
        authorization: `Basic ${Buffer.from(basic).toString('base64')}`,
      }),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: form.toString(),
  }
}

/** A request to the bank's Pix API. */
export function apiRequest(
  settings: BankSettings,
  { additions, prefixes }: BankProfile,
  {
    method,
    path,
    body,
    kind = kindOf(method),
    isWebhook = false,
    isRecurring = false,
    token,
  }: ApiCall & { token: string },
): BankRequest {
  const fits = (rule: (typeof prefixes)[number]) =>
    path.startsWith(rule.of) && (rule.method ?? method) === method
  const { prefix = '' } = prefixes.find(fits) ?? {}
  const added = { header: new Map<string, string>(), query: new URLSearchParams() }
  for (const addition of additions) {
    const value = valueToSend(addition, settings)
    const isMeant = addition.on === 'every' || isWebhook
    if (isMeant && value !== undefined) added[addition.place].set(addition.name, value)
  }
  const query = added.query.size > 0 ? `${path.includes('?') ? '&' : '?'}${added.query}` : ''
  return {
    kind,
    isRecurring,
    method,
    url: settings.url + prefix + path + query,
    headers: {
      ...Object.fromEntries(added.header),
      accept: 'application/json, application/problem+json',
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }
}
