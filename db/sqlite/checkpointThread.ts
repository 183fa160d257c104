/** The thread of `Checkpoints`, with a connection of its own to the file. */
import { fdatasyncSync, openSync, statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import SQLite from 'better-sqlite3'
import { checkpoint, MAX_LOG_BYTES, MAX_LOG_PAGES } from './checkpoints.ts'
import type { CheckpointResult } from './checkpoints.ts'
import { displacement } from './openFiles.ts'
import type { OpenFile } from './openFiles.ts'

/** With no more pages left than this, the rest is written while writers wait. */
const REST_PAGES = 1_000

const files = workerData as OpenFile[]
const [path = '', logPath = ''] = files.map((file) => file.path)

function requireFiles(): void {
  const error = displacement(files)
  if (error) throw error
}

function open(): SQLite.Database {
  // It is opened by its path, where by now another database may be: that must not be written to.
  requireFiles()
  const client = new SQLite(path, { fileMustExist: true, timeout: 0 })
  client.pragma('synchronous = FULL')
  client.pragma('schema_version')
  requireFiles()
  return client
}

const client = open()
let file: number | undefined

/** Syncs the pages written so far, while other connections commit. */
function sync(): void {
  // Never closed: closing any handle of a file gives up the POSIX locks of the whole process.
  file ??= openSync(path, 'r+')
  try {
    fdatasyncSync(file)
  } catch (error) {
    throw new SQLite.SqliteError(String(error), 'SQLITE_IOERR_FSYNC')
  }
}

const isTooLarge = () => statSync(logPath).size > MAX_LOG_BYTES

/**
 * Writes the log back, repeatedly while commits add to it, until little is left. Then the log is
 * restarted by the next commit, or truncated when its file is too large.
 *
 * @param truncated whether to truncate it in any case
 */
function writeBack(truncated: boolean): 'done' | 'nearly' | 'blocked' {
  const begin = checkpoint(client, 'NOOP')
  for (let pages = begin.log - begin.checkpointed; ; ) {
    const { busy, log, checkpointed } = checkpoint(client, 'PASSIVE')
    // Another process is checkpointing.
    if (busy) return 'blocked'
    if (log < MAX_LOG_PAGES && !truncated) {
      return isTooLarge() && checkpoint(client, 'TRUNCATE').busy ? 'blocked' : 'done'
    }
    const before = pages
    pages = log - checkpointed
    const isLittle = pages <= REST_PAGES
    // Without progress, a reader still needs the pages that are left.
    if (!isLittle && pages >= before) return 'blocked'
    sync()
    if (isLittle) break
  }
  return checkpoint(client, truncated || isTooLarge() ? 'TRUNCATE' : 'RESTART').busy
    ? 'nearly'
    : 'done'
}

function work(truncated: boolean): CheckpointResult {
  try {
    return { state: writeBack(truncated) }
  } catch (error) {
    const { name, code = name, message } = error as NodeJS.ErrnoException
    return { code, message }
  }
}

parentPort?.on('message', (command: 'checkpoint' | 'truncate' | 'end') => {
  if (command !== 'end') return void parentPort?.postMessage(work(command === 'truncate'))
  client.close()
  parentPort?.close()
})
