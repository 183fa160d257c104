/** A shop that sells all the time, at whichever of the services answers. */
import { setTimeout as wait } from 'node:timers/promises'

type Client = { client_id: string; client_secret: string }

/** How many sales are under way at a time, and the pause after each. */
const SHOPPERS = 4
const PAUSE_MS = 20

/** A buyer would not wait for longer. */
const TIMEOUT_MS = 5_000

export class Load {
  /** The services that are asked, in turn. */
  ports: number[] = []
  /** Ids of the checkouts whose payment was acknowledged. */
  readonly paid: string[] = []
  longestGapMs = 0
  /** How long an answer is waited for. */
  timeoutMs = TIMEOUT_MS
  readonly faults = new Map<string, number>()
  #lastMs = performance.now()
  #turn = 0
  #ended = false
  #work: Promise<unknown> = Promise.resolve()
  readonly #of: { client: Client; offer_id: string }
  readonly #tokens = new Map<number, string>()

  constructor(of: { client: Client; offer_id: string }) {
    this.#of = of
  }

  start(): void {
    this.#lastMs = performance.now()
    this.#work = Promise.all(Array.from({ length: SHOPPERS }, () => this.#shop()))
  }

  async stop(): Promise<void> {
    this.#ended = true
    await this.#work
    this.#succeeded()
  }

  async #shop(): Promise<void> {
    while (!this.#ended) {
      const port = this.ports[this.#turn++ % this.ports.length]
      if (port !== undefined) await this.#sell(port).catch((error: unknown) => this.#failed(error))
      await wait(PAUSE_MS)
    }
  }

  async #sell(port: number): Promise<void> {
    const { offer_id } = this.#of
    const opened = await this.#post<{ id: string }>(port, '/v1/checkouts', { offer_id })
    await this.#post(port, `/sandbox/checkouts/${opened.id}/pay`, undefined)
    this.paid.push(opened.id)
  }

  async #post<Body>(port: number, path: string, json: unknown): Promise<Body> {
    const token = this.#tokens.get(port) ?? (await this.#login(port))
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        'idempotency-key': crypto.randomUUID(),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      signal: AbortSignal.timeout(this.timeoutMs),
    })
    if (!answer.ok) throw new Error(`${answer.status}`)
    this.#succeeded()
    return (await answer.json()) as Body
  }

  async #login(port: number): Promise<string> {
    const { client_id, client_secret } = this.#of.client
    const answer = await fetch(`http://127.0.0.1:${port}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      signal: AbortSignal.timeout(this.timeoutMs),
    })
    if (!answer.ok) throw new Error(`token ${answer.status}`)
    const { access_token } = (await answer.json()) as { access_token: string }
    this.#tokens.set(port, access_token)
    return access_token
  }

  #succeeded(): void {
    const nowMs = performance.now()
    this.longestGapMs = Math.max(this.longestGapMs, nowMs - this.#lastMs)
    this.#lastMs = nowMs
  }

  #failed(error: unknown): void {
    const { message, cause } = error as Error
    const what = (cause as { code?: string } | undefined)?.code ?? message
    this.faults.set(what, (this.faults.get(what) ?? 0) + 1)
  }
}
