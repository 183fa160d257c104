import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

/** Waits until a file, or the names in a folder, are on the disk and outlive a power cut. */
export function syncToDisk(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Makes a folder, and those above it that are missing, so that a power cut takes none away. */
export function makeFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true })
  if (first === undefined) return
  // The name of each one is kept by the one above it.
  let folder = dirname(first)
  for (const name of relative(folder, path).split(sep)) {
    syncToDisk(folder)
    folder = join(folder, name)
  }
}
