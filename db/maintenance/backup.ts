import { randomUUID } from 'node:crypto'
import {
  accessSync,
  constants,
  linkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import SQLite from 'better-sqlite3'
import { databaseFile } from '../databaseUrl.ts'
import { copyDatabase } from './copy.ts'
import { translateOpening } from '../sqlite/errors.ts'
import { truncateLog } from '../sqlite/writeAheadLog.ts'
import { syncToDisk } from '../sync.ts'

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Copies a database file page by page. */
function copyFile(path: string, draft: string): void {
  const readonly = !isWritable(path)
  const client = new SQLite(path, { readonly, fileMustExist: true })
  client.pragma('temp_store = MEMORY')
  try {
    // A service that opens the file meanwhile would take its log for sound.
    if (!readonly) truncateLog(client)
    client.prepare('vacuum into ?').run(draft)
  } catch (error) {
    throw translateOpening(error, path)
  } finally {
    client.close()
  }
}

/** Copies a PostgreSQL database row by row. */
async function copyRows(databaseUrl: string, draft: string): Promise<void> {
  const { differing } = await copyDatabase({ from: databaseUrl, to: `sqlite:${draft}` })
  if (differing.length > 0) throw new Error(`The copy is not the same: ${differing.join('; ')}.`)
  // Leaving WAL writes the log back; where SQLite cannot, pages would be missing from the file.
  const client = new SQLite(draft)
  const journal = client.pragma('journal_mode = delete', { simple: true })
  client.close()
  if (journal !== 'delete') throw new Error('The copy could not be completed.')
}

/** Errors of link(2) on file systems without hard links, such as exFAT and some network shares. */
const noHardLinks = new Set(['EPERM', 'ENOTSUP', 'ENOSYS'])

/**
 * Gives the draft its name, unless there is such a file. Without hard links, an empty file takes
 * the name first, and is all that a power cut between the two would leave.
 */
function giveName(draft: string, name: string): void {
  try {
    linkSync(draft, name)
  } catch (error) {
    if (!noHardLinks.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    writeFileSync(name, '', { flag: 'wx', mode: 0o600 })
    renameSync(draft, name)
  }
}

/**
 * Copies a consistent snapshot of the database to an SQLite file, while other processes go on
 * writing. The copy gets its name only when it is complete and synced, so that a power cut leaves
 * no partial copy. An existing file is never replaced.
 *
 * @param databaseUrl `sqlite:PATH` or `postgres://…`
 * @param copy the file to create; its folder must exist
 * @returns the size of the copy in bytes
 * @throws an error with code `EEXIST` when there is such a file
 */
export async function backUp(databaseUrl: string, copy: string): Promise<number> {
  // Process ids do not tell containers apart: each may be process 1.
  const draft = `${copy}.${randomUUID()}.partial`
  const source = databaseFile(databaseUrl)
  try {
    // It holds buyers' data, so mode 0600, which SQLite would not set.
    writeFileSync(draft, '', { flag: 'wx', mode: 0o600 })
    if (source === undefined) await copyRows(databaseUrl, draft)
    else copyFile(source, draft)
    // VACUUM INTO does not sync the file.
    syncToDisk(draft)
    giveName(draft, copy)
  } finally {
    for (const more of ['', '-wal', '-shm']) rmSync(draft + more, { force: true })
  }
  syncToDisk(dirname(copy))
  return statSync(copy).size
}
