import { checkDatabase } from '../../db/maintenance/check.ts'
import { openSnapshot } from '../../db/maintenance/snapshot.ts'
import { addDays, dayOf } from '../../runtime/brasilia.ts'
import type { Buyer } from './buyer.ts'
import type { World } from './world.ts'

/** The days of a statement that is asked for at once. */
const STATEMENT_DAYS = 100

export type Look = <Row>(columns: readonly (keyof Row & string)[], sql: string) => Promise<Row[]>

/**
 * Compares the books and the records at the end of a run, and names each difference in one line.
 */
export function differencesOf(world: World, buyers: Buyer[]): Promise<string[]> {
  return lookedAt(world, async (look) => [
    ...(await ofBooks(world, look)),
    ...(await ofCheckouts(look, buyers)),
    ...(await ofReasons(look)),
    ...(await ofCharges(world, look)),
    ...(await ofRefunds(look, buyers)),
    ...(await ofEvents(look)),
    ...(await ofOrder(look)),
    ...(await ofDeliveries(world, look)),
  ])
}

/** Does some work with a snapshot of the database. */
export async function lookedAt<Result>(
  { databaseUrl }: World,
  work: (look: Look) => Promise<Result>,
): Promise<Result> {
  const snapshot = await openSnapshot(databaseUrl)
  try {
    return await work(async (columns, sql) => {
      const rows = await snapshot.rows(sql)
      return rows.map((row) =>
        Object.fromEntries(columns.map((name, i) => [name, row[i]])),
      ) as never
    })
  } finally {
    await snapshot.close()
  }
}

/** Differences of the books themselves, whatever was sold. */
export const ofBooks = async (world: World, look: Look): Promise<string[]> => [
  ...(await ofMoney(world, look)),
  ...(await ofStatement(world)),
  ...(await ofFailures(world, look)),
  ...(await ofDatabase(world)),
]

/**
 * Each transfer, and each return of it, stands once in both books, to the cent, with its time or
 * with its nature and who ordered it.
 */
async function ofMoney({ bank }: World, look: Look): Promise<string[]> {
  const payments = await look<{ e2e: string; minor: bigint; paid_at: string; outcome: string }>(
    ['e2e', 'minor', 'paid_at', 'outcome'],
    'select end_to_end_id, amount_minor, paid_at, outcome from payments',
  )
  const refunds = await look<{
    e2e: string
    id: string
    minor: bigint
    nature: string
    completed_at: string
    origin: string
  }>(
    ['e2e', 'id', 'minor', 'nature', 'completed_at', 'origin'],
    `select p.end_to_end_id, r.return_id, r.amount_minor, r.nature, r.completed_at, r.origin
     from refunds r join payments p on p.seller_id = r.seller_id and p.id = r.payment_id
     where r.status = 'succeeded'`,
  )
  const refundsOf = Map.groupBy(refunds, ({ e2e }) => e2e)
  const ours = new Map(
    payments.map(({ e2e, minor, paid_at }) => [
      e2e,
      bank.ourLine({
        endToEndId: e2e,
        amount_minor: Number(minor),
        paid_at,
        refunds: (refundsOf.get(e2e) ?? []).map((refund) => ({
          return_id: refund.id,
          amount_minor: Number(refund.minor),
          nature: refund.nature,
          completed_at: refund.completed_at,
          isOurs: refund.origin !== 'bank',
        })),
      }),
    ]),
  )
  const records = bank.records()
  const unlike = [...new Set([...ours.keys(), ...records.keys()])]
    .filter((id) => ours.get(id) !== records.get(id)?.line)
    .map((id) => `${id}: ${ours.get(id)} here, ${records.get(id)?.line} at the bank`)
  const kept = payments
    .filter(({ e2e, outcome }) => outcome !== 'settled' && records.get(e2e)?.left_minor !== 0)
    .map(({ e2e }) => `${e2e}: what settled nothing was not sent back`)
  const negative = [...records]
    .filter(([, { left_minor }]) => left_minor < 0)
    .map(([id]) => `${id}: below zero`)
  return [...unlike, ...kept, ...negative]
}

/** The entries of the statement, fees included, sum to what the seller has at the bank. */
async function ofStatement({ bank, process, caller, timeline }: World): Promise<string[]> {
  const today = dayOf(timeline.now())
  let sum = 0
  let date_from = dayOf(new Date(timeline.now_ms - timeline.passed_ms))
  for (let after: string | undefined; date_from <= today; ) {
    const last = addDays(date_from, STATEMENT_DAYS - 1)
    const date_to = last < today ? last : today
    const query = { date_from, date_to, limit: 100, ...(after && { starting_after: after }) }
    const { body, code } = await process.call('listStatementEntries', { query }, caller)
    if (!body) return [`the statement is refused: ${code}`]
    sum += body.data.reduce((total, { amount_minor }) => total + amount_minor, 0)
    after = body.next_cursor ?? undefined
    if (!after) date_from = addDays(date_to, 1)
  }
  const balance = bank.balance()
  return sum === balance ? [] : [`the statement: ${sum} here, ${balance} at the bank`]
}

/** A session is completed by one payment of its price, and every session has ended. */
async function ofCheckouts(look: Look, buyers: Buyer[]): Promise<string[]> {
  const rows = await look<{ id: string; status: string; paid: bigint; settled: bigint }>(
    ['id', 'status', 'paid', 'settled'],
    `select c.id, c.status, count(p.id),
       coalesce(sum(case when p.amount_minor = c.amount_total_minor then 1 else 0 end), 0)
     from checkouts c left join payments p
     on p.seller_id = c.seller_id and p.checkout_id = c.id and p.outcome = 'settled'
     group by c.seller_id, c.id, c.status, c.amount_total_minor`,
  )
  const wrong = rows.filter(({ status, paid, settled }) => {
    const expected = status === 'completed' ? 1n : 0n
    return status === 'open' || BigInt(paid) !== expected || BigInt(settled) !== expected
  })
  const known = new Set(rows.map(({ id }) => id))
  const lost = buyers.filter(({ checkout }) => !known.has(checkout?.id ?? ''))
  const differences = wrong.map(({ id, status, paid }) => `${id}: ${status}, paid ${paid} times`)
  return [...differences, ...lost.map(({ checkout }) => `${checkout?.id}: is lost`)]
}

/** Money goes back for the reason that its checkout, its amount and its bank show. */
async function ofReasons(look: Look): Promise<string[]> {
  const wrong = await look<{ what: string }>(
    ['what'],
    `select p.id || ': ' || p.return_reason || ', over ' || p.amount_minor || ' and ' || c.status
     from payments p join checkouts c on c.seller_id = p.seller_id and c.id = p.checkout_id
     where p.outcome = 'returned' and not case p.return_reason
       when 'duplicate' then c.status = 'completed'
       when 'canceled' then c.status = 'canceled' and p.amount_minor = c.amount_total_minor
       when 'late' then c.status = 'expired' and p.amount_minor = c.amount_total_minor
       else p.amount_minor <> c.amount_total_minor or exists (
         select 1 from refunds r
         where r.seller_id = p.seller_id and r.payment_id = p.id and r.origin = 'bank')
       end`,
  )
  return wrong.map(({ what }) => what)
}

/** No charge of a session that has ended can still be paid at the bank. */
async function ofCharges({ bank }: World, look: Look): Promise<string[]> {
  const rows = await look<{ txid: string }>(['txid'], 'select txid from charges')
  return rows
    .filter(({ txid }) => bank.isPayable(txid))
    .map(({ txid }) => `${txid}: can still be paid`)
}

/** No refund of a seller has failed that the bank has neither refused nor left undone. */
async function ofFailures({ bank }: World, look: Look): Promise<string[]> {
  const rows = await look<{ id: string; return_id: string }>(
    ['id', 'return_id'],
    "select id, return_id from refunds where origin = 'seller' and failure_reason is not null",
  )
  return rows
    .filter(({ return_id }) => !bank.refused.has(return_id))
    .map(({ id }) => `${id}: has failed, and the bank has not refused it`)
}

/** Each refund that a seller was told of is as it was told, and each stands once in the trail. */
async function ofRefunds(look: Look, buyers: Buyer[]): Promise<string[]> {
  const rows = await look<{ id: string; told: string; recorded: bigint }>(
    ['id', 'told', 'recorded'],
    `select r.id, r.amount_minor || ' ' || coalesce(r.external_id, ''), coalesce(a.times, 0)
     from refunds r left join (
       select target_id, count(*) as times from audit_events
       where action in ('refund.requested', 'refund.recorded') group by target_id
     ) a on a.target_id = r.id`,
  )
  const told = new Map(rows.map((one) => [one.id, one.told]))
  const unlike = buyers
    .flatMap(({ refunds }) => refunds)
    .filter(
      ({ id, amount_minor, external_id }) => told.get(id) !== `${amount_minor} ${external_id}`,
    )
    .map(({ id, amount_minor }) => `${id}: ${told.get(id)} here, told as ${amount_minor}`)
  const unrecorded = rows
    .filter(({ recorded }) => BigInt(recorded) !== 1n)
    .map(({ id, recorded }) => `${id}: ${recorded} times in the audit trail`)
  return [...unlike, ...unrecorded]
}

/**
 * The end of each session was announced once, and each refund has an end that was announced once.
 */
async function ofEvents(look: Look): Promise<string[]> {
  const unlike = await look<{ what: string }>(
    ['what'],
    `select c.id || ': announced ' || coalesce(e.times, 0) || ' times' from checkouts c
     left join (
       select json_extract(data, '$.id') as id, count(*) as times from events
       where type in ('payment.succeeded', 'checkout.canceled', 'checkout.expired')
       group by json_extract(data, '$.id')
     ) e on e.id = c.id where coalesce(e.times, 0) <> 1
     union all select id || ': ' || status from refunds where status = 'pending'
     union all
     select r.id || ': its end was announced ' || coalesce(e.times, 0) || ' times' from refunds r
     left join (
       select json_extract(data, '$.id') as id, count(*) as times from events
       where type like 'refund.%' group by json_extract(data, '$.id')
     ) e on e.id = r.id
     where coalesce(e.times, 0) <> (r.status = 'succeeded') + (r.failure_reason is not null)`,
  )
  return unlike.map(({ what }) => what)
}

/** The events that one checkout, or one refund, may have, in their order. */
const possibleTrails = [
  // Money in a wrong amount, or for a session that has ended, goes back.
  /^(payment\.reversed )*(payment\.succeeded|checkout\.(canceled|expired))( payment\.reversed)*$/,
  // A refund that was announced as failed is never carried out.
  /^refund\.(succeeded|failed)$/,
]

/**
 * The events of each object are in a possible order, and the last one shows its final status, its
 * payment, and how much was refunded.
 */
async function ofOrder(look: Look): Promise<string[]> {
  const shown = (name: string) => `json_extract(e.data, '$.${name}')`
  const events = await look<{ id: string; type: string; told: string; final: string }>(
    ['id', 'type', 'told', 'final'],
    `select o.id, e.type,
       ${shown('status')} || ' ' || coalesce(${shown('payment_id')}, '') || ' ' ||
       coalesce(${shown('amount_refunded_minor')}, ${shown('amount_minor')}), o.final
     from events e join (
       select id, status || ' ' || coalesce(payment_id, '') || ' ' || amount_refunded_minor as final
       from checkouts
       union all select id, status || ' ' || payment_id || ' ' || amount_minor from refunds
     ) o on o.id = json_extract(e.data, '$.id') order by e.rowid`,
  )
  const byObject = Map.groupBy(events, ({ id }) => id)
  return [...byObject.values()].flatMap((ofObject) => {
    const { id = '', told, final } = ofObject.at(-1) ?? {}
    const trail = ofObject.map(({ type }) => type).join(' ')
    const isPossible = possibleTrails.some((one) => one.test(trail))
    return isPossible && told === final ? [] : [`${id}: ${trail}, ${told} and ${final}`]
  })
}

/** Each event was sent, unless its process died over it, and each delivered one was received. */
async function ofDeliveries({ receiver }: World, look: Look): Promise<string[]> {
  const rows = await look<{ event: string; status: string }>(
    ['event', 'status'],
    "select e.id, coalesce(d.status, 'none') from events e left join deliveries d " +
      'on d.seller_id = e.seller_id and d.event_id = e.id',
  )
  return rows
    .filter(({ event, status }) => {
      if (status === 'delivered') return !receiver.received.has(event)
      return status === 'none' || status === 'pending'
    })
    .map(({ event, status }) => `${event}: ${status}, and not received`)
}

async function ofDatabase({ databaseUrl }: World): Promise<string[]> {
  const checks = await checkDatabase(databaseUrl)
  return checks.filter(({ ok }) => !ok).map(({ name, broken }) => `${name}: ${broken.join(', ')}`)
}
