/** Processes that send mails, each killed at a step of its own or of its conversation. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Database } from '../../../db/database.ts'
import type { Vault } from '../../../domain/identity/vault.ts'
import { Mailer } from '../../../domain/mail/mailer.ts'
import { createSendMail } from '../../../domain/mail/smtp.ts'
import { mailSweeps } from '../../../domain/mail/sweeps.ts'
import { SystemClock } from '../../../runtime/clock.ts'
import { createLog } from '../../../runtime/logger.ts'
import { noMetrics } from '../../../runtime/metrics/metrics.ts'
import type { Sql } from '../../support/engine.ts'
import { mailServerAt, startMailServer } from '../../support/mailServer.ts'
import { below } from './endings.ts'

const victim = fileURLToPath(new URL('E1_victim.ts', import.meta.url))

/** A sender kills itself at one of these steps, inside and outside of its transactions. */
const ownSteps = ['recording', 'claiming', 'claimed', 'answered', 'finishing'] as const

/** The server kills it at one of these: what it has said last. */
const serverSteps = ['connected', 'sender', 'recipient', 'data', 'taken'] as const

export type Step = (typeof ownSteps)[number] | (typeof serverSteps)[number] | 'committed' | 'any'

const KILL_WITHIN_MS = 250

/** How many mails a sender sends, each of them killed as likely as another. */
const MAILS = 3

export const steps: readonly Step[] = [...ownSteps, ...serverSteps, 'any']

/** Time limit of a whole conversation, for servers that hang. */
const WHOLE_MS = 300
const STOP_MS = 5_000
const LEFT_MS = 11 * 60 * 1000
const DAYS = 400

const log = createLog('silent')
const clock = new SystemClock()

/** A mail on record. */
export type Mail = { recipient: string; status: string; error: string | null }

export const mailsOf = ({ sql, seller_id }: { sql: Sql; seller_id: string }) =>
  sql<Mail>('select recipient, status, error from mails where seller_id = ?', seller_id)

type Target = { step: Step; left: number; child?: ChildProcess }

/** A server that kills a sender once it has come so far, and then says nothing more. */
export async function killingServer() {
  const target: Target = { step: 'any', left: 0 }
  const passes = (now: Step): boolean =>
    now !== target.step || target.left-- !== 0 || target.child?.kill('SIGKILL') !== true
  const passing = (now: Step) => (_: unknown, __: unknown, done: () => void) =>
    void (passes(now) && done())
  const server = await startMailServer({
    onConnect: (_, done) => void (passes('connected') && done()),
    onMailFrom: passing('sender'),
    onRcptTo: passing('recipient'),
    passes,
  })
  return { server, target }
}

type Killing = Awaited<ReturnType<typeof killingServer>>

/** One process that sends its mails until it is killed at a step, by itself or from here. */
export async function killedAt(
  step: Step,
  { database_url, seller_id, key }: { database_url: string; seller_id: string; key: Buffer },
  { server, target }: Killing,
  { offer_ids = [], late = [] }: { offer_ids?: string[]; late?: string[] } = {},
): Promise<void> {
  const number = below(MAILS)
  const at = [server.url, step, String(number), offer_ids.join()]
  const args = [database_url, seller_id, key.toString('base64'), ...at, ...late]
  const child = spawn(process.execPath, [victim, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  Object.assign(target, { step, left: number, child })
  const exited = once(child, 'exit')
  if (step === 'any') {
    await once(child.stdout, 'data')
    await wait(below(KILL_WITHIN_MS))
    child.kill('SIGKILL')
  }
  assert.deepEqual(await exited, [null, 'SIGKILL'], step)
  target.step = 'any'
}

const isLeft = (status: string): boolean => status === 'pending' || status === 'claimed'

/** Sends what is left to be sent, as a process does that starts; resolves once nothing is. */
export async function sendRest(
  { db, vault, sql, seller_id }: { db: Database; vault: Vault; sql: Sql; seller_id: string },
  url: string,
): Promise<void> {
  const send = createSendMail(mailServerAt(url), { stepMs: WHOLE_MS, wholeMs: WHOLE_MS })
  const baseUrl = 'http://localhost:3000'
  const mailer = new Mailer({ db, vault, clock, log, metrics: noMetrics, baseUrl, send })
  mailer.wake(seller_id)
  while ((await mailsOf({ sql, seller_id })).some(({ status }) => isLeft(status))) await wait(5)
  await mailer.stop(STOP_MS)
}

/** Gives up what processes have left, as a sweep does once it must have been left. */
export async function giveUpLeft({
  db,
  seller_id,
}: {
  db: Database
  seller_id: string
}): Promise<void> {
  const [left] = mailSweeps(DAYS)
  assert.ok(left)
  const now = new Date(Date.now() + LEFT_MS).toISOString()
  await db.run(() => left.piece({ seller_id, now, limit: 1_000 }))
}
