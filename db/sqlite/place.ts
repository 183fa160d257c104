import { realpathSync, statSync } from 'node:fs'
import { DatabaseUnavailable } from '../database.ts'

/** A file that is open, and the path at which it was found. */
export type Place = { path: string; dev: number; ino: number }

function placeOf(path: string): Place {
  const { dev, ino } = statSync(path)
  return { path, dev, ino }
}

/** The file that was opened at a path and SQLite's own beside it: the log and the shared memory. */
export function placesOf(path: string): Place[] {
  // SQLite puts them beside what a link leads to.
  const real = realpathSync(path)
  return [path, `${real}-wal`, `${real}-shm`].map(placeOf)
}

function isInPlace({ path, dev, ino }: Place): boolean {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    return found?.ino === ino && found.dev === dev
  } catch {
    return false
  }
}

/**
 * Whether the files that are open are no longer those that others find. What is written to a file
 * that was deleted is gone with this process; what was moved into its place is another database.
 */
export function displaced(places: Iterable<Place>): DatabaseUnavailable | undefined {
  for (const place of places) {
    if (isInPlace(place)) continue
    return new DatabaseUnavailable(`${place.path} was deleted or replaced while it was open`)
  }
  return undefined
}
