/** A person on the dashboard, without a browser: forms that are sent and pages that come back. */
import { invite } from '../../domain/access/users.ts'
import type { CreationOptions, RequestOptions } from '../../domain/people/webauthn.ts'
import type { Role } from '../../domain/identity/roles.ts'
import { Authenticator } from './authenticator.ts'
import type { Lies } from './authenticator.ts'
import type { TestAccount } from './service.ts'

export type PageAnswer = { status: number; location: string | null; html: string; headers: Headers }

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** The form of a page that posts to an address. */
function formAt(html: string, action: string): string {
  const start = html.indexOf(`method="post" action="${action}"`)
  if (start < 0) throw new Error(`The page has no form for ${action}: ${html}`)
  return html.slice(start, html.indexOf('</form>', start))
}

/** Names and values of the hidden fields of a form; a name may come more than once. */
function hiddenPairs(html: string, action: string): [string, string][] {
  const fields = formAt(html, action).matchAll(
    /<input type="hidden" name="([^"]+)" value="([^"]*)">/g,
  )
  return [...fields].map(([, name = '', value = '']) => [name, unescaped(value)])
}

/** The hidden fields of a form, by name. */
export const hiddenFields = (html: string, action: string): Record<string, string> =>
  Object.fromEntries(hiddenPairs(html, action))

/** The options that a page gives the browser's authenticator. */
export function passkeyOptions<Options>(html: string): Options {
  const [, json] = /data-options="([^"]*)"/.exec(html) ?? []
  if (json === undefined) throw new Error(`The page asks for no passkey: ${html}`)
  return JSON.parse(unescaped(json)) as Options
}

export class Visitor {
  readonly url: string
  readonly authenticator: Authenticator
  readonly email: string
  cookie = ''

  constructor(url: string, email = '', authenticator = new Authenticator(new URL(url).origin)) {
    this.url = url
    this.email = email
    this.authenticator = authenticator
  }

  /** The same person, who reads another language. */
  reading(locale: string): Visitor {
    const other = new Visitor(this.url, this.email, this.authenticator)
    other.cookie = `${this.cookie}; __Host-balcao_language=${locale}`
    return other
  }

  get(path: string, headers: Record<string, string> = {}): Promise<PageAnswer> {
    return this.#send(path, { headers })
  }

  /** Posts fields as they are, from a page of the service unless a header says otherwise. */
  post(
    path: string,
    fields: Record<string, string> | URLSearchParams | FormData,
    headers: Record<string, string> = {},
  ): Promise<PageAnswer> {
    const { origin } = new URL(this.url)
    const isRaw = fields instanceof URLSearchParams || fields instanceof FormData
    const body = isRaw ? fields : new URLSearchParams(fields)
    return this.#send(path, { method: 'POST', body, headers: { origin, ...headers } })
  }

  /**
   * Fills in the form of a page and sends it. A passkey that is asked for is given.
   *
   * @param page where the form stands
   * @param action where it posts to
   */
  async submit(page: string, action: string, fields: Record<string, string>): Promise<PageAnswer> {
    const { html } = await this.get(page)
    const answer = await this.post(action, { ...hiddenFields(html, action), ...fields })
    return answer.html.includes('data-page="confirm"') ? this.confirm(answer, action) : answer
  }

  /** Gives the passkey that a page asks for. */
  confirm({ html }: PageAnswer, action: string, lies: Lies = {}): Promise<PageAnswer> {
    const passkey = this.authenticator.get(passkeyOptions<RequestOptions>(html), lies)
    const fields = new URLSearchParams(hiddenPairs(html, action))
    fields.set('passkey', JSON.stringify(passkey))
    return this.post(action, fields)
  }

  /** Accepts an invitation, and is signed in. */
  async join(invitation: string, told: Record<string, string> = {}): Promise<void> {
    const path = new URL(invitation, this.url).pathname
    const { html } = await this.get(path)
    const passkey = this.authenticator.create(passkeyOptions<CreationOptions>(html))
    await this.#enter(path, { name: 'Teste', ...told, passkey: JSON.stringify(passkey) })
  }

  async signIn(headers: Record<string, string> = {}): Promise<void> {
    const path = '/dashboard/sign-in'
    const { html } = await this.get(path)
    const passkey = this.authenticator.get(passkeyOptions<RequestOptions>(html))
    await this.#enter(path, { next: '', passkey: JSON.stringify(passkey) }, headers)
  }

  async #enter(
    path: string,
    fields: Record<string, string>,
    sent: Record<string, string> = {},
  ): Promise<void> {
    const { status, headers, html } = await this.post(path, fields, sent)
    if (status !== 303) throw new Error(`Not let in: ${status} ${html}`)
    this.cookie = headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  }

  async #send(path: string, init: RequestInit): Promise<PageAnswer> {
    const headers = { cookie: this.cookie, ...(init.headers as Record<string, string>) }
    const response = await fetch(this.url + path, { ...init, headers, redirect: 'manual' })
    return {
      status: response.status,
      location: response.headers.get('location'),
      html: await response.text(),
      headers: response.headers,
    }
  }
}

/** A person of an account who has been invited, has made a passkey, and is signed in. */
export async function signIn(account: TestAccount, role: Role = 'owner'): Promise<Visitor> {
  const { seller_id, on } = account
  const email = `${role}-${crypto.randomUUID()}@loja.example`
  const invited = await invite(on.db, { seller_id, email, role, now: on.clock.now() })
  if (!invited) throw new Error('The seller is gone.')
  const visitor = new Visitor(on.url, email)
  await visitor.join(`/dashboard/join/${invited.token}`)
  return visitor
}
