/** One whole paid checkout, as a shop and its buyer meet it. */
import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { exchange, openEvents } from './exchange.ts'
import type { RequestOptions, Answer } from './exchange.ts'

/** A shop at a running service. */
export type Shop = {
  url: string
  /** The connections of the shop's server, which are kept. */
  agent: Agent
  client: { client_id: string; client_secret: string }
  offer_id: string
  customer_id: string
  /** Where buyers pay at the bank. */
  control_url: string
  /** Where the bank announces transfers. */
  callback_url: string
  /** Buyers look at the page until it has forwarded them; others leave it once they have paid. */
  areBuyersStaying: boolean
  /** Resolves with the signed event of a checkout. */
  eventOf(checkoutId: string): Promise<void>
}

/** Counts of what was met, by name. */
export class Tally {
  readonly counts = new Map<string, number>()

  add(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
  }
}

const PAUSE_MS = 1_000

/** The page's script asks so often when it has no stream. */
const POLL_MS = 2_000

/** The headers that a browser sends with each page. */
const browser = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'pt-BR,pt;q=0.9,en;q=0.8',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

type Status = { status: string; code_ready: boolean }

/** The event that brings the code to a page which shows none. */
type Code = { pix_code: string }

/** Asks again after a 503, as clients do, and counts it. */
async function ask(url: string, asked: RequestOptions, tally: Tally): Promise<Answer> {
  for (;;) {
    const heard = await exchange(url, asked)
    if (heard.status < 300) return heard
    tally.add(String(heard.status))
    if (heard.status !== 503) throw new Error(`${url} answered ${heard.status} ${heard.text}`)
    await wait(Number(heard.headers['retry-after'] ?? 0) * 1_000 || PAUSE_MS)
  }
}

const codeIn = (page: string) => /<textarea[^>]*>([^<]+)<\/textarea>/.exec(page)?.[1]

/** The hosted page in a tab that is looked at. */
class Page {
  readonly #url: string
  readonly #tally: Tally
  /** A browser has connections of its own. */
  readonly #agent = new Agent({ keepAlive: true })
  #isLeft = false

  constructor(url: string, tally: Tally) {
    this.#url = url
    this.#tally = tally
  }

  /**
   * Loads the page and does what its script does: it follows the stream, and loads the page again
   * at each change that the stream does not bring itself.
   *
   * @param pay called once, with the code
   */
  async watch(pay: (code: string) => Promise<void>): Promise<void> {
    let payment: Promise<void> | undefined
    const payOnce = (code: string) => {
      payment ??= pay(code)
      payment.catch(() => this.#agent.destroy())
    }
    try {
      for (;;) {
        const page = await this.#load()
        const code = codeIn(page)
        if (!page.includes('id="open"')) return await payment
        if (code !== undefined) payOnce(code)
        await this.#follow(code !== undefined, payOnce)
      }
    } catch (error) {
      await payment
      if (!this.#isLeft) throw error
    } finally {
      this.#agent.destroy()
    }
  }

  /** Closes the tab: what is on its way to it is broken off. */
  leave(): void {
    this.#isLeft = true
    this.#agent.destroy()
  }

  async #load(): Promise<string> {
    const { text } = await ask(this.#url, { agent: this.#agent, headers: browser }, this.#tally)
    const isOpen = text.includes('id="open"')
    const kind = !isOpen ? 'final' : codeIn(text) === undefined ? 'without a code' : 'with a code'
    this.#tally.add(`page ${kind}`)
    return text
  }

  /** Resolves when the page is to be loaded again. */
  async #follow(hasCode: boolean, pay: (code: string) => unknown): Promise<void> {
    const headers = { ...browser, accept: 'text/event-stream', 'cache-control': 'no-cache' }
    const asked = { agent: this.#agent, headers }
    this.#tally.add('stream')
    const url = `${this.#url}/events${hasCode ? '' : '?code=1'}`
    const { status: answered, events } = await openEvents<Status | Code>(url, asked)
    if (answered !== 200) {
      // The script then asks at intervals, until the page is to be loaded again.
      this.#tally.add(String(answered))
      return void (await wait(POLL_MS))
    }
    let isShown = hasCode
    for await (const event of events) {
      if ('pix_code' in event) {
        isShown = true
        pay(event.pix_code)
      } else if (event.status !== 'open' || event.code_ready !== isShown) return
    }
  }
}

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }
const jsonHeaders = { 'content-type': 'application/json' }

async function tokenOf({ url, agent, client }: Shop, tally: Tally): Promise<string> {
  const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')
  const headers = { ...formHeaders, authorization: `Basic ${basic}` }
  const body = 'grant_type=client_credentials'
  const { text } = await ask(`${url}/oauth/token`, { agent, method: 'POST', headers, body }, tally)
  return (JSON.parse(text) as { access_token: string }).access_token
}

/** Pays at the bank, which announces it to the service, and does so again when that is refused. */
async function payAt(shop: Shop, code: string, tally: Tally): Promise<void> {
  const { control_url, callback_url, agent } = shop
  const post = (body: object) => ({
    agent,
    method: 'POST',
    headers: jsonHeaders,
    body: JSON.stringify(body),
  })
  const { status, text } = await exchange(`${control_url}/payments`, post({ code }))
  if (status !== 200) throw new Error(`The bank answered ${status} ${text}`)
  const { pix, callback } = JSON.parse(text) as { pix: object; callback: unknown }
  if (callback === 200) return
  tally.add(String(callback))
  await wait(PAUSE_MS)
  await ask(`${callback_url}/pix`, post({ pix: [pix] }), tally)
}

/** Sells once: from the token to the checkout that the shop reads as paid. */
export async function sell(shop: Shop, tally: Tally): Promise<void> {
  const { url, agent, offer_id, customer_id } = shop
  const authorization = `Bearer ${await tokenOf(shop, tally)}`
  const opened = await ask(
    `${url}/v1/checkouts`,
    {
      agent,
      method: 'POST',
      headers: { ...jsonHeaders, authorization, 'idempotency-key': randomUUID() },
      body: JSON.stringify({
        offer_id,
        customer_id,
        external_id: `pedido-${randomUUID()}`,
        success_url: 'https://loja.example/obrigado',
        cancel_url: 'https://loja.example/carrinho',
        metadata: { origem: 'loja' },
      }),
    },
    tally,
  )
  const { id, checkout_url } = JSON.parse(opened.text) as { id: string; checkout_url: string }
  const told = shop.eventOf(id)
  const page = new Page(url + new URL(checkout_url).pathname, tally)
  const watched = page.watch(async (code) => {
    await payAt(shop, code, tally)
    if (!shop.areBuyersStaying) page.leave()
  })
  // A page that fails has paid nothing, so that there is no event to wait for.
  await Promise.race([told, watched.then(() => told)])
  const read = await ask(`${url}/v1/checkouts/${id}`, { agent, headers: { authorization } }, tally)
  const { status } = JSON.parse(read.text) as { status: string }
  if (status !== 'completed') throw new Error(`${id} is ${status}.`)
  await watched
}
