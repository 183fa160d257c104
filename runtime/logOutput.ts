import type { DestinationStream } from 'pino'
import sonicBoom from 'sonic-boom'

/** Bytes that may wait to be written; further lines are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024

/**
 * After an error, waiting lines are written again with the next line, and in any case this often.
 */
const RETRY_MS = 1_000

/** How often a reader that is not ready is tried again, every 100 ms; the exit waits as long. */
const MAX_RETRIES = 5

/**
 * Makes the destination of a log, which writes in the background. A full disk, or a reader that is
 * slow or gone, costs lines: no request waits for them, and they take no more than their memory.
 *
 * @param fd an open file descriptor
 * @param onDropped called with the number of lines that were dropped, once lines are written again
 */
export function logOutput(fd: number, onDropped: (lines: number) => void): DestinationStream {
  const options = {
    fd,
    maxLength: MAX_WAITING_BYTES,
    periodicFlush: RETRY_MS,
    // The package's types lack it.
    maxWriteRetries: MAX_RETRIES,
  }
  const output = new sonicBoom.SonicBoom(options)
  let dropped = 0
  const tell = () => {
    onDropped(dropped)
    dropped = 0
  }
  output.on('drop', () => {
    if (dropped++ === 0) output.once('drain', tell)
  })
  // The error cannot be logged; waiting lines are kept.
  output.on('error', () => undefined)
  process.once('exit', () => {
    try {
      output.flushSync()
    } catch {
      // The last lines cannot be written: the process ends without them.
    }
  })
  return output
}
