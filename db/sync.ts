import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Waits until a file, or the names in a folder, are on the disk and outlive a power cut. */
export function syncToDisk(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
