import { fstatSync } from 'node:fs'
import { finished } from 'node:stream/promises'

const PARENT_CHECK_MS = 500

/**
 * Calls `work` with a promise that resolves when the parent process is gone: the pipe to standard
 * input is closed, or this process has another parent. A background job has `/dev/null` as its
 * input, which shows nothing. The parent may end while `work` starts what it runs.
 */
export async function withParent(work: (gone: Promise<unknown>) => Promise<void>): Promise<void> {
  const input = fstatSync(0)
  const piped = input.isFIFO() || input.isSocket()
  const closed = piped ? finished(process.stdin.resume()).catch(() => undefined) : undefined
  const parent = process.ppid
  const adopted = Promise.withResolvers<void>()
  const interval = setInterval(() => {
    if (process.ppid !== parent) adopted.resolve()
  }, PARENT_CHECK_MS)
  try {
    await work(Promise.race([adopted.promise, ...(closed ? [closed] : [])]))
  } finally {
    clearInterval(interval)
    if (piped) process.stdin.destroy()
  }
}
