/** The service and a plain model of the specification are asked the same, step by step. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { atEnd } from '../support/atEnd.ts'
import { engine } from '../support/engine.ts'
import { control, long, property } from '../support/property.ts'
import { startService } from '../support/service.ts'
import type { TestAccount, TestService } from '../support/service.ts'
import { assertAnswered } from './support/fresh.ts'
import { Model } from './support/model.ts'
import type { Question } from './support/questions.ts'
import { beginning, nextStep } from './support/steps.ts'
import type { Step } from './support/steps.ts'
import { Wire } from './support/wire.ts'
import type { WireAnswer } from './support/wire.ts'

const LANES = long ? 4 : 2
const STEPS_IN_LANE = !long ? 600 : engine === 'postgres' ? 9_500 : 16_000
const LEAST_SHARE = 0.3
/** The bound of time: a slow machine does fewer steps. */
const LIMIT_MS = 90_000
const LONGEST_RUN = 300
const RUNS_AT_ONCE = 2
const LANE_SEEDS = 1_000_000
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

type Options = {
  /** A model that differs from the specification. */
  Knows?: typeof Model
  /** Changes an answer on its way. */
  altered?: (answer: WireAnswer, step: Step) => WireAnswer
  /** Takes the first run that fails, in place of the shortest. */
  hurried?: boolean
  /** Changes the database at some step. */
  meanwhile?: (service: TestService, step: Step) => Promise<unknown>
}

/** A service with a clock of its own, and how many were asked there and answered with 2xx. */
class Lane {
  readonly service: TestService
  readonly wire: Wire
  readonly options: Options
  steps = 0
  successes = 0

  constructor(service: TestService, options: Options = {}) {
    this.service = service
    this.wire = new Wire(service.url)
    this.options = options
    atEnd(async () => this.wire.close())
  }
}

const services: TestService[] = []
for (let i = 0; i < LANES; i++) services.push(await startService({ logLevel: 'warn' }))

type Real = { lane: Lane; accounts: TestAccount[] }

const archiving = {
  customer:
    "update customers set status = case status when 'active' then 'inactive' " +
    "else 'active' end, updated_at = ? where id = ?",
  product: "update products set status = 'archived', updated_at = ? where id = ?",
  offer:
    'update offers set active = false, is_default = false, updated_at = ?, ' +
    'archived_at = updated_at where id = ?',
}

class Command implements fc.AsyncCommand<Model, Real> {
  readonly step: Step

  constructor(step: Step) {
    this.step = step
  }

  check = () => true
  toString = () => JSON.stringify(this.step)

  async run(model: Model, { lane, accounts }: Real): Promise<void> {
    const { step } = this
    const { service, wire, options } = lane
    if (step.do === 'wait' || step.do === 'reach end') {
      const duration_ms = step.do === 'wait' ? step.duration_ms : model.until(step)
      model.now_ms = service.clock.advanceMs(duration_ms).getTime()
      return
    }
    if (step.do === 'operate') {
      const found = model.operate(step)
      if (found) await service.sql(archiving[step.kind], model.now, found.id.value)
      return
    }
    lane.steps++
    const { question, expected } = model.plan(step)
    await options.meanwhile?.(service, step)
    const { method, path, json } = question
    const answer = await wire.request({
      method,
      path,
      headers: headersOf(question, model.of(step).token.value, accounts[step.seller]),
      body:
        question.as === 'client'
          ? 'grant_type=client_credentials'
          : json === undefined
            ? undefined
            : JSON.stringify(json),
    })
    const seen = options.altered?.(answer, step) ?? answer
    assertAnswered(expected, seen, `${method} ${path}`)
    if (seen.status < 300) lane.successes++
  }
}

function headersOf(
  { as, json }: Question,
  token: string | undefined,
  account: TestAccount | undefined,
): [string, string][] {
  if (as === 'client') {
    const basic = btoa(`${account?.client_id}:${account?.client_secret}`)
    const form = 'application/x-www-form-urlencoded'
    return [
      ['Authorization', `Basic ${basic}`],
      ['Content-Type', form],
    ]
  }
  const type: [string, string][] = json === undefined ? [] : [['Content-Type', 'application/json']]
  return [['Authorization', `Bearer ${token}`], ...type]
}

const first = beginning.map((step) => new Command(step))

const commands = fc.commands([nextStep.map((step) => new Command(step))], {
  maxCommands: LONGEST_RUN,
  size: 'max',
})

/** Each event is recorded as often as the model has seen it happen. */
async function assertEvents(model: Model, { lane, accounts }: Real): Promise<void> {
  for (const [n, { seller_id }] of accounts.entries()) {
    const { payments, refunds, checkouts } = model.of({ seller: n })
    const rows = await lane.service.sql<{ type: string; count: number }>(
      'select type, count(*) as count from events where seller_id = ? group by type',
      seller_id,
    )
    const events = new Map(rows.map(({ type, count }) => [type, Number(count)]))
    const happened = {
      'payment.succeeded': payments.length,
      'refund.succeeded': refunds.length,
      'payment.reversed': refunds.length,
    }
    for (const [type, count] of Object.entries(happened)) {
      assert.equal(events.get(type) ?? 0, count, `events ${type}`)
    }
    // The service marks what no answer has shown, too: the rest of a page, and in the background.
    for (const status of ['canceled', 'expired']) {
      const [marked] = await lane.service.sql<{ count: number }>(
        'select count(*) as count from checkouts where seller_id = ? and status = ?',
        seller_id,
        status,
      )
      const count = Number(marked?.count)
      assert.equal(events.get(`checkout.${status}`) ?? 0, count, `events checkout.${status}`)
      const shown = checkouts.filter((checkout) => checkout.status === status).length
      assert.ok(count >= shown, `${shown} sessions were shown as ${status}, ${count} are`)
    }
  }
}

/** Takes so many steps, in runs that each begin with new accounts; fails with the shortest run. */
async function take(steps: number, lane: Lane, of: number): Promise<void> {
  const {
    service,
    options: { Knows = Model, hurried = false },
  } = lane
  const run = async (drawn: Iterable<fc.AsyncCommand<Model, Real>>) => {
    const accounts = [await service.account(), await service.account()]
    const model = new Knows(service.url, service.clock.now())
    const real = { lane, accounts }
    for (const command of first) await command.run(model, real)
    await fc.asyncModelRun(() => ({ model, real }), drawn)
    await assertEvents(model, real)
  }
  const property = fc.asyncProperty(commands, run)
  const end_ms = performance.now() + LIMIT_MS
  const goesOn = () => lane.steps < steps && performance.now() < end_ms
  for (let at = seed + of * LANE_SEEDS; goesOn(); at++) {
    const how = {
      seed: at,
      numRuns: RUNS_AT_ONCE,
      endOnFailure: hurried,
      includeErrorInReport: true,
    }
    const found = await fc.check(property, how)
    if (found.failed) assert.fail(`SEED=${seed}, here ${at}: ${fc.defaultReportMessage(found)}`)
  }
}

property('C8', async () => {
  const lanes = services.map((service) => new Lane(service))
  await Promise.all(lanes.map((lane, i) => take(STEPS_IN_LANE, lane, i)))
  const steps = lanes.reduce((sum, lane) => sum + lane.steps, 0)
  const share = lanes.reduce((sum, lane) => sum + lane.successes, 0) / steps
  assert.ok(share > LEAST_SHARE, `only ${share} of the answers are 2xx`)
  return (
    `0 differences in ${steps} operations, ${Math.round(share * 100)}% of them 2xx ` +
    `(SEED=${seed})`
  )
})

/** Fewer steps are enough to notice what is wrong, and the shortest run is not read. */
const wrong = (options: Options) => async () => {
  const [service] = services
  if (service) await take(400, new Lane(service, { ...options, hurried: true }), 0)
}

class OtherLifetime extends Model {
  override plan(step: Parameters<Model['plan']>[0]) {
    const plan = super.plan(step)
    for (const one of this.sellers.flatMap(({ checkouts }) => checkouts)) {
      const ends_ms = Date.parse(one.created_at) + 24 * 60 * 60 * 1000 + 1
      one.expires_at = new Date(ends_ms).toISOString()
    }
    return plan
  }
}

control(
  'C8',
  'the specification had sessions end a millisecond later',
  wrong({
    Knows: OtherLifetime,
  }),
)

control(
  'C8',
  "e-mails are forgotten behind the service's back",
  wrong({
    meanwhile: ({ sql }, step) =>
      step.do === 'create customer'
        ? sql("update customers set email = id || '@example.com'")
        : Promise.resolve(),
  }),
)

control(
  'C8',
  'a session that has ended opens again',
  wrong({
    meanwhile: ({ sql }) =>
      sql("update checkouts set status = 'open', completed_at = null where status <> 'open'"),
  }),
)

control(
  'C8',
  'an answer names another field',
  wrong({
    altered: (answer) => ({
      ...answer,
      text: answer.text.replace(/"param":"[^"]+"/, '"param":"mail"'),
    }),
  }),
)
