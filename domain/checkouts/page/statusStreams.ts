import { Readable } from 'node:stream'
import { DatabaseUnavailable } from '../../../db/database.ts'
import type { QueryRunner } from '../../../db/database.ts'
import type { Row } from '../../../db/schema/tables.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { Logger } from '../../../runtime/logger.ts'
import { networkOf } from '../../../runtime/network.ts'
import { Semaphore } from '../../../runtime/semaphore.ts'
import type { Rail } from '../../pix/rounds/rail.ts'
import type { EventRecorder } from '../eventRecorder.ts'
import { paymentStatusView, readCheckoutOfPage } from '../view.ts'
import { drawQr } from './qr.ts'

type PaymentStatus = ReturnType<typeof paymentStatusView>

/** How many streams may be open at once: in all, from one network, of one page. */
const MAX_STREAMS = 1_000
const MAX_OF_NETWORK = 250
const MAX_OF_PAGE = 10

/** How soon the page shows a change, whichever process made it. */
const POLL_INTERVAL_MS = 500

/** Proxies close connections that stay silent: a comment is sent every 15 s. */
const POLLS_PER_COMMENT = 30

/**
 * @param last the event that it was sent last
 * @param wantsCode the code is to be sent as soon as there is one, since the page shows none
 */
type Stream = { body: Readable; last: string; wantsCode: boolean; leave(): void }

/** The streams of one page, and the timer of the poll that they share. */
type Feed = {
  streams: Set<Stream>
  hasCode: boolean
  pollsSinceComment: number
  timer?: NodeJS.Timeout
}

type Options = {
  db: QueryRunner
  clock: Clock
  rail: Rail
  events: EventRecorder
  log: Logger
  /** Aborted when the service drains: the streams end. */
  ending: AbortSignal
}

type PageState = { status: PaymentStatus; pix_code: string | undefined }

/** The state of a page as of now, and the code that a bank has made for it while it is open. */
export async function stateOf(checkout: Row<'checkouts'>, rail: Rail): Promise<PageState> {
  const code = checkout.status === 'open' ? await rail.codeOf(checkout) : undefined
  return {
    status: paymentStatusView(checkout, code?.isReady ?? false),
    pix_code: code?.pix_code,
  }
}

/** The event that brings a bank's code to a page which shows none; undefined when it has none. */
export function codeEventOf(pix_code: string | undefined): string | undefined {
  const qr = pix_code === undefined ? null : drawQr(pix_code)
  return qr === null ? undefined : `event: code\ndata: ${JSON.stringify({ pix_code, qr })}\n\n`
}

/** Server-sent events of hosted pages. The streams of one page share one poll of the database. */
export class StatusStreams {
  readonly #on: Options
  readonly #places = new Semaphore({ all: MAX_STREAMS, each: MAX_OF_NETWORK })
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
   * Sends an event at once and at each change, until the checkout is not open any more.
   *
   * @param status of the first event
   * @param code for a page without one, the event that brings it, or null until there is one
   * @returns undefined when there is no place; one is free again when its stream has closed
   */
  open({
    token,
    address,
    status,
    code,
  }: {
    token: string
    address: string
    status: PaymentStatus
    code?: string | null | undefined
  }): Readable | undefined {
    const feed = this.#feeds.get(token) ?? {
      streams: new Set(),
      hasCode: status.code_ready,
      pollsSinceComment: 0,
    }
    // The feed's may be 15 s old, and a page that gets the news of a code which is gone reloads.
    feed.hasCode &&= status.code_ready
    if (feed.streams.size >= MAX_OF_PAGE) return undefined
    const release = this.#places.tryAcquire(networkOf(address))
    if (!release) return undefined
    const body = new Readable({ read: () => undefined })
    const leave = () => {
      release()
      feed.streams.delete(stream)
      if (feed.streams.size === 0) this.#end(token, feed)
    }
    const stream: Stream = { body, last: '', wantsCode: code === null, leave }
    body.once('close', leave)
    feed.streams.add(stream)
    if (!this.#feeds.has(token)) this.#feeds.set(token, feed)
    if (code) body.push(code)
    sendStatus(stream, status)
    if (status.status !== 'open' || this.#on.ending.aborted) end(stream)
    else if (!feed.timer) this.#pollLater(token, feed)
    return body
  }

  #pollLater(token: string, feed: Feed): void {
    feed.timer = setTimeout(() => void this.#poll(token, feed), POLL_INTERVAL_MS)
  }

  async #poll(token: string, feed: Feed): Promise<void> {
    try {
      const status = await this.#read(token, feed)
      for (const stream of feed.streams) if (status) sendStatus(stream, status)
      if (status?.status !== 'open') return this.#end(token, feed)
    } catch (error) {
      // An outage of the database ends no stream: the next poll may find it again.
      if (!(error instanceof DatabaseUnavailable)) {
        this.#on.log.error({ err: error }, 'streams ended')
        return this.#end(token, feed)
      }
    }
    if (++feed.pollsSinceComment >= POLLS_PER_COMMENT) {
      feed.pollsSinceComment = 0
      for (const { body } of feed.streams) {
        // Data sent at least 15 s ago is still unread: the client is gone.
        if (body.readableLength > 0) body.destroy()
        else body.push(': still open\n\n')
      }
    }
    if (this.#feeds.get(token) === feed) this.#pollLater(token, feed)
  }

  async #read(token: string, feed: Feed): Promise<PaymentStatus | undefined> {
    const { db, clock, rail, events } = this.#on
    const checkout = await readCheckoutOfPage(db, token, { now: await clock.now(), events })
    if (!checkout) return undefined
    // Once there is a code, this is read with each comment only: the call also has the bank polled
    // about the charge of a page that stays open.
    const waiting = [...feed.streams].filter(({ wantsCode }) => wantsCode)
    const isDue = !feed.hasCode || feed.pollsSinceComment === 0 || waiting.length > 0
    if (checkout.status === 'open' && isDue) {
      const { isReady, pix_code } = await rail.codeOf(checkout)
      feed.hasCode = isReady
      // A stream that was opened meanwhile may have seen the code withdrawn: it waits for the next
      // poll. One that has ended meanwhile may be sent nothing.
      const present = waiting.filter((stream) => feed.streams.has(stream))
      if (isReady) bringCode(present, pix_code)
    }
    return paymentStatusView(checkout, checkout.status === 'open' && feed.hasCode)
  }

  /** Does nothing when the page has another feed by now. */
  #end(token: string, feed: Feed): void {
    if (this.#feeds.get(token) !== feed) return
    this.#feeds.delete(token)
    clearTimeout(feed.timer)
    for (const stream of feed.streams) end(stream)
  }
}

/** Sends the code before the status that there is one, at which a page would be loaded again. */
function bringCode(streams: Stream[], pix_code: string | undefined): void {
  if (streams.length === 0) return
  const code = codeEventOf(pix_code)
  for (const stream of streams) {
    if (code !== undefined) stream.body.push(code)
    stream.wantsCode = false
  }
}

function sendStatus(stream: Stream, status: PaymentStatus): void {
  const event = `data: ${JSON.stringify(status)}\n\n`
  if (event === stream.last) return
  stream.last = event
  stream.body.push(event)
}

/** Frees the stream's place at once, whether or not what is left of it is read. */
function end({ body, leave }: Stream): void {
  body.push(null)
  leave()
}
