/** Acts of payers and their banks on recurrences, by order of a test. */
import { fromValor } from '../../../domain/pix/bank/fields.ts'
import type { BankBooks } from '../books.ts'
import { Refusal } from '../problems.ts'
import type { Pix } from '../views.ts'
import { openAttempt } from './charges.ts'
import { isFinal } from './machines.ts'
import type { Recurrence, RecurringCharge, Requester } from './things.ts'

export type Authorization = {
  code: string
  cpf?: string
  limit?: string
  pays?: boolean
  consents?: boolean
}

export type Revocation = { idRec: string; by?: keyof typeof requesters; codigo?: string }

/** The parties that end a recurrence, each with the code where an order names none. */
export const requesters = {
  payer: ['USUARIO_PAGADOR', 'CPCL'],
  payer_bank: ['PSP_PAGADOR', 'ACCL'],
  seller_bank: ['PSP_RECEBEDOR', 'PCFD'],
} as const satisfies Record<string, [Requester, string]>

const CPF = '12345678909'

/** The recurrence that a code names by its location, or that is named by its own id. */
function recurrenceOf({ recurring }: BankBooks, code: string): Recurrence | undefined {
  const { recurrences } = recurring.context
  for (const { location, idRec } of recurring.recurrences.locations.values()) {
    if (idRec !== undefined && code.includes(location)) return recurrences.get(idRec)
  }
  return recurrences.get(code)
}

/**
 * A payer reads a code: pays its charge, consents to its recurrence, or both. A consent to a
 * solicitation names the recurrence by its id.
 *
 * @returns what was paid, if anything
 * @throws Refusal
 */
export function authorize(books: BankBooks, asked: Authorization): Pix | undefined {
  books.clock.catchUp()
  const { code, cpf = CPF, limit } = asked
  const found = recurrenceOf(books, code)
  if (!found) throw new Refusal(404, 'RecNaoEncontrada')
  const txid = books.txidOf(code)
  const { pays = txid !== undefined, consents = true } = asked
  const isAsked = pays || consents
  if (!isAsked) throw new Refusal(400, 'RequisicaoInvalida')
  if (consents && isFinal('recurrence', found)) throw new Refusal(409, 'RecOperacaoInvalida')
  const paid = pays ? payment(books, code, cpf) : undefined
  if (!consents || !books.recurring.settings.consents) return paid
  const isSolicited = code === found.idRec
  const journey = isSolicited ? 'JORNADA_1' : paid ? 'JORNADA_3' : 'JORNADA_2'
  const limit_minor = limit === undefined ? {} : { limit_minor: fromValor(limit, 'limit') }
  books.recurring.recurrences.consent(found, { cpf, journey, ...limit_minor })
  return paid
}

function payment(books: BankBooks, code: string, cpf: string): Pix {
  const txid = books.txidOf(code)
  const paid = txid === undefined ? undefined : books.payCode(code, books.amountOf(txid), { cpf })
  if (!paid) throw new Refusal(409, 'CobNaoPodeSerPaga')
  return paid
}

/** A payer or a bank ends a recurrence, or rejects it. @throws Refusal */
export function revoke(books: BankBooks, { idRec, by = 'payer', codigo }: Revocation): Recurrence {
  books.clock.catchUp()
  const found = books.recurring.recurrences.find(idRec)
  if (isFinal('recurrence', found)) throw new Refusal(409, 'RecOperacaoInvalida')
  const [requester, code] = requesters[by]
  books.recurring.recurrences.end(found, requester, codigo ?? code)
  return found
}

/** A payer takes back one debit that is to come. @throws Refusal */
export function cancelSchedule(
  books: BankBooks,
  { txid, codigo = 'SLBD' }: { txid: string; codigo?: string },
): RecurringCharge {
  books.clock.catchUp()
  const { charges } = books.recurring
  const charge = books.recurring.findCharge(txid)
  if (!openAttempt(charge) || !charges.isStoppable(charge)) {
    throw new Refusal(409, 'CobROperacaoInvalida')
  }
  charges.cancel(charge, 'USUARIO_PAGADOR', codigo)
  return charge
}

/** Gives a payer so much money from now on; null is enough for everything. */
export function setFunds(
  { recurring }: BankBooks,
  { cpf, funds }: { cpf: string; funds: string | null },
): void {
  const { context } = recurring
  if (funds === null) context.funds.delete(cpf)
  else context.funds.set(cpf, fromValor(funds, 'funds'))
}
