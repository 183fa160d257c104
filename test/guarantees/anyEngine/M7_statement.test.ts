/** M7: each day of the books equals that day of the bank's statement, to the cent. */
import assert from 'node:assert/strict'
import { checkDatabase } from '../../../db/maintenance/check.ts'
import { fromValor } from '../../../domain/pix/bank/fields.ts'
import { dayOf } from '../../../runtime/brasilia.ts'
import { newDatabase } from '../../support/engine.ts'
import { control, long, property } from '../../support/property.ts'
import { PRICE_MINOR, startRail } from '../../support/rail.ts'
import type { RailTest } from '../../support/rail.ts'
import { entriesOf } from '../../support/statement.ts'

const SALES = long ? 240 : 8

const MINUTE_MS = 60_000
const BRASILIA_MS = 180 * MINUTE_MS

/** The end of a month in Brasília; of the sales, some come before it. */
const MONTH_END = '2026-04-01T03:00:00.000Z'

/** The forms in which banks write a moment, and the false `Z` of Brasília's time among them. */
const forms: ((moment: string) => string)[] = [
  (moment) => moment,
  (moment) => moment.replace(/\.\d+Z/, 'Z'),
  (moment) => moment.replace('Z', '456789Z'),
  ...['-03:00', '-0300', '-03', '', 'Z'].map((offset) => (moment: string) => {
    const local = new Date(Date.parse(moment) - BRASILIA_MS).toISOString()
    return local.replace('Z', offset)
  }),
  (moment) => forms[3]?.(moment).replace('T', ' ') ?? moment,
]

type Entry = { moment: string; amount_minor: number }
type Statement = { payments: Entry[]; refunds: Entry[] }

/** A bank that writes each time in another form. Its statement is by the true moments. */
function writeOddly(rail: RailTest): Statement {
  const { books } = rail.bank
  rail.bank.checks_answers = false
  const statement: Statement = { payments: [], refunds: [] }
  const perform = books.perform.bind(books)
  let number = 0
  const written = (moment: string) => forms[number++ % forms.length]?.(moment) ?? moment
  books.perform = (name, params, asked) => {
    const answer = perform(name, params, asked)
    const changed = structuredClone(answer)
    const shown =
      name === 'GET /pix/e2eid' ? [changed.body] : ((changed.body['pix'] ?? []) as object[])
    for (const pix of shown as { horario: string; devolucoes?: { horario: object }[] }[]) {
      pix.horario = written(pix.horario)
      for (const { horario } of pix.devolucoes ?? []) {
        const { liquidacao } = horario as { liquidacao?: string }
        if (liquidacao) Object.assign(horario, { liquidacao: written(liquidacao) })
      }
    }
    return changed
  }
  return statement
}

/** Sales and returns around the end of a month, many of them heard of once it is over. */
async function trade(rail: RailTest, statement: Statement): Promise<void> {
  const { clock } = rail.service
  const stepMs = (20 * MINUTE_MS) / SALES
  clock.advanceMs(Date.parse(MONTH_END) - 10 * MINUTE_MS - clock.now().getTime())
  for (let i = 0; i < SALES; i++) {
    const { txid } = await rail.charged()
    clock.advanceMs(stepMs)
    const pix = rail.bank.books.pay(txid, PRICE_MINOR)
    if (i % 2) await rail.announce(pix)
    statement.payments.push({ moment: pix.horario, amount_minor: PRICE_MINOR })
    // Money that is back before it is heard of would settle nothing.
    if (i % 4 !== 1) continue
    clock.advanceMs(MINUTE_MS / 4)
    const made = rail.bank.books.takeBack(pix, 100 + i)
    const moment = clock.now().toISOString()
    Object.assign(made.horario, { liquidacao: moment })
    statement.refunds.push({ moment, amount_minor: fromValor(made.valor, 'valor') })
  }
  for (let round = 0; round < 3; round++) await rail.reconcile()
}

/** The sums of each day. */
function byDay(entries: readonly Entry[]): Record<string, number> {
  const days: Record<string, number> = {}
  for (const { moment, amount_minor } of entries) {
    const day = dayOf(moment)
    days[day] = (days[day] ?? 0) + amount_minor
  }
  return days
}

async function assertSameDays(rail: RailTest, statement: Statement, url: string): Promise<void> {
  const payments = (await rail.rows('payments')).map(({ paid_at, amount_minor }) => {
    return { moment: paid_at, amount_minor }
  })
  const refunds = (await rail.rows('refunds')).map(({ completed_at, amount_minor }) => {
    return { moment: completed_at ?? '', amount_minor }
  })
  assert.deepEqual(byDay(payments), byDay(statement.payments))
  assert.deepEqual(byDay(refunds), byDay(statement.refunds))
  for (const [column, entries] of [
    ['amount_minor', statement.payments],
    ['amount_refunded_minor', statement.refunds],
  ] as const) {
    const totals = await rail.service.sql<{ date: string; minor: number }>(
      `select date, sum(${column}) as minor from daily_totals
        where seller_id = ? and ${column} > 0 group by date`,
      rail.seller.seller_id,
    )
    const counted = Object.fromEntries(totals.map(({ date, minor }) => [date, Number(minor)]))
    assert.deepEqual(counted, byDay(entries))
  }
  const seller = await rail.service.login(rail.seller)
  const range = { date_from: '2026-03-01', date_to: '2026-04-30' }
  const entries = (await entriesOf(seller, range)).map(({ occurred_at, amount_minor }) => {
    return { moment: occurred_at, amount_minor }
  })
  const went = statement.refunds.map((one) => ({ ...one, amount_minor: -one.amount_minor }))
  assert.deepEqual(byDay(entries), byDay([...statement.payments, ...went]))
  assert.deepEqual(
    (await checkDatabase(url)).filter(({ ok }) => !ok),
    [],
  )
  await rail.assertMoneyAccountedFor()
}

async function startWorld() {
  const databaseUrl = await newDatabase()
  const rail = await startRail({ databaseUrl, logLevel: 'silent' })
  return { databaseUrl, rail, statement: writeOddly(rail) }
}

property('M7', async () => {
  const { rail, databaseUrl, statement } = await startWorld()
  await trade(rail, statement)
  await assertSameDays(rail, statement, databaseUrl)
  const days = new Set(statement.payments.map(({ moment }) => dayOf(moment)))
  assert.equal(days.size, 2)
  return (
    `${statement.payments.length} payments and ${statement.refunds.length} returns around the ` +
    `end of a month, in ${forms.length} forms of time: each day equal to the cent`
  )
})

for (const [what, column, table] of [
  ['a payment is three hours early', 'paid_at', 'payments'],
  ['a return is three hours early', 'completed_at', 'refunds'],
] as const) {
  control('M7', what, async () => {
    const { rail, databaseUrl, statement } = await startWorld()
    await trade(rail, statement)
    const [row] = await rail.service.sql<{ id: string; moment: string }>(
      `select id, ${column} as moment from ${table} where ${column} > ? order by id limit 1`,
      MONTH_END,
    )
    const moment = new Date(Date.parse(row?.moment ?? '') - BRASILIA_MS).toISOString()
    await rail.service.sql(`update ${table} set ${column} = ? where id = ?`, moment, row?.id ?? '')
    await assertSameDays(rail, statement, databaseUrl)
  })
}
