import { parseDirectly } from '../answerFields.ts'
import type { ParseAnswer } from '../answerFields.ts'
import { censored, isSuccess, NOT_FOUND, refusedWith } from '../answers.ts'
import { kindOf } from '../attempts.ts'
import type { RequestKind } from '../attempts.ts'
import { mutualTls } from '../options.ts'
import type { BankOptions, BankSettings } from '../options.ts'
import type { BankRequest, BankResponse, BankTransport } from '../mtls.ts'
import type { Fields } from '../fields.ts'

/** A request to a provider; its path begins after the address of the API. */
export type JsonCall = {
  kind?: RequestKind
  method: BankRequest['method']
  path: string
  body?: object
  headers?: Record<string, string>
}

/** Rules of a provider's API. */
type Manner = {
  /** Our credentials. */
  authorization: string
  /** The problem that a response names, in one line. */
  problemOf(text: string): string
  /** True when an error response means that the object does not exist. */
  saysNotFound(answer: BankResponse): boolean
}

/** A provider that speaks JSON over HTTPS, and knows us by a key that goes with each request. */
export class JsonApi {
  readonly #settings: BankSettings
  readonly #manner: Manner
  readonly #client: BankTransport
  readonly #parse: ParseAnswer

  constructor(
    settings: BankSettings,
    { transportOf = mutualTls, parse = parseDirectly, ...options }: BankOptions,
    manner: Manner,
  ) {
    this.#settings = settings
    this.#parse = parse
    this.#manner = manner
    this.#client = transportOf(settings, { ...options, isPublicOnly: settings.public_only })
  }

  /** @throws BankError when there is no answer, or an error */
  async ask(call: JsonCall): Promise<Fields> {
    const answer = await this.#send(call)
    if (isSuccess(answer)) return this.#parse(answer.text)
    throw this.#refused(answer, call)
  }

  /** The same, but undefined when the provider answers that the object does not exist. */
  async find(call: JsonCall): Promise<Fields | undefined> {
    const answer = await this.#send(call)
    if (isSuccess(answer)) return this.#parse(answer.text)
    if (NOT_FOUND.has(answer.status) || this.#manner.saysNotFound(answer)) return undefined
    throw this.#refused(answer, call)
  }

  #refused(answer: BankResponse, { method, path }: JsonCall) {
    const call = `${method} ${path.split('?')[0]}`
    return refusedWith(answer, { asked: call, problem: this.#manner.problemOf(answer.text) })
  }

  async #send({
    method,
    path,
    body,
    kind = kindOf(method),
    headers = {},
  }: JsonCall): Promise<BankResponse> {
    const answer = await this.#client.send({
      kind,
      method,
      url: this.#settings.url + path,
      headers: {
        ...headers,
        accept: 'application/json',
        authorization: this.#manner.authorization,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return isSuccess(answer) ? answer : censored(answer, this.#settings)
  }

  close(): void {
    this.#client.close()
  }

  rest(): void {
    this.#client.rest()
  }

  retire(): void {
    this.#client.retire()
  }
}
