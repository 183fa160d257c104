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

/** A caller of the service's HTTP API with a token of its own. */
export class Api {
  readonly #base_url: string
  readonly #onStep: (step: Step) => void
  #authorization = ''

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
    this.#authorization = `Bearer ${token['access_token']}`
  }

  /** @throws UnexpectedAnswer when the answer is not 2xx */
  get(title: string, path: string): Promise<Record<string, unknown>> {
    return this.#send(title, 'GET', path, { headers: { authorization: this.#authorization } })
  }

  /** @throws UnexpectedAnswer when the answer is not 2xx */
  post(title: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const headers = { authorization: this.#authorization, 'content-type': 'application/json' }
    return this.#send(title, 'POST', path, { headers, ...body && { body: JSON.stringify(body) } })
  }

  async #send(
    title: string,
    method: string,
    path: string,
    { headers, body }: { headers: Record<string, string>; body?: string | URLSearchParams },
  ): Promise<Record<string, unknown>> {
    const response = await fetch(this.#base_url + path, { method, headers, body: body ?? null })
    const shown = typeof body === 'string' ? JSON.parse(body) as unknown : body?.toString()
    const step: Step = {
      title,
      request: { method, path, ...shown !== undefined && { body: shown } },
      status: response.status,
      body: await response.json() as Record<string, unknown>,
    }
    this.#onStep(step)
    if (!response.ok) throw new UnexpectedAnswer(step)
    return step.body
  }
}
