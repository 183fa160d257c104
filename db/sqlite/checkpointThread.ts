/** The thread of `Checkpoints`: a connection of its own to the file that it is given. */
import { fdatasyncSync, openSync, statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import SQLite from 'better-sqlite3'
import { checkpoint, LOG_PAGES, MAX_LOG_BYTES } from './checkpoints.ts'
import type { Checkpointed } from './checkpoints.ts'
import { displaced } from './place.ts'
import type { Place } from './place.ts'

/** When no more is left, the rest is written while writers wait. */
const REST_PAGES = 1_000

const places = workerData as Place[]
const [path = '', log_path = ''] = places.map((place) => place.path)

function checkPlaces(): void {
  const loss = displaced(places)
  if (loss) throw loss
}

function open(): SQLite.Database {
  // By its path: what stands there by now may be another database, and is not to be touched.
  checkPlaces()
  const client = new SQLite(path, { fileMustExist: true, timeout: 0 })
  client.pragma('synchronous = FULL')
  client.pragma('schema_version')
  checkPlaces()
  return client
}

const client = open()
let file: number | undefined

/** Has the disk take what the file was given, while others commit. */
function sync(): void {
  // Never closed: that would give up the locks of this process.
  file ??= openSync(path, 'r+')
  try {
    fdatasyncSync(file)
  } catch (error) {
    throw new SQLite.SqliteError(String(error), 'SQLITE_IOERR_FSYNC')
  }
}

const takesSpace = () => statSync(log_path).size > MAX_LOG_BYTES

/**
 * Writes the log back, again and again until little is left. A long one is begun anew then by the
 * next commit, and one that takes much space is emptied.
 */
function writeBack(): 'done' | 'nearly' | 'blocked' {
  const begin = checkpoint(client, 'NOOP')
  for (let left = begin.log - begin.checkpointed; ; ) {
    const { busy, log, checkpointed } = checkpoint(client, 'PASSIVE')
    // Another process is at it.
    if (busy) return 'blocked'
    if (log < LOG_PAGES) {
      return takesSpace() && checkpoint(client, 'TRUNCATE').busy ? 'blocked' : 'done'
    }
    const before = left
    left = log - checkpointed
    const isLittle = left <= REST_PAGES
    // Readers need it.
    if (!isLittle && left >= before) return 'blocked'
    sync()
    if (isLittle) break
  }
  return checkpoint(client, takesSpace() ? 'TRUNCATE' : 'RESTART').busy ? 'nearly' : 'done'
}

function work(): Checkpointed {
  try {
    return { state: writeBack() }
  } catch (error) {
    const { name, code = name, message } = error as NodeJS.ErrnoException
    return { code, message }
  }
}

parentPort?.on('message', (wish: 'checkpoint' | 'end') => {
  if (wish === 'checkpoint') return void parentPort?.postMessage(work())
  client.close()
  parentPort?.close()
})
