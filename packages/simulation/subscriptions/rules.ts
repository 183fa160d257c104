/** The rules of Pix Automático, by the books of the bank: M9, M10 and M11 of docs/simulation.md. */
import { fromValor } from '../../../domain/pix/bank/fields.ts'
import { invoiceTxidOf } from '../../../domain/pix/bank/txid.ts'
import { dayOf } from '../../../runtime/brasilia.ts'
import { atHour, periodOf } from '../../bank/recurring/calendar.ts'
import type { OutsideOrder, Recurrence } from '../../bank/recurring/things.ts'
import type { Pix } from '../../bank/views.ts'
import { ON_ITS_WAY_MS } from './bank.ts'
import type { SubscriptionBank } from './bank.ts'
import type { SubscriptionRow } from './rows.ts'

/** The hour up to which an order counts for its day. */
const LAST_HOUR = 22

export const isLiving = ({ status }: Recurrence): boolean =>
  status === 'CRIADA' || status === 'APROVADA'

const isHolding = ({ status }: { status: string }) =>
  status !== 'REJEITADA' && status !== 'CANCELADA'

const repeated = (texts: string[]): string[] => {
  const counts = Map.groupBy(texts, (text) => text)
  return [...counts].filter(([, all]) => all.length > 1).map(([text]) => text)
}

/** A transfer for a period, counted from 0, of a subscription by its contract. */
export type PeriodMoney = { contract: string; period: number; pix: Pix; kept_minor: number }

/**
 * All money that has come by a code, or by a debit, of which the bank has the period.
 *
 * @param firsts the contracts whose first period is paid with a code, by its charge
 */
export function moneyOf(
  { books }: SubscriptionBank,
  firsts: ReadonlyMap<string, string>,
): PeriodMoney[] {
  const { recurrences, charges } = books.recurring.context
  const balances = books.balances()
  return books.transfers().flatMap((pix) => {
    const kept_minor = balances.get(pix.endToEndId) ?? 0
    const txid = invoiceTxidOf(pix.txid)
    const charge = charges.get(txid)
    const recurrence = recurrences.get(charge?.idRec ?? '')
    if (charge && recurrence) {
      const { dataInicial, periodicidade } = recurrence.calendario
      const period = periodOf(dataInicial, periodicidade, charge.dueDay)
      return [{ contract: recurrence.vinculo.contrato, period, pix, kept_minor }]
    }
    const contract = firsts.get(txid)
    return contract === undefined ? [] : [{ contract, period: 0, pix, kept_minor }]
  })
}

/** Each period is charged at most once, and money of it is kept at most once. */
function chargedTwice({ books }: SubscriptionBank, money: readonly PeriodMoney[]): string[] {
  const { recurrences } = books.recurring.context
  const charged = [...recurrences.values()].flatMap(({ vinculo, charges, calendario }) => {
    const { dataInicial, periodicidade } = calendario
    return charges
      .filter(isHolding)
      .map(({ dueDay }) => `${vinculo.contrato} ${periodOf(dataInicial, periodicidade, dueDay)}`)
  })
  // A transfer that a bank has taken back in part is still kept in part.
  const kept = money
    .filter(({ kept_minor }) => kept_minor > 0)
    .map(({ contract, period }) => `${contract} ${period}`)
  return [
    ...repeated(charged).map((period) => `M9: ${period} is charged twice`),
    ...repeated(kept).map((period) => `M9: money for ${period} is kept twice`),
  ]
}

/** True of an order that was on its way when its time was over, or its mandate ended. */
function isOnItsWay({ at, why }: OutsideOrder, subscription: SubscriptionRow | undefined): boolean {
  const atMs = Date.parse(at)
  if (why === 'bank_not_approved') {
    const known = subscription?.mandate_ended_at ?? null
    const isApproved = (subscription?.mandate_approved_at ?? at) < at
    return isApproved && (known === null || atMs <= Date.parse(known) + ON_ITS_WAY_MS)
  }
  const isTimed = why === 'bank_notice' || why === 'bank_night' || why === 'cancel_late'
  return isTimed && atMs <= atHour(dayOf(at), LAST_HOUR) + ON_ITS_WAY_MS
}

/** Orders that calendar or agreement forbid. */
function outside(bank: SubscriptionBank, byTxid: Map<string, SubscriptionRow>): string[] {
  return bank.books.recurring.context.outside
    .filter((order) => !isOnItsWay(order, byTxid.get(order.id)))
    .map(({ order, id, at, why }) => `M10: ${order} ${id} at ${at} is outside: ${why}`)
}

/** Debits of more than was agreed to, or after the mandate has ended at the bank for a day. */
function debitedWrongly({ books }: SubscriptionBank): string[] {
  const { recurrences, charges } = books.recurring.context
  return [...charges.values()].flatMap(({ idRec, txid, pix, amount_minor }) => {
    const { valor, limit_minor, atualizacao } = recurrences.get(idRec) ?? {}
    const isOver =
      (valor?.valorRec !== undefined && fromValor(valor.valorRec, 'valorRec') !== amount_minor) ||
      amount_minor > (limit_minor ?? Infinity)
    const end = atualizacao?.find(({ status }) => status === 'CANCELADA')?.data
    const isLate = pix.some(({ horario }) => dayOf(horario) > dayOf(end ?? horario))
    return [
      ...(isOver && pix.length > 0 ? [`M10: ${txid} is debited over its limit`] : []),
      ...(isLate && end !== undefined && isDayLater(pix, end)
        ? [`M10: ${txid} is debited after the end`]
        : []),
    ]
  })
}

/** A debit of the day after an end cannot be stopped from 22:00 on. */
const isDayLater = (pix: readonly Pix[], end: string): boolean =>
  pix.some(({ horario }) => Date.parse(horario) > atHour(dayOf(end), 2 * 24))

/** At most one recurrence of a subscription lives. */
function livingTwice({ books }: SubscriptionBank): string[] {
  const living = [...books.recurring.context.recurrences.values()].filter(isLiving)
  return repeated(living.map(({ vinculo }) => vinculo.contrato)).map(
    (contract) => `M11: ${contract} has two living recurrences`,
  )
}

/** @param byTxid the subscription of each invoice, by its charge */
export const brokenRules = (
  bank: SubscriptionBank,
  { byTxid, money }: { byTxid: Map<string, SubscriptionRow>; money: readonly PeriodMoney[] },
): string[] => [
  ...chargedTwice(bank, money),
  ...outside(bank, byTxid),
  ...debitedWrongly(bank),
  ...livingTwice(bank),
]
