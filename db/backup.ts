import { linkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import SQLite from 'better-sqlite3'
import { syncToDisk } from './sync.ts'

/**
 * Copies the database as it is at one moment, all that was committed before included, while others
 * go on writing. The copy gets its name only when it is complete and on the disk, so that no power
 * cut leaves a part of one; a file that is already there is never replaced.
 *
 * @param path of the database file
 * @param copy the file to make; its folder must exist
 * @returns the size of the copy in bytes
 * @throws an error with code `EEXIST` when there is such a file
 */
export function backUp(path: string, copy: string): number {
  const draft = `${copy}.${process.pid}.partial`
  const client = new SQLite(path, { readonly: true, fileMustExist: true })
  try {
    // Buyers' data: for its owner only, as SQLite would not make it.
    writeFileSync(draft, '', { flag: 'wx', mode: 0o600 })
    client.prepare('vacuum into ?').run(draft)
    // SQLite does not promise that what it wrote here is on the disk.
    syncToDisk(draft)
    linkSync(draft, copy)
  } finally {
    client.close()
    rmSync(draft, { force: true })
  }
  syncToDisk(dirname(copy))
  return statSync(copy).size
}
