/** Requests drawn at random from a seed, and answers with ids and tokens replaced by numbers. */
import type { TestAccount, TestService } from './service.ts'
import type { Wire } from '../guarantees/support/wire.ts'

/** A request in which ids and tokens stand by their numbers: `<cus 3>`. */
export type TraceRequest = {
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
}

/** Headers that differ between any two answers. */
const ownToEachAnswer = new Set(['date', 'x-request-id', 'connection', 'keep-alive'])

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const names = new RegExp(
  `\\b(cus|prod|offer|checkout|item|seller|client|pay|refund)_${uuid}|\\b(lk)_[0-9a-f]{32}` +
    '|(?<="(txid)":")[0-9a-f]{32}|(/pay/)[\\w-]{51}' +
    '|\\b(bci)_[\\w-]{22}|\\b(eyJ)[\\w.-]+|\\b(E99999999)\\d{12}[0-9a-z]{11}',
  'g',
)

/** An account of a service, with its ids replaced by numbers. */
export class Numbered {
  #account: TestAccount
  readonly #wire: Wire
  readonly #numbers = new Map<string, string>()
  readonly #names = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  constructor(account: TestAccount, wire: Wire) {
    this.#account = account
    this.#wire = wire
  }

  get service(): TestService {
    return this.#account.on
  }

  /** Gets a new token, once the one before has expired. */
  async renew(): Promise<void> {
    this.#account = await this.#account.on.login(this.#account)
  }

  /** Every id that was seen, by its kind: how many there are. */
  count(kind: string): number {
    return this.#counts.get(kind) ?? 0
  }

  /** Makes a request and gives the whole answer as one text. */
  async answer({ method, path, body, headers = {} }: TraceRequest): Promise<string> {
    const all = {
      ...(!path.startsWith('/pay/') && { authorization: `Bearer ${this.#account.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    }
    const {
      status,
      headers: answered,
      text,
    } = await this.#wire.request({
      method,
      path: this.named(path),
      headers: Object.entries(all),
      body: body === undefined ? undefined : this.named(JSON.stringify(body)),
    })
    const lines = Object.entries(answered)
      .filter(([name]) => !ownToEachAnswer.has(name))
      .map(([name, value]) => `${name}: ${value}`)
    return this.#numbered([status, ...lines.toSorted(), '', text].join('\n'))
  }

  /** Replaces numbers by their ids here; a number without an id stays. */
  named(text: string): string {
    return text.replace(/<\w+ \d+>/g, (number) => this.#names.get(number) ?? number)
  }

  #numbered(text: string): string {
    const { url } = this.#account.on
    return text
      .replaceAll(url, 'http://service')
      .replace(/req_[0-9a-f-]{36}/g, '<request>')
      .replace(names, (name, ...kinds: string[]) => {
        const known = this.#numbers.get(name)
        if (known) return known
        const found = kinds.find((one) => one !== undefined && !/^\d/.test(one)) ?? ''
        const kind = found === '/pay/' ? 'page' : found
        const count = (this.#counts.get(kind) ?? 0) + 1
        const number = `<${kind} ${count}>`
        this.#counts.set(kind, count)
        this.#numbers.set(name, number)
        this.#names.set(number, kind === 'page' ? name.slice('/pay/'.length) : name)
        return number
      })
  }
}
