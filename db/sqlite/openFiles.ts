import { realpathSync, statSync } from 'node:fs'
import { DatabaseUnavailable } from '../database.ts'

/** A file that is open, by its device and inode, and the path at which it was found. */
export type OpenFile = { path: string; dev: number; ino: number }

function openFile(path: string): OpenFile {
  const { dev, ino } = statSync(path)
  return { path, dev, ino }
}

/** The database file that was opened at a path, its write-ahead log and its shared memory. */
export function openFilesOf(path: string): OpenFile[] {
  // SQLite puts the latter two beside the file to which a symbolic link leads.
  const real = realpathSync(path)
  return [path, `${real}-wal`, `${real}-shm`].map(openFile)
}

function isInPlace({ path, dev, ino }: OpenFile): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats?.ino === ino && stats.dev === dev
  } catch {
    return false
  }
}

/**
 * The error for a file that is no longer at its path, if there is one. Writes to a deleted file are
 * lost when the process ends, and a file moved into its place is another database.
 */
export function displacement(files: Iterable<OpenFile>): DatabaseUnavailable | undefined {
  for (const file of files) {
    if (isInPlace(file)) continue
    return new DatabaseUnavailable(`${file.path} was deleted or replaced while it was open`)
  }
  return undefined
}
