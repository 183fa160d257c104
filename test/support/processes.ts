/** The service as an operator runs it: processes of its own on a real database. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import type { Agent } from 'node:http'
import { createInterface } from 'node:readline'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../cli/ports.ts'
import { atEnd } from './atEnd.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

type Line = { msg?: string; pid?: number; code?: number | null; signal?: string | null }

/** A running service, which may be several processes. */
export type Processes = {
  url: string
  port: number
  pid: number
  /** Its log, line by line. */
  lines: Line[]
  /** Its standard output, and its standard error. */
  output(): string
  errors(): string
  /** The processes that serve, by their ids. */
  workers(): number[]
  /** Resolves with the next logged line that fits. */
  logged(fits: (line: Line) => boolean): Promise<Line>
  kill(signal: NodeJS.Signals): void
  /** Resolves with its exit code and signal. */
  exited: Promise<[number | null, NodeJS.Signals | null]>
}

/**
 * Starts the service, and resolves when it is ready.
 *
 * @param within a program that starts it, with its arguments; the command follows them
 * @throws when it ends before that, with its exit code and what it has said on standard error
 */
export async function startProcesses(
  environment: Record<string, string>,
  within: string[] = [],
): Promise<Processes> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const [program = '', ...args] = [...within, process.execPath, 'server.ts']
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, PORT: String(port), BASE_URL: url, ...environment },
  })
  const exited = once(child, 'exit') as Processes['exited']
  atEnd(async () => {
    child.kill('SIGKILL')
    await exited
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const lines: Line[] = []
  const reader = createInterface(child.stdout)
  let output = ''
  reader.on('line', (text) => {
    output += `${text}\n`
    if (text.startsWith('{')) lines.push(JSON.parse(text) as Line)
  })
  const logged = async (fits: (line: Line) => boolean): Promise<Line> => {
    for (let seen = lines.length; ; seen = lines.length) {
      await once(reader, 'line')
      // Several may have come at once.
      const found = lines.slice(seen).find(fits)
      if (found) return found
    }
  }
  await Promise.race([
    logged(({ msg }) => msg === 'ready'),
    // All of its output has arrived when its streams are closed.
    once(child, 'close').then(([code]) => Promise.reject(new Error(`${code}: ${errors}`))),
  ])
  return {
    url,
    port,
    pid: child.pid ?? 0,
    lines,
    output: () => output,
    errors: () => errors,
    workers() {
      const pids = (said: string) =>
        lines.flatMap(({ msg, pid }) => (msg === said ? (pid ?? []) : []))
      const died = new Set(pids('worker died'))
      return pids('worker started').filter((pid) => !died.has(pid))
    },
    logged,
    kill: (signal) => void child.kill(signal),
    exited,
  }
}

export type Answer = { status: number; headers: Record<string, string>; body: unknown }

type Question = {
  method?: string
  headers?: Record<string, string>
  json?: unknown
  /** Keeps a connection; without one each question has a connection of its own. */
  agent?: Agent | false
}

/** Asks over a connection of its own, so that any of the processes may be the one that answers. */
export async function ask(
  url: string,
  { method = 'GET', headers = {}, json: body, agent = false }: Question = {},
): Promise<Answer> {
  const sent = request(url, {
    method,
    agent,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
  })
  sent.end(body === undefined ? undefined : JSON.stringify(body))
  const [response] = await once(sent, 'response')
  return {
    status: response.statusCode as number,
    headers: response.headers as Record<string, string>,
    body: await json(response).catch(() => undefined),
  }
}

/** Exchanges credentials for a token, and keeps no connection. */
export async function tokenOf(
  url: string,
  { client_id, client_secret }: { client_id: string; client_secret: string },
): Promise<string> {
  const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
  const answer = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, connection: 'close' },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token } = (await answer.json()) as { access_token: string }
  return access_token
}
