import { accessSync, constants, linkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import SQLite from 'better-sqlite3'
import { databaseFile } from '../databaseUrl.ts'
import { copyDatabase } from './copy.ts'
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
    // A service may find it open and take its log for sound.
    if (!readonly) truncateLog(client)
    client.prepare('vacuum into ?').run(draft)
  } finally {
    client.close()
  }
}

/** Copies a database of a server row by row. */
async function copyRows(database_url: string, draft: string): Promise<void> {
  const { differing } = await copyDatabase({ from: database_url, to: `sqlite:${draft}` })
  if (differing.length > 0) throw new Error(`The copy is not the same: ${differing.join('; ')}.`)
  // What SQLite could not bring over from its log at the end would be missing from the file.
  const client = new SQLite(draft)
  const journal = client.pragma('journal_mode = delete', { simple: true })
  client.close()
  if (journal !== 'delete') throw new Error('The copy could not be completed.')
}

/**
 * Copies the database to an SQLite file as it is at one moment, all that was committed before
 * included, while others go on writing. The copy gets its name only when it is complete and on the
 * disk, so that no power cut leaves a part of one; a file that is already there is never replaced.
 *
 * @param database_url `sqlite:PATH` or `postgres://…`
 * @param copy the file to make; its folder must exist
 * @returns the size of the copy in bytes
 * @throws an error with code `EEXIST` when there is such a file
 */
export async function backUp(database_url: string, copy: string): Promise<number> {
  const draft = `${copy}.${process.pid}.partial`
  const source = databaseFile(database_url)
  try {
    // Buyers' data: for its owner only, as SQLite would not make it.
    writeFileSync(draft, '', { flag: 'wx', mode: 0o600 })
    if (source === undefined) await copyRows(database_url, draft)
    else copyFile(source, draft)
    // SQLite does not promise that what it wrote here is on the disk.
    syncToDisk(draft)
    linkSync(draft, copy)
  } finally {
    for (const more of ['', '-wal', '-shm']) rmSync(draft + more, { force: true })
  }
  syncToDisk(dirname(copy))
  return statSync(copy).size
}
