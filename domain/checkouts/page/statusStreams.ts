import { Readable } from 'node:stream'
import { DatabaseUnavailable } from '../../../db/database.ts'
import type { QueryRunner } from '../../../db/database.ts'
import type { Row } from '../../../db/schema/tables.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { Logger } from '../../../runtime/logger.ts'
import { networkOf } from '../../../runtime/network.ts'
import { Places } from '../../../runtime/places.ts'
import type { Rail } from '../../pix/rail.ts'
import { paymentStatusView, readCheckoutOfPage } from '../view.ts'

type PaymentStatus = ReturnType<typeof paymentStatusView>

/** So many are open at once: in all, from one network, of one page. */
const MAX_STREAMS = 1_000
const MAX_OF_NETWORK = 250
const MAX_OF_PAGE = 10

/** How soon a change is seen on the page, whichever process made it. */
const LOOK_EVERY_MS = 500

/** Proxies close connections that stay silent for 15 s. */
const LOOKS_IN_SILENCE = 30

/** @param last the event that it was sent last */
type Stream = { body: Readable; last: string; leave(): void }

/** One session's streams, and the timer of the look that they share. */
type Feed = { streams: Set<Stream>; hasCode: boolean; silentLooks: number; timer?: NodeJS.Timeout }

type Options = {
  db: QueryRunner
  clock: Clock
  rail: Rail
  log: Logger
  /** Aborted when the service drains: the streams end. */
  ending: AbortSignal
}

/** The state of an open page as of now. */
export const statusOf = async (checkout: Row<'checkouts'>, rail: Rail): Promise<PaymentStatus> =>
  paymentStatusView(checkout, checkout.status === 'open' && (await rail.hasCode(checkout)))

/** Server-sent events of pages: those that show one session share one look at the database. */
export class StatusStreams {
  readonly #on: Options
  readonly #places = new Places({ all: MAX_STREAMS, each: MAX_OF_NETWORK })
  readonly #feeds = new Map<string, Feed>()

  constructor(options: Options) {
    this.#on = options
    options.ending.addEventListener(
      'abort',
      () => {
        for (const [token, feed] of this.#feeds) this.#end(token, feed)
      },
      { once: true },
    )
  }

  /**
   * An event at once and at each change, until the session is closed for good.
   *
   * @param status what the first event says
   * @returns undefined when there is no place; one is free again when its stream has closed
   */
  open({
    token,
    address,
    status,
  }: {
    token: string
    address: string
    status: PaymentStatus
  }): Readable | undefined {
    const feed = this.#feeds.get(token) ?? {
      streams: new Set(),
      hasCode: status.code_ready,
      silentLooks: 0,
    }
    if (feed.streams.size >= MAX_OF_PAGE) return undefined
    const release = this.#places.take(networkOf(address))
    if (!release) return undefined
    const body = new Readable({ read: () => undefined })
    const leave = () => {
      release()
      feed.streams.delete(stream)
      if (feed.streams.size === 0) this.#end(token, feed)
    }
    const stream: Stream = { body, last: '', leave }
    body.once('close', leave)
    feed.streams.add(stream)
    if (!this.#feeds.has(token)) this.#feeds.set(token, feed)
    tell(stream, status)
    if (status.status !== 'open' || this.#on.ending.aborted) end(stream)
    else if (!feed.timer) this.#lookSoon(token, feed)
    return body
  }

  #lookSoon(token: string, feed: Feed): void {
    feed.timer = setTimeout(() => void this.#look(token, feed), LOOK_EVERY_MS)
  }

  async #look(token: string, feed: Feed): Promise<void> {
    try {
      const status = await this.#read(token, feed)
      for (const stream of feed.streams) if (status) tell(stream, status)
      if (status?.status !== 'open') return this.#end(token, feed)
    } catch (error) {
      // While the database is away, there is nothing to tell.
      if (!(error instanceof DatabaseUnavailable)) {
        this.#on.log.error({ err: error }, 'streams ended')
        return this.#end(token, feed)
      }
    }
    if (++feed.silentLooks >= LOOKS_IN_SILENCE) {
      feed.silentLooks = 0
      for (const { body } of feed.streams) {
        // What was sent before has not been taken: the stream is not read any more.
        if (body.readableLength > 0) body.destroy()
        else body.push(': still open\n\n')
      }
    }
    if (this.#feeds.get(token) === feed) this.#lookSoon(token, feed)
  }

  async #read(token: string, feed: Feed): Promise<PaymentStatus | undefined> {
    const { db, clock, rail } = this.#on
    const checkout = await readCheckoutOfPage(db, token, await clock.now())
    if (!checkout) return undefined
    // Once there is a code, it is looked again with each sign of life, so that the bank is asked
    // about the charge of a page that stays open.
    const isDue = !feed.hasCode || feed.silentLooks === 0
    if (checkout.status === 'open' && isDue) feed.hasCode = await rail.hasCode(checkout)
    return paymentStatusView(checkout, checkout.status === 'open' && feed.hasCode)
  }

  /** By now there may be another feed of the page. */
  #end(token: string, feed: Feed): void {
    if (this.#feeds.get(token) !== feed) return
    this.#feeds.delete(token)
    clearTimeout(feed.timer)
    for (const stream of feed.streams) end(stream)
  }
}

function tell(stream: Stream, status: PaymentStatus): void {
  const event = `data: ${JSON.stringify(status)}\n\n`
  if (event === stream.last) return
  stream.last = event
  stream.body.push(event)
}

/** The place is free at once, whether or not what is left of the stream is read. */
function end({ body, leave }: Stream): void {
  body.push(null)
  leave()
}
