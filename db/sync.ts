import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

/** Syncs a file, or the entries of a folder, so that they survive a power cut. */
export function syncToDisk(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Creates a folder and its missing parents, and syncs them, so that they survive a power cut. */
export function makeFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true })
  if (first === undefined) return
  // The entry of each folder is stored in its parent.
  let folder = dirname(first)
  for (const name of relative(folder, path).split(sep)) {
    syncToDisk(folder)
    folder = join(folder, name)
  }
}
