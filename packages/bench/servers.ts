/** The servers that are measured, and how each is started. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../cli/ports.ts'
import type { Place } from './data.ts'

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

const START_LIMIT_MS = 60_000
const START_PAUSE_MS = 5
const STOP_LIMIT_MS = 10_000

/** A program that answers the six operations, or some of them. */
export type Program = {
  id: string
  title: string
  file: string
  workers?: number
  /** Options of Node.js, which stand before the file. */
  options?: string[]
  /** Variables of its own. */
  env?: Record<string, string>
  /** The work tree that it is of; this one by default. */
  tree?: string
}

/** The service of a work tree, as its `npm start` has it: `exec env NAME=VALUE node --option …`. */
export function serviceOf(tree: string, id: string, title: string): Program {
  const manifest = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  const words = manifest.scripts.start.split(' ')
  const variables = words.filter((word) => /^[A-Z_]+=/.test(word))
  const env = Object.fromEntries(variables.map((word) => word.split('=')))
  const options = words.filter((word) => word.startsWith('--'))
  return { id, title, file: 'server.ts', options, env, tree }
}

export const ours = serviceOf(root, 'balcao', 'Balcão')

export const peers: Program[] = [
  { id: 'floor', title: 'node:http by hand', file: 'packages/bench/peers/floor.ts' },
  { id: 'fastifyTuned', title: 'Fastify, tuned', file: 'packages/bench/peers/fastifyTuned.ts' },
]

export const oursTwice: Program = {
  ...ours,
  id: 'balcaoTwice',
  title: 'Balcão, 2 processes',
  workers: 2,
}

export const postgresFloor: Program = {
  id: 'floorPostgres',
  title: 'node:http and pg by hand',
  file: 'packages/bench/peers/floorPostgres.ts',
}

export const saleByHand: Program = {
  id: 'saleByHand',
  title: 'A sale by hand',
  file: 'packages/bench/peers/saleByHand.ts',
  options: ['--max-semi-space-size=8'],
}

export type Server = { program: Program; url: string; pid: number; stop(): Promise<void> }

const running = new Set<ChildProcess>()

// The child processes end with this one, however it ends.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

async function answers(url: string, child: ChildProcess): Promise<void> {
  const end_ms = performance.now() + START_LIMIT_MS
  while (performance.now() < end_ms && child.exitCode === null && child.signalCode === null) {
    const heard = await fetch(url).catch(() => undefined)
    if (heard) return void (await heard.text())
    await wait(START_PAUSE_MS)
  }
  throw new Error('It does not answer.')
}

/**
 * Starts a program in a process of its own, as our service is started in live mode: no limit on
 * requests, and nothing logged that is not a fault.
 */
export async function start(program: Program, place: Place, port?: number): Promise<Server> {
  port ??= await freePort()
  const child = spawn(process.execPath, [...(program.options ?? []), program.file], {
    cwd: program.tree ?? root,
    // The output of servers is beside the report, not in it.
    stdio: ['ignore', 2, 2],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: String(port),
      MODE: 'live',
      RATE_LIMIT: 'off',
      SELLER_DAILY_MB: 'off',
      LOG_LEVEL: 'warn',
      WORKERS: String(program.workers ?? 1),
      ...program.env,
      ...place,
    },
  })
  running.add(child)
  const exited = once(child, 'exit').finally(() => running.delete(child))
  const stop = async () => {
    child.kill('SIGTERM')
    const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
    await exited
    clearTimeout(limit)
  }
  const url = `http://127.0.0.1:${port}`
  try {
    await answers(`${url}/health`, child)
  } catch (cause) {
    await stop()
    throw new Error(`${program.title} does not start.`, { cause })
  }
  return { program, url, pid: child.pid ?? 0, stop }
}
