/** The files of a database after a power cut in the middle of a commit. */
import * as fs from 'node:fs'
import type { Draw } from './random.ts'

/** The format of the log (https://sqlite.org/fileformat2.html#walformat). */
const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const SALTS = { inHeader: 16, inFrame: 8, bytes: 8 }
const PAGE_SIZE_AT = 8
/** Not 0 in the last frame of a commit. */
const COMMITTED_AT = 4

const logOf = (path: string) => `${path}-wal`

/** Where the last commit in the log of a database ends. */
export function endOfCommits(path: string): number {
  if (!fs.existsSync(logOf(path))) return 0
  const { size } = fs.statSync(logOf(path))
  const file = fs.openSync(logOf(path), 'r')
  try {
    const header = Buffer.alloc(HEADER_BYTES)
    fs.readSync(file, header, 0, HEADER_BYTES, 0)
    const frameBytes = FRAME_HEADER_BYTES + header.readUInt32BE(PAGE_SIZE_AT)
    const frame = Buffer.alloc(FRAME_HEADER_BYTES)
    let end = 0
    for (let at = HEADER_BYTES; at + frameBytes <= size; at += frameBytes) {
      fs.readSync(file, frame, 0, FRAME_HEADER_BYTES, at)
      const { inFrame, inHeader, bytes } = SALTS
      if (frame.compare(header, inHeader, inHeader + bytes, inFrame, inFrame + bytes) !== 0) break
      if (frame.readUInt32BE(COMMITTED_AT) !== 0) end = at + frameBytes
    }
    return end
  } finally {
    fs.closeSync(file)
  }
}

/**
 * Copies a database as the disk has it: of a commit that was not acknowledged yet, any part of the
 * log may be there. Commits before it were synced, and are.
 *
 * @param synced where those end in the log
 */
export function copyTorn(from: string, to: string, synced: number, draw: Draw): void {
  fs.copyFileSync(from, to)
  if (!fs.existsSync(logOf(from))) return
  fs.copyFileSync(logOf(from), logOf(to))
  const end = endOfCommits(from)
  // A log that was begun anew meanwhile has nothing of the commit.
  if (end > synced) fs.truncateSync(logOf(to), draw.between(synced, end))
}
