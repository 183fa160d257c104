/** A person on the dashboard, without a browser: what is sent and what comes back. */
import type { RequestOptions } from '../../domain/people/webauthn.ts'
import type { Role } from '../../domain/people/roles.ts'
import type { Authenticator } from './authenticator.ts'
import { joinedUser } from './people.ts'
import type { TestAccount } from './service.ts'

export type Shown = { status: number; location: string | null; html: string; headers: Headers }

/** The forms of a page, each by the address that it posts to, with its hidden fields. */
export const hiddenFields = (html: string, action: string): Record<string, string> => {
  const start = html.indexOf(`action="${action}"`)
  if (start < 0) throw new Error(`The page has no form for ${action}.`)
  const form = html.slice(start, html.indexOf('</form>', start))
  const fields = form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)
  return Object.fromEntries([...fields].map(([, name, value]) => [name, value]))
}

/** The options of WebAuthn that a page carries. */
export function passkeyOptions<Options>(html: string): Options {
  const json = /data-options="([^"]*)"/.exec(html)?.[1]
  if (json === undefined) throw new Error('The page asks for no passkey.')
  return JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&#39;', "'")) as Options
}

export class Visitor {
  readonly url: string
  readonly cookie: string
  readonly authenticator: Authenticator

  constructor(url: string, cookie: string, authenticator: Authenticator) {
    this.url = url
    this.cookie = cookie
    this.authenticator = authenticator
  }

  /** The same person, who reads another language. */
  reading(locale: string): Visitor {
    const cookie = `${this.cookie}; __Host-balcao_language=${locale}`
    return new Visitor(this.url, cookie, this.authenticator)
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Shown> {
    return this.#send(path, { headers })
  }

  /** Posts fields as they are, from a page of the service unless a header says otherwise. */
  async post(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Shown> {
    const origin = new URL(this.url).origin
    const body = new URLSearchParams(fields)
    return this.#send(path, { method: 'POST', body, headers: { origin, ...headers } })
  }

  /**
   * Fills in the form of a page and sends it. A passkey that is asked for is given.
   *
   * @param page where the form stands
   * @param action where it posts to
   */
  async submit(page: string, action: string, fields: Record<string, string>): Promise<Shown> {
    const { html } = await this.get(page)
    const answer = await this.post(action, { ...hiddenFields(html, action), ...fields })
    if (!answer.html.includes('data-page="confirm"')) return answer
    const passkey = JSON.stringify(
      this.authenticator.get(passkeyOptions<RequestOptions>(answer.html)),
    )
    return this.post(action, { ...hiddenFields(answer.html, action), passkey })
  }

  async #send(path: string, init: RequestInit): Promise<Shown> {
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

/** A person of an account who is signed in. */
export async function signIn(account: TestAccount, role: Role = 'owner'): Promise<Visitor> {
  const { token, browser } = await joinedUser(account, { role })
  const cookie = `__Host-balcao_session=${token}`
  return new Visitor(account.on.url, cookie, browser.authenticator)
}
