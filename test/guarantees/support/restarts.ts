/** Processes that are started and ended while clients write. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { atEnd } from '../../support/atEnd.ts'
import { ask } from '../../support/processes.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const RETRY_MS = 5

export type Restartable = { port: number; kill(): void; exited: Promise<[number | null]> }

/** Starts the service on a port of its own choice, as an operator does; ready when this returns. */
export async function startOn(
  port: number,
  environment: Record<string, string>,
  options: string[] = [],
): Promise<Restartable> {
  const child = spawn(process.execPath, [...options, 'server.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  atEnd(() => child.kill('SIGKILL'))
  const exited = once(child, 'exit') as Restartable['exited']
  const lines = createInterface(child.stdout)
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => line.includes('"msg":"ready"') && resolve())
    exited.then(([code]) => reject(new Error(`It ended with ${code}.`)), reject)
  })
  return { port, kill: () => void child.kill('SIGTERM'), exited }
}

/** Resolves when nothing listens there any more. */
export async function refused(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const failed = await once(socket, 'connect').then(
      () => false,
      () => true,
    )
    socket.destroy()
    if (failed) return
    await wait(RETRY_MS)
  }
}

/** Gives each connection to the next of the processes that takes it. */
export async function startBalancer(ports: number[]): Promise<number> {
  let turn = 0
  const clients = new Set<Socket>()
  const open = async (): Promise<Socket | undefined> => {
    const first = turn++ % ports.length
    for (const port of [...ports.slice(first), ...ports.slice(0, first)]) {
      const socket = connect(port, '127.0.0.1').setNoDelay()
      if (
        await once(socket, 'connect').then(
          () => true,
          () => false,
        )
      )
        return socket
    }
    return undefined
  }
  const server = createServer({ noDelay: true }, async (client) => {
    client.on('error', () => undefined)
    clients.add(client)
    client.once('close', () => clients.delete(client))
    const process = await open()
    if (!process) return void client.destroy()
    process.on('error', () => undefined)
    // The last output of the process is still to be read when it has closed.
    process.pipe(client)
    client.pipe(process)
    client.once('close', () => process.destroy())
    process.once('close', () => client.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => {
    server.close()
    for (const client of clients) client.destroy()
  })
  return (server.address() as AddressInfo).port
}

/** Writers that each keep a connection and write one customer after another. */
export class Writers {
  readonly acknowledged: string[] = []
  /** The outcomes of requests that were not acknowledged, though a process took them. */
  readonly failed: string[] = []
  /** The connections at which nothing listened. */
  unheard = 0
  #stopped = false
  readonly #running: Promise<void>[]

  constructor(url: string, token: string, count: number) {
    this.#running = Array.from({ length: count }, () => this.#write(url, token))
  }

  async until(acknowledged: number): Promise<void> {
    while (this.acknowledged.length < acknowledged) await wait(RETRY_MS)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#running)
  }

  async #write(url: string, token: string): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const headers = { authorization: `Bearer ${token}` }
    while (!this.#stopped) {
      const json = { name: 'Ana', email: `${crypto.randomUUID()}@example.com` }
      try {
        const question = { method: 'POST', headers, json, agent }
        const { status, body } = await ask(`${url}/v1/customers`, question)
        if (status === 201) this.acknowledged.push((body as { id: string }).id)
        else this.failed.push(`${status} ${JSON.stringify(body)}`)
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code !== 'ECONNREFUSED') this.failed.push(String(code ?? error))
        else {
          this.unheard++
          await wait(RETRY_MS)
        }
      }
    }
    agent.destroy()
  }
}
