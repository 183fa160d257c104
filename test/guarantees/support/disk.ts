/** The disk as SQLite sees it, with a log of all that is done to it, and faults on demand. */
import { existsSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import koffi from 'koffi'
import { replaceInSqlite } from './machineCode.ts'
import type { Real } from './machineCode.ts'

/** A call of SQLite to the disk. */
export type Call = { path: string } & (
  | { name: 'create' }
  | { name: 'unlink' }
  | { name: 'truncate'; size: number }
  | { name: 'write'; offset: number; bytes: Uint8Array }
  /** Keeps what was in the log when it began: its first so many entries. */
  | { name: 'sync'; entries: number }
)

/**
 * A call that was carried out. A sync that failed is there too: the writes that it was to keep are
 * in doubt.
 */
export type Entry = Call & { failed?: true }

/** The code that a call fails with; undefined lets it through. */
export type Fault = (call: Call) => 'EIO' | 'ENOSPC' | 'EDQUOT' | undefined

const O_CREAT = 0o100
const FAILED = -1

/**
 * Records SQLite's calls on the files of one folder in this process; there is one record at a time.
 */
export class Disk {
  /** The calls on files, in order; without shared memory, which no power cut leaves. */
  readonly log: Entry[] = []
  /** Decides which calls fail; none does until it is set. */
  fault: Fault = () => undefined
  readonly folder: string
  readonly #paths = new Map<number, string>()
  readonly #putBack: () => void

  constructor(folder: string) {
    this.folder = realpathSync(folder)
    const sync = (real: Real, fd: number) =>
      this.#do(
        this.#paths.get(fd),
        (path) => this.#sync(path),
        () => real(fd),
      )
    this.#putBack = replaceInSqlite({
      'int open(const char *, int, int)': (real, path: string, flags: number, mode: number) =>
        this.#open(path, flags, () => real(path, flags, mode)),
      'int unlink(const char *)': (real, path: string) =>
        this.#do(
          this.#inside(path),
          () => ({ name: 'unlink', path }),
          () => real(path),
        ),
      'int ftruncate(int, int64_t)': (real, fd: number, size: number) =>
        this.#do(
          this.#paths.get(fd),
          (path) => ({ name: 'truncate', path, size: Number(size) }),
          () => real(fd, size),
        ),
      'intptr_t pwrite(int, void *, size_t, int64_t)': (
        real,
        fd: number,
        from: unknown,
        size: number,
        offset: number,
      ) =>
        this.#do(
          this.#paths.get(fd),
          (path) => {
            const type = koffi.array('uint8_t', Number(size), 'Typed')
            const bytes = koffi.decode(from, type) as Uint8Array
            return { name: 'write', path, offset: Number(offset), bytes }
          },
          () => real(fd, from, size, offset),
        ),
      'int fdatasync(int)': sync,
      'int fsync(int)': sync,
    })
  }

  /** Lets SQLite work on the disk itself again; the log stays. */
  detach(): void {
    this.#putBack()
  }

  /** Notes a sync that begins outside of SQLite; to be called again when it has succeeded. */
  syncing(path: string): () => void {
    const sync = this.#sync(path)
    return () => void this.log.push(sync)
  }

  #sync(path: string): Call {
    return { name: 'sync', path, entries: this.log.length }
  }

  #inside(path: string): string | undefined {
    return path === this.folder || dirname(path) === this.folder ? path : undefined
  }

  #open(path: string, flags: number, real: () => number): number {
    const inside = this.#inside(path)
    const isNew = inside && (flags & O_CREAT) !== 0 && !existsSync(path)
    const fd = isNew ? this.#do(path, () => ({ name: 'create', path }), real) : real()
    if (fd === FAILED) return fd
    if (inside) this.#paths.set(fd, path)
    else this.#paths.delete(fd)
    return fd
  }

  /** Carries out SQLite's call and records it, unless it is to fail. */
  #do(path: string | undefined, callOn: (path: string) => Call, real: () => number): number {
    if (path === undefined) return real()
    const call = callOn(path)
    const isKept = !path.endsWith('-shm')
    const code = this.fault(call)
    if (code) {
      if (isKept && call.name === 'sync') this.log.push({ ...call, failed: true })
      koffi.errno(koffi.os.errno[code] ?? 0)
      return FAILED
    }
    const result = real()
    // Nothing may come between a failed call and SQLite, which looks at errno.
    if (isKept && result !== FAILED) this.log.push(call)
    return result
  }
}
