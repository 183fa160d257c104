/** A shop as a process that can be ended and started again. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export class Program {
  readonly #args: string[]
  readonly #cwd: string
  #process: ChildProcess | undefined

  /** @param args of Node, in the folder `cwd` */
  constructor(cwd: string, args: string[]) {
    this.#cwd = cwd
    this.#args = args
  }

  /** Starts it, and waits until it prints `ready`. */
  async start(environment: Record<string, string>): Promise<void> {
    const env = { ...process.env, ...environment }
    const stdio = ['ignore', 'pipe', 'inherit'] as const
    const child = spawn(process.execPath, this.#args, {
      cwd: this.#cwd,
      env,
      stdio: [...stdio],
      // A shop has processes of its own, such as a database; they end with it.
      detached: true,
    })
    this.#process = child
    let isReady = false
    for await (const line of createInterface(child.stdout)) {
      isReady = line === 'ready'
      if (isReady) break
      console.error(line)
    }
    if (!isReady) throw new Error(`${this.#args.join(' ')} ended before it was ready.`)
    child.stdout.resume()
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
