/** Compares a seller's facts about mandates and charges with the bank's books. */
import type { BankBooks } from '../bank/books.ts'
import type { Recurrence, RecurringCharge } from '../bank/recurring/things.ts'
import { periodOf } from '../bank/recurring/calendar.ts'
import { dayOf } from '../../runtime/brasilia.ts'
import type { RecurringWorld, SimulatedInvoice, SimulatedMandate } from './recurring.ts'

/** Days after a due day until which a charge may still be tried. */
const OPEN_DAYS = 8
const DAY_MS = 24 * 60 * 60 * 1000

const isLiving = ({ status }: Recurrence) => status === 'CRIADA' || status === 'APROVADA'
const isHolding = ({ status }: RecurringCharge) => status !== 'REJEITADA' && status !== 'CANCELADA'

const repeated = (texts: string[]): string[] =>
  texts.filter((text, place) => texts.indexOf(text) !== place)

/** The orders that the rules forbid, by the bank's books alone. */
function ruleDifferences(books: BankBooks, violations: string[]): string[] {
  const { outside, recurrences } = books.recurring.context
  const all = [...recurrences.values()]
  const twice = repeated(all.filter(isLiving).map(({ vinculo }) => vinculo.contrato))
  const periods = all.flatMap(({ idRec, charges, calendario: { dataInicial, periodicidade } }) =>
    repeated(
      charges
        .filter(isHolding)
        .map(({ dueDay }) => `${idRec} ${periodOf(dataInicial, periodicidade, dueDay)}`),
    ),
  )
  const days = all.flatMap(({ charges }) =>
    charges.flatMap(({ txid, tentativas }) =>
      repeated(
        tentativas
          .filter(({ tipo }) => tipo === 'NTAG')
          .map(({ dataLiquidacao }) => `${txid} ${dataLiquidacao}`),
      ),
    ),
  )
  return [
    ...violations,
    ...outside.map(({ order, id, why }) => `${order} ${id} is outside: ${why}`),
    ...twice.map((contract) => `${contract} has two living recurrences`),
    ...periods.map((period) => `${period} is charged twice`),
    ...days.map((day) => `${day} is debited twice`),
  ]
}

/** A charge in words, as the seller or the bank has it. */
const lineOf = (status: string, ids: string[], amounts: number[]): string =>
  `${status}, ${ids.join(' ')}, ${amounts.reduce((sum, one) => sum + one, 0)}`

const bankStatuses: Record<string, string> = {
  CRIADA: 'created',
  ATIVA: 'active',
  CONCLUIDA: 'paid',
  EXPIRADA: 'expired',
  REJEITADA: 'rejected',
  CANCELADA: 'canceled',
}

function ownLine({ charge }: SimulatedInvoice): string {
  if (!charge) return 'none'
  const ids = charge.attempts.map((one) => `${one.date} ${one.end_to_end_id}`)
  return lineOf(
    charge.status,
    ids,
    charge.transfers.map(({ amount_minor }) => amount_minor),
  )
}

function bankLine(charge: RecurringCharge | undefined): string {
  if (!charge) return 'none'
  const ids = charge.tentativas.map((one) => `${one.dataLiquidacao} ${one.endToEndId}`)
  const amounts = charge.pix.map(({ valor }) => Number(valor.replace('.', '')))
  return lineOf(bankStatuses[charge.status] ?? '', ids, amounts)
}

function mandateDifferences(mandate: SimulatedMandate, { bank, now }: RecurringWorld): string[] {
  const { charges, recurrences } = bank.books.recurring.context
  const { contract, mandate_id, state, endedOn } = mandate
  const found: string[] = []
  for (const [k, invoice] of mandate.invoices) {
    const charge = charges.get(invoice.txid)
    const [own, banks] = [ownLine(invoice), bankLine(charge)]
    if (own !== banks) found.push(`${contract} ${k}: ${own} here, ${banks} at the bank`)
    const isPast = Date.parse(invoice.due_on) + OPEN_DAYS * DAY_MS < now.getTime()
    if (state === 'running' && isPast && !charge) found.push(`${contract} ${k} is not charged`)
    if ((charge?.pix.length ?? 0) > 1) found.push(`${contract} ${k} is debited twice`)
    const isLate = charge?.pix.some(({ horario }) => dayOf(horario) > (endedOn ?? dayOf(horario)))
    if (isLate) found.push(`${contract} ${k} is debited after the end`)
  }
  const kept = recurrences.get(mandate_id ?? '')
  if (state === 'over' && kept && isLiving(kept)) found.push(`${contract} lives after its end`)
  if (state === 'running' && kept?.status !== 'APROVADA' && kept?.status !== 'CANCELADA') {
    found.push(`${contract} is ${kept?.status} at the bank`)
  }
  return found
}

/** Differences between the bank's books and the seller's facts, and orders against the rules. */
export const recurringDifferences = (world: RecurringWorld): string[] => [
  ...ruleDifferences(world.bank.books, world.bank.violations),
  ...world.mandates.flatMap((mandate) => mandateDifferences(mandate, world)),
]
