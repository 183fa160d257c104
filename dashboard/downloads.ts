/** Files that are sent as they are made, at the pace at which they are received. */
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Response } from 'express'
import { ApiError } from '../contract/apiError.ts'
import type { Session } from '../domain/people/people.ts'
import { Semaphore } from '../runtime/semaphore.ts'
import type { DashboardOptions } from './options.ts'
import type { Download, PageContext } from './page.ts'
import { securityHeaders } from './render.ts'

/** How many files are sent at once: by a process, to one account, and to one person. */
const MAX_DOWNLOADS = 64
const MAX_OF_SELLER = 32
const MAX_OF_PERSON = 4

type Piece = string | Uint8Array

/** The recipient of a file, whose session is checked again after each piece. */
type Reader = { context: PageContext; isSignedIn: () => Promise<boolean> }

/** Sends files, as many at once as there are places. */
export class Downloads {
  readonly #options: DashboardOptions
  readonly #ofSellers = new Semaphore({ all: MAX_DOWNLOADS, each: MAX_OF_SELLER })
  readonly #ofPeople = new Semaphore({ all: MAX_DOWNLOADS, each: MAX_OF_PERSON })

  constructor(options: DashboardOptions) {
    this.#options = options
  }

  /**
   * Resolves once the first piece is there, which decides whether there is a file at all.
   *
   * @throws ApiError when there is no place; one is free again when its response has closed
   */
  async send(
    response: Response,
    { pieces: piecesOf, fileName, type }: Download,
    reader: Reader,
  ): Promise<void> {
    const { log, service, sendTimeoutMs } = this.#options
    if (response.closed) return
    const release = this.#tryAcquire(reader.context.session)
    if (!release) throw new ApiError('service_unavailable')
    response.once('close', release)
    const file = whileSignedIn(piecesOf(reader.context), reader.isSignedIn)
    const pieces = takenInTime(file, response, sendTimeoutMs)
    const first = await pieces.next()
    // A response that has closed meanwhile tells of it no more.
    if (response.closed) return void (await pieces.return())
    response.attachment(fileName(reader.context))
    // After the name, by whose ending Express chooses a type.
    response.set({ ...securityHeaders, 'Content-Type': type })
    if (response.req.method === 'HEAD') {
      await pieces.return()
      return void response.end()
    }
    const source = Readable.from(beginningWith(first, pieces))
    const stop = () => source.destroy()
    service.ending.addEventListener('abort', stop, { once: true })
    source.once('error', (error) => {
      log.warn({ err: error }, 'a download was not completed')
      // Without its end, so that the browser does not take a part for the whole.
      response.destroy()
    })
    response.once('close', () => {
      service.ending.removeEventListener('abort', stop)
      source.destroy()
    })
    source.pipe(response)
  }

  /** A place of the account and one of the person, or none. */
  #tryAcquire({ seller, user }: Session): (() => void) | undefined {
    const releaseSeller = this.#ofSellers.tryAcquire(seller.id)
    const releasePerson = releaseSeller && this.#ofPeople.tryAcquire(user.id)
    if (!releasePerson) return void releaseSeller?.()
    return () => {
      releasePerson()
      releaseSeller()
    }
  }
}

/** Ends the file as soon as the session of its reader has ended. */
async function* whileSignedIn(pieces: AsyncIterable<Piece>, isSignedIn: Reader['isSignedIn']) {
  for await (const piece of pieces) {
    yield piece
    // A query on SQLite and a write to a socket with room are done at once: without this, requests
    // would wait until the whole file is made.
    await nextTurn()
    if (!(await isSignedIn())) throw new Error('The session of the reader has ended.')
  }
}

/**
 * Cuts off a reader who takes no further piece in time, or does not receive the last one. How long
 * the pieces take to be made does not count.
 */
async function* takenInTime(pieces: AsyncIterable<Piece>, response: Response, limitMs: number) {
  let timeout: NodeJS.Timeout | undefined
  const begin = () => {
    if (response.closed) return
    timeout = setTimeout(() => response.req.socket.resetAndDestroy(), limitMs)
  }
  response.once('close', () => clearTimeout(timeout))
  for await (const piece of pieces) {
    begin()
    yield piece
    clearTimeout(timeout)
  }
  begin()
}

async function* beginningWith(first: IteratorResult<Piece>, rest: AsyncIterator<Piece>) {
  for (let next = first; !next.done; next = await rest.next()) yield next.value
}
