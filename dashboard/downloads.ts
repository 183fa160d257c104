/** Files that are sent as they are made, at the pace at which they are received. */
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Response } from 'express'
import type { DashboardOptions } from './dashboard.ts'
import type { Download, PageContext } from './page.ts'
import { securityHeaders } from './render.ts'

/** Who receives a file. */
type Reader = { context: PageContext; isSignedIn: () => Promise<boolean> }

/** Resolves once the first piece is there, which decides whether there is a file at all. */
export async function sendDownload(
  response: Response,
  { lines, fileName }: Download,
  { context, isSignedIn }: Reader,
  { log, service }: DashboardOptions,
): Promise<void> {
  const pieces = whileSignedIn(lines(context), isSignedIn)
  const first = await pieces.next()
  response.set({ ...securityHeaders, 'Content-Type': 'text/csv; charset=utf-8' })
  response.attachment(fileName)
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
  response.emit('streaming')
}

/** A file takes as long as its reader likes; what it holds is read no longer than they may. */
async function* whileSignedIn(pieces: AsyncIterable<string>, isSignedIn: Reader['isSignedIn']) {
  for await (const piece of pieces) {
    yield piece
    // A query on SQLite and a write to a socket with room are done at once: without this, requests
    // would wait until the whole file is made.
    await nextTurn()
    if (!(await isSignedIn())) throw new Error('The session of the reader has ended.')
  }
}

async function* beginningWith(first: IteratorResult<string>, rest: AsyncIterator<string>) {
  for (let next = first; !next.done; next = await rest.next()) yield next.value
}
