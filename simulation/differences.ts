import { checkDatabase } from '../db/maintenance/check.ts'
import { openSnapshot } from '../db/maintenance/snapshot.ts'
import { fromValor } from '../domain/pix/bank/responses.ts'
import type { Buyer } from './buyer.ts'
import type { World } from './world.ts'

type Look = <Row>(columns: readonly (keyof Row & string)[], sql: string) => Promise<Row[]>

/** What must be at the end of a run and is not, one line for each. */
export async function differencesOf(world: World, buyers: Buyer[]): Promise<string[]> {
  const snapshot = await openSnapshot(world.databaseUrl)
  const look: Look = async (columns, sql) => {
    const rows = await snapshot.rows(sql)
    return rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]]))) as never
  }
  try {
    return [
      ...(await ofMoney(world, look)),
      ...(await ofCheckouts(look, buyers)),
      ...(await ofCharges(world, look)),
      ...(await ofFailures(world, look)),
      ...(await ofEvents(look)),
      ...(await ofOrder(look)),
      ...(await ofDeliveries(world, look)),
      ...(await ofDatabase(world)),
    ]
  } finally {
    await snapshot.close()
  }
}

/** Each transfer, and each return of it, stands once in both books, to the cent. */
async function ofMoney({ bank: { books } }: World, look: Look): Promise<string[]> {
  const payments = await look<{ e2e: string; amount: bigint; outcome: string }>(
    ['e2e', 'amount', 'outcome'],
    'select end_to_end_id, amount_minor, outcome from payments',
  )
  const refunds = await look<{ e2e: string; id: string; amount: bigint }>(
    ['e2e', 'id', 'amount'],
    `select p.end_to_end_id, r.return_id, r.amount_minor from refunds r join payments p
     on p.seller_id = r.seller_id and p.id = r.payment_id where r.status = 'succeeded'`,
  )
  const ours = new Map(payments.map((one) => [one.e2e, `${one.amount}`]))
  for (const { e2e, id, amount } of refunds.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    ours.set(e2e, `${ours.get(e2e)} ${id}:${amount}`)
  }
  const theirs = new Map(
    books.transfers().map(({ endToEndId, valor, devolucoes = [] }) => {
      const done = devolucoes.filter(({ status }) => status === 'DEVOLVIDO')
      const back = done
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map((one) => ` ${one.id}:${fromValor(one.valor, 'valor')}`)
      return [endToEndId, `${fromValor(valor, 'valor')}${back.join('')}`]
    }),
  )
  const unlike = [...new Set([...ours.keys(), ...theirs.keys()])]
    .filter((id) => ours.get(id) !== theirs.get(id))
    .map((id) => `${id}: ${ours.get(id)} here, ${theirs.get(id)} at the bank`)
  const balances = books.balances()
  const kept = payments
    .filter(({ e2e, outcome }) => outcome !== 'settled' && balances.get(e2e) !== 0)
    .map(({ e2e }) => `${e2e}: what settled nothing was not sent back`)
  const negative = [...balances].filter(([, left]) => left < 0).map(([id]) => `${id}: below zero`)
  return [...unlike, ...kept, ...negative]
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

/** What has ended can no longer be paid at the bank. */
async function ofCharges({ bank: { books } }: World, look: Look): Promise<string[]> {
  const rows = await look<{ txid: string }>(['txid'], 'select txid from charges')
  return rows
    .filter(({ txid }) => books.charges.get(txid)?.status === 'ATIVA')
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

/** What has ended was announced once, and no refund is left without its end. */
async function ofEvents(look: Look): Promise<string[]> {
  const unlike = await look<{ what: string }>(
    ['what'],
    `select c.id || ': announced ' || coalesce(e.times, 0) || ' times' from checkouts c
     left join (
       select json_extract(data, '$.id') as id, count(*) as times from events
       where type in ('payment.succeeded', 'checkout.canceled', 'checkout.expired')
       group by json_extract(data, '$.id')
     ) e on e.id = c.id where coalesce(e.times, 0) <> 1
     union all select id || ': ' || status from refunds where status = 'pending'`,
  )
  return unlike.map(({ what }) => what)
}

/** The events that one checkout, or one refund, may have, in their order. */
const possibleTrails = [
  // Money in a wrong amount, or for a session that has ended, goes back.
  /^(payment\.reversed )*(payment\.succeeded|checkout\.(canceled|expired))( payment\.reversed)*$/,
  // A bank can take an order up again that it has refused.
  /^(refund\.failed )?refund\.succeeded$/,
  /^refund\.failed$/,
]

/** The events of each object are in a possible order, and the last one shows its final status. */
async function ofOrder(look: Look): Promise<string[]> {
  const events = await look<{ id: string; type: string; told: string; status: string }>(
    ['id', 'type', 'told', 'status'],
    `select o.id, e.type, json_extract(e.data, '$.status'), o.status from events e join (
       select id, status from checkouts union all select id, status from refunds
     ) o on o.id = json_extract(e.data, '$.id') order by e.rowid`,
  )
  const lives = Map.groupBy(events, ({ id }) => id)
  return [...lives.values()].flatMap((life) => {
    const { id = '', told, status } = life.at(-1) ?? {}
    const trail = life.map(({ type }) => type).join(' ')
    const isPossible = possibleTrails.some((one) => one.test(trail))
    return isPossible && told === status ? [] : [`${id}: ${trail}, ${told} and ${status}`]
  })
}

/** Each event was sent, unless its process died over it, and what was delivered has come. */
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
