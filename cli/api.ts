/** A request that was made and the answer that came, as the demo prints them. */
export type Step = {
  title: string
  request: { method: string; path: string; body?: unknown }
  status: number
  body: Record<string, unknown>
}

/** The service answered with something other than success. */
export class UnexpectedAnswer extends Error {
  override name = 'UnexpectedAnswer'

  constructor({ title, request, status, body }: Step) {
    super(`${title}: ${request.method} ${request.path} answered ${status} ${JSON.stringify(body)}`)
  }
}

/** Nothing answered at the address, or something that is not this service. */
export class NoService extends Error {
  override name = 'NoService'
}

const ANSWER_TIMEOUT_MS = 10_000

/** A caller of the service's HTTP API with a token of its own. */
export class Api {
  readonly #base_url: string
  readonly #onStep: (step: Step) => void
  #authorization: Record<string, string> = {}

  constructor(base_url: string, onStep: (step: Step) => void = () => undefined) {
    this.#base_url = base_url
    this.#onStep = onStep
  }

  /** Exchanges client credentials for the token that the following calls carry. */
  async authenticate(client: { client_id: string; client_secret: string }): Promise<void> {
    const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')
    const token = await this.#send('Get a token', 'POST', '/oauth/token', {
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    this.#authorization = { authorization: `Bearer ${token['access_token']}` }
  }

  /** @throws UnexpectedAnswer when the answer is not 2xx, NoService when there is none */
  get(title: string, path: string): Promise<Record<string, unknown>> {
    return this.#send(title, 'GET', path, { headers: this.#authorization })
  }

  /** @throws UnexpectedAnswer when the answer is not 2xx, NoService when there is none */
  post(title: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const headers = { ...this.#authorization, 'content-type': 'application/json' }
    return this.#send(title, 'POST', path, { headers, ...(body && { body: JSON.stringify(body) }) })
  }

  async #send(
    title: string,
    method: string,
    path: string,
    { headers, body }: { headers: Record<string, string>; body?: string | URLSearchParams },
  ): Promise<Record<string, unknown>> {
    const request = this.#base_url + path
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
    const response = await fetch(request, { method, headers, body: body ?? null, signal }).catch(
      (cause: unknown) => {
        throw new NoService(`No service answers at ${this.#base_url}.`, { cause })
      },
    )
    const answer = await response.json().catch((cause: unknown) => {
      throw new NoService(`${this.#base_url} does not answer as this service does.`, { cause })
    })
    const shown = typeof body === 'string' ? (JSON.parse(body) as unknown) : body?.toString()
    const step: Step = {
      title,
      request: { method, path, ...(shown !== undefined && { body: shown }) },
      status: response.status,
      body: answer as Record<string, unknown>,
    }
    this.#onStep(step)
    if (!response.ok) throw new UnexpectedAnswer(step)
    return step.body
  }
}
