/** A shop as a process that can be ended and started again. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export class Program {
  readonly #args: string[]
  readonly #cwd: string
  readonly #ready: string
  readonly #logFile: string
  #process: ChildProcess | undefined

  /**
   * @param cwd where it runs
   * @param args of Node
   * @param ready the line that it prints once it is
   */
  constructor(cwd: string, args: string[], ready: string) {
    this.#cwd = cwd
    this.#args = args
    this.#ready = ready
    this.#logFile = join(tmpdir(), `balcao-shop-${process.pid}-${args.length}.log`)
  }

  /** Starts it, and waits until it is ready. All that it prints is in a file. */
  async start(environment: Record<string, string>): Promise<void> {
    const child = spawn(process.execPath, this.#args, {
      cwd: this.#cwd,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its own process group: its children end with it.
      detached: true,
    })
    this.#process = child
    const log = createWriteStream(this.#logFile, { flags: 'a' })
    child.stderr.pipe(log, { end: false })
    let printed = ''
    const isReady = new Promise<boolean>((resolve) => {
      child.stdout.on('data', (bytes: Buffer) => {
        log.write(bytes)
        printed = (printed + bytes.toString()).slice(-2 * this.#ready.length - bytes.length)
        if (printed.includes(this.#ready)) resolve(true)
      })
      child.once('exit', () => resolve(false))
    })
    if (!(await isReady)) throw new Error(`It ended before it was ready: see ${this.#logFile}`)
  }

  /** Ends it at once, as a machine that goes away does. */
  async kill(): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (!child?.pid || child.exitCode !== null) return
    process.kill(-child.pid, 'SIGKILL')
    await once(child, 'exit')
  }
}
