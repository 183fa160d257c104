/**
 * Processes that serve and processes that make load, so that the load is not measured with the
 * service.
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createSeller } from '../../../domain/access/clients.ts'
import type { Database } from '../../../db/database.ts'
import { freePort } from '../../../cli/ports.ts'
import type { ServiceLimits } from '../../../server.ts'
import { atEnd } from '../../support/atEnd.ts'
import { newDatabase, openTestDatabase } from '../../support/engine.ts'
import { tokenOf } from '../../support/processes.ts'

const programOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Starts a program of this folder that answers each message with another. */
export function startProgram<Question extends object, Answer>(
  name: string,
): (question: Question) => Promise<Answer> {
  return talkTo(fork(programOf(name), { execArgv: [] }))
}

/**
 * Starts a program that attacks. It gets the time that the processors have left: attackers come
 * from machines of their own, and take nothing from the service and its callers but by the wire.
 */
export function startAttacker<Question extends object, Answer>(
  name: string,
): (question: Question) => Promise<Answer> {
  const child = fork(programOf(name), { execArgv: [] })
  setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW)
  return talkTo(child)
}

function talkTo<Question extends object, Answer>(
  child: ChildProcess,
): (question: Question) => Promise<Answer> {
  atEnd(() => child.kill())
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`${child.spawnfile} has ended: ${code ?? signal}`)
  })
  ended.catch(() => undefined)
  return async (question) => {
    child.send(question)
    const [answer] = await Promise.race([once(child, 'message'), ended])
    return answer as Answer
  }
}

export type Served = {
  port: number
  url: string
  db: Database
  /** The bytes of memory that it holds. */
  memory(): Promise<number>
  /** The most bytes of memory that it has held, as the system counts them. */
  peakMemory(): Promise<number>
  /** The longest turn of its event loop since the last call, in milliseconds of the processor. */
  longestTurn(): Promise<number>
  stop(): Promise<void>
}

/**
 * Starts a service in live mode on a database of its own, with these variables and limits.
 *
 * @param execArgv Node's own options
 */
export async function startServed(
  variables: Record<string, string> = {},
  limits: Partial<ServiceLimits> = {},
  execArgv: string[] = [],
): Promise<Served> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const database_url = await newDatabase()
  const child = fork(programOf('limitedService.ts'), {
    execArgv,
    env: {
      ...process.env,
      PORT: String(port),
      BASE_URL: url,
      DATABASE_URL: database_url,
      MODE: 'live',
      LOG_LEVEL: 'error',
      SECRET_KEY: randomBytes(32).toString('base64'),
      LIMITS: JSON.stringify(limits),
      ...variables,
    },
  })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
  }
  atEnd(stop)
  await once(child, 'message')
  const figure = async (name: 'memory' | 'peak' | 'turns') => {
    child.send(name)
    const [value] = await once(child, 'message')
    return value as number
  }
  const memory = () => figure('memory')
  const peakMemory = () => figure('peak')
  const longestTurn = () => figure('turns')
  const db = await openTestDatabase(database_url)
  return { port, url, db, memory, peakMemory, longestTurn, stop }
}

/** A token of a new seller. */
export async function newToken({ url, db }: Served): Promise<string> {
  return tokenOf(url, await createSeller(db, { name: 'Loja', now: new Date() }))
}

/** Creates an object, and returns it. */
async function made<Result>(
  url: string,
  token: string,
  path: string,
  body: object,
): Promise<Result> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (answer.status !== 201) throw new Error(`${path}: ${await answer.text()}`)
  return (await answer.json()) as Result
}

export async function newCustomer(url: string, token: string): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`
  const { id } = await made<{ id: string }>(url, token, '/v1/customers', { name: 'Ana', email })
  return id
}

/** Opens sessions of which each is as large as one can be: about 34 KiB. */
export async function newLargeCheckouts(url: string, token: string, count: number): Promise<void> {
  const metadata = { notes: 'x'.repeat(16_000) }
  const product = await made<{ default_offer: { id: string } }>(url, token, '/v1/products', {
    name: 'Curso',
    description: 'd'.repeat(2_000),
    metadata,
    default_offer: { amount_minor: 4990, currency: 'BRL' },
  })
  const session = { offer_id: product.default_offer.id, metadata }
  for (let i = 0; i < count; i++) await made(url, token, '/v1/checkouts', session)
}
