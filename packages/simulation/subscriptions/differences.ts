/**
 * Compares what the service says of its subscriptions with the books of the bank, at rest: M12 of
 * docs/simulation.md, and the other half of M9, that each period is charged where payer and bank
 * are able.
 */
import { addDays, dayOf } from '../../../runtime/brasilia.ts'
import { atHour, periodStart } from '../../bank/recurring/calendar.ts'
import type { Recurrence, RecurringCharge } from '../../bank/recurring/things.ts'
import { lookedAt, ofBooks } from '../differences.ts'
import type { World } from '../world.ts'
import type { SubscriptionBank } from './bank.ts'
import { eventDifferences } from './events.ts'
import { readRows } from './rows.ts'
import type { AttemptRow, InvoiceRow, PaymentRow, Rows, SubscriptionRow } from './rows.ts'
import { brokenRules, isLiving, moneyOf } from './rules.ts'
import type { PeriodMoney } from './rules.ts'
import type { Subscriber } from './subscriber.ts'

/** So many days after a due day the outcome of its invoice is known, wherever debits are moved. */
const OUTCOME_DAYS = 11

type Facts = {
  world: World
  row: SubscriptionRow
  invoices: InvoiceRow[]
  attempts: Map<string, AttemptRow[]>
  payments: PaymentRow[]
  recurrences: Recurrence[]
  money: PeriodMoney[]
  /** The buyer; undefined where the answer that made the subscription was lost for good. */
  subscriber: Subscriber | undefined
}

export function subscriptionDifferences(world: World, all: Subscriber[]): Promise<string[]> {
  return lookedAt(world, async (look) => {
    const bank = world.bank as SubscriptionBank
    const rows = await readRows(look)
    const firsts = rows.invoices
      .filter(({ collection }) => collection === 'code')
      .map(({ txid, subscription_id }) => [txid, contractOf(subscription_id)] as const)
    const money = moneyOf(bank, new Map(firsts))
    const facts = factsOf(world, { rows, money, all })
    const byTxid = new Map(
      facts.flatMap(({ row, invoices }) => invoices.map(({ txid }) => [txid, row] as const)),
    )
    return [
      ...(await ofBooks(world, look)),
      ...brokenRules(bank, { byTxid, money }),
      ...strayMoney(bank, money),
      ...facts.flatMap((one) => [
        ...ofStatus(one),
        ...ofPaidUntil(one),
        ...ofInvoices(one),
        ...ofReturns(one),
        ...ofPeriods(one),
      ]),
      ...eventDifferences(rows),
    ]
  })
}

/** The contract by which the bank knows a subscription. */
const contractOf = (id: string): string => id.slice('sub_'.length).replaceAll('-', '')

type Compared = { rows: Rows; money: PeriodMoney[]; all: Subscriber[] }

function factsOf(world: World, { rows, money: allMoney, all }: Compared): Facts[] {
  const bank = world.bank as SubscriptionBank
  const { recurrences } = bank.books.recurring.context
  const byContract = Map.groupBy(recurrences.values(), ({ vinculo }) => vinculo.contrato)
  const money = Map.groupBy(allMoney, ({ contract }) => contract)
  const invoices = Map.groupBy(rows.invoices, ({ subscription_id }) => subscription_id)
  const attempts = Map.groupBy(rows.attempts, ({ invoice_id }) => invoice_id)
  const payments = Map.groupBy(rows.payments, ({ invoice_id }) => invoice_id)
  const subscribers = new Map(all.flatMap((one) => (one.subscription ? [[one.id, one]] : [])))
  return rows.subscriptions.map((row) => {
    const contract = contractOf(row.id)
    const own = invoices.get(row.id) ?? []
    return {
      world,
      row,
      invoices: own.toSorted((a, b) => Number(a.number) - Number(b.number)),
      attempts,
      payments: own.flatMap(({ id }) => payments.get(id) ?? []),
      recurrences: byContract.get(contract) ?? [],
      money: money.get(contract) ?? [],
      subscriber: subscribers.get(row.id),
    }
  })
}

/** Money at the bank for a period that the service does not know. */
function strayMoney(bank: SubscriptionBank, money: readonly PeriodMoney[]): string[] {
  const known = new Set(money.map(({ pix }) => pix.endToEndId))
  return bank.books
    .transfers()
    .filter(({ endToEndId }) => !known.has(endToEndId))
    .map(({ endToEndId, txid }) => `M12: ${endToEndId} for ${txid} is of no subscription`)
}

/** The status is that of the recurrence, and of the money that has come by the code. */
function ofStatus({ row, recurrences }: Facts): string[] {
  const { id, status, mandate_status, recurrence_id } = row
  const living = recurrences.filter(isLiving)
  const isRunning = status === 'active' || status === 'past_due'
  const said = `M12: ${id} is ${status} (${mandate_status})`
  const found: string[] = []
  if (status === 'incomplete') found.push(`${said} at the end`)
  if (isRunning) {
    const own = living.filter(({ idRec }) => idRec === recurrence_id)
    const isApproved = own.length === 1 && own[0]?.status === 'APROVADA'
    if (!isApproved || mandate_status !== 'approved') {
      found.push(`${said}, ${living.map((one) => one.status).join(' ')} at the bank`)
    }
  }
  if ((status === 'canceled' || status === 'expired') && living.length > 0) {
    found.push(`${said}, and its recurrence is ${living[0]?.status}`)
  }
  const hasEnded = mandate_status !== 'pending' && mandate_status !== 'approved'
  if (hasEnded && living.length > 0) found.push(`${said}, and a recurrence lives`)
  return found
}

/** `paid_until` is the end of the last period for which the bank shows money that settles it. */
function ofPaidUntil({ row, recurrences, money, payments }: Facts): string[] {
  const settled = new Set(
    payments.filter(({ outcome }) => outcome === 'settled').map((one) => one.end_to_end_id),
  )
  const [first] = recurrences
  const ends = money
    .filter(({ pix }) => settled.has(pix.endToEndId))
    .map(({ period }) => {
      const { dataInicial = '', periodicidade = 'MENSAL' } = first?.calendario ?? {}
      return periodStart(dataInicial, periodicidade, period + 1)
    })
  const paid_until = ends.toSorted().at(-1) ?? null
  if (paid_until === row.paid_until) return []
  return [`M12: ${row.id} is paid until ${row.paid_until} here, ${paid_until} at the bank`]
}

const statuses: Record<string, string[]> = {
  CRIADA: ['open', 'uncollectible'],
  ATIVA: ['open', 'uncollectible'],
  CONCLUIDA: ['paid', 'void', 'uncollectible'],
  EXPIRADA: ['uncollectible', 'paid', 'void'],
  REJEITADA: ['uncollectible', 'paid', 'void'],
  CANCELADA: ['uncollectible', 'paid', 'void'],
}

const attemptStatuses: Record<string, string> = {
  SOLICITADA: 'scheduled',
  AGENDADA: 'scheduled',
  PAGA: 'paid',
  REJEITADA: 'failed',
  EXPIRADA: 'failed',
  CANCELADA: 'canceled',
}

/** A debit could not be stopped and found no money: its charge stays until the week is over. */
const isLeft = ({ status, tentativas }: RecurringCharge, invoiceStatus: string): boolean =>
  status === 'ATIVA' &&
  invoiceStatus === 'void' &&
  tentativas.every((attempt) => attemptStatuses[attempt.status] === 'failed')

const kinds = { AGND: 'first', NTAG: 'retry', RIFL: 'resend' } as const

const chargeLine = ({ tentativas }: RecurringCharge): string =>
  tentativas
    .map(({ tipo, dataLiquidacao, status }) =>
      [kinds[tipo], dataLiquidacao, attemptStatuses[status]].join(' '),
    )
    .toSorted()
    .join(', ')

/** Each invoice and its attempts are what the bank has of its charge. */
function ofInvoices({ invoices, attempts, recurrences, row }: Facts): string[] {
  const charges = new Map(
    recurrences.flatMap((one) => one.charges.map((charge) => [charge.txid, charge] as const)),
  )
  return invoices.flatMap((invoice) => {
    const { id, number, status, txid } = invoice
    const charge = charges.get(txid)
    const own = attempts.get(id) ?? []
    const said = `M12: ${row.id} ${number} is ${status}`
    if (!charge) return own.length > 0 ? [`${said}, its charge is not at the bank`] : []
    const line = own
      .map(({ kind, date, status: of }) => `${kind} ${date} ${of}`)
      .toSorted()
      .join(', ')
    const isUnlike = line !== chargeLine(charge)
    const isPossible =
      (statuses[charge.status]?.includes(status) ?? false) || isLeft(charge, status)
    return [
      ...(isPossible ? [] : [`${said}, ${charge.status} at the bank`]),
      ...(isUnlike ? [`${said}, ${line} here, ${chargeLine(charge)} at the bank`] : []),
    ]
  })
}

/** After a cancellation nothing is kept, and each transfer settles an invoice or goes back. */
function ofReturns({ row, money, payments }: Facts): string[] {
  const { id, canceled_at, status } = row
  const outcomes = new Map(payments.map((one) => [one.end_to_end_id, one.outcome]))
  return money.flatMap(({ pix: { endToEndId, horario }, kept_minor }) => {
    const isLater = canceled_at !== null && dayOf(horario) > dayOf(canceled_at)
    const outcome = outcomes.get(endToEndId)
    return [
      ...(isLater && kept_minor > 0 ? [`M12: ${id} keeps ${endToEndId} after its end`] : []),
      ...(outcome === undefined ? [`M12: ${id} (${status}) does not know ${endToEndId}`] : []),
    ]
  })
}

/** A period of a subscription that ran through it is paid, unless its payer could not. */
function ofPeriods({ row, invoices, money, recurrences, subscriber, world }: Facts): string[] {
  const [first] = recurrences
  const { id, activated_at, starts_on } = row
  if (!first || activated_at === null || starts_on === null) return []
  const { periodicidade } = first.calendario
  const endMs = endOfRun(row, recurrences, world)
  const found: string[] = []
  for (let k = 0; ; k++) {
    const due = periodStart(starts_on, periodicidade, k)
    const [fromMs, toMs] = [atHour(due, 0), atHour(addDays(due, OUTCOME_DAYS), 0)]
    if (toMs > endMs || (row.cycles !== null && k >= Number(row.cycles))) return found
    const invoice = invoices.find(({ number }) => Number(number) === k + 1)
    const said = `${id} ${k + 1} of ${due}`
    if (!invoice) {
      found.push(`M9: ${said} has no invoice`)
      continue
    }
    if (invoice.status === 'draft' || invoice.status === 'open') {
      found.push(`M9: ${said} is ${invoice.status} still`)
    }
    const { poor = [], touched, takenBack } = subscriber ?? {}
    const wasPoor = poor.some(([from, to]) => from < toMs && to > fromMs)
    const isTouched = touched?.has(k + 1) || takenBack?.has(invoice.txid)
    const isPaid = money.some(({ period }) => period === k)
    if (!isPaid && !wasPoor && !isTouched) found.push(`M9: ${said} is not charged`)
  }
}

/** When it ended, here or at the bank, or when the run did. */
function endOfRun(row: SubscriptionRow, recurrences: Recurrence[], world: World): number {
  const ends = recurrences.map(({ atualizacao, status }) =>
    status === 'APROVADA' ? Infinity : Date.parse(atualizacao.at(-1)?.data ?? ''),
  )
  const canceledMs = row.canceled_at === null ? Infinity : Date.parse(row.canceled_at)
  return Math.min(canceledMs, world.timeline.now_ms, Math.max(...ends))
}
