/**
 * Reads the answers of banks about Pix Automático. Only what money and agreement depend on is read
 * strictly; every other field may be missing. A value that the contract may add to an enumeration
 * is still under way: never agreed to, never paid and never failed.
 */
import { fieldsOf, fromValor, listOf, textOf, unreadable } from '../bank/fields.ts'
import type { Fields } from '../bank/fields.ts'
import { pageOf, transfersIn } from '../bank/bacen/responses.ts'
import { timeOf } from '../bank/times.ts'
import type { ListPage, Transfer } from '../bank/provider.ts'
import type { FailureReason, MandateStatus } from '../../../db/schema/subscriptionStatuses.ts'
import type { AttemptStatus } from '../../../db/schema/subscriptionStatuses.ts'
import { endedBy, endsCharge, reasonOfAttempt, reasonOfEnding } from './reasons.ts'
import type { EndedBy } from './reasons.ts'

/** A charge has a first attempt, three retries, and at most one repeat of the first a day. */
const MAX_ATTEMPTS = 50

/** The longest code that the contract allows. */
const CODE_LENGTH = 512

const mandateId = /^[a-zA-Z0-9]{29}$/
const day = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?=$|[T ])/
const failureCode = /^[A-Z0-9]{1,35}$/
const endToEndId = /^[a-zA-Z0-9]{32}$/

export const isMandateId = (text: string): boolean => mandateId.test(text)

const mandateStatuses: Record<string, MandateStatus> = {
  CRIADA: 'pending',
  APROVADA: 'approved',
  REJEITADA: 'rejected',
  EXPIRADA: 'expired',
  CANCELADA: 'canceled',
}

const chargeStatuses = {
  CRIADA: 'created',
  ATIVA: 'active',
  CONCLUIDA: 'paid',
  EXPIRADA: 'expired',
  REJEITADA: 'rejected',
  CANCELADA: 'canceled',
} as const

const attemptStatuses: Record<string, AttemptStatus> = {
  SOLICITADA: 'scheduled',
  AGENDADA: 'scheduled',
  PAGA: 'paid',
  REJEITADA: 'failed',
  EXPIRADA: 'failed',
  CANCELADA: 'canceled',
}

const attemptKinds = { AGND: 'first', NTAG: 'retry', RIFL: 'resend' } as const

/** A location, the key of a recurrence. @property mandate_id the recurrence that it shows */
export type RecurrenceLocation = { id: string; location: string | null; mandate_id: string | null }

/** A recurrence as the bank has it. */
export type Mandate = {
  id: string
  status: MandateStatus | 'unknown'
  /** `vinculo.contrato`, by which we know it as ours. */
  contract: string | null
  starts_on: string | null
  approved_at: string | null
  /** The payer need not be the debtor that was named. */
  payer: { tax_id: string; bank_ispb: string | null } | null
  ending: { by: EndedBy; code: string | null } | null
  location: RecurrenceLocation | null
  /** The code that a payer reads, as far as the answer has it. */
  code: { journey: string; text: string } | null
}

/** An attempt at a debit. Date and id together identify it: ids may repeat within a charge. */
export type ChargeAttempt = {
  /** The day of the debit as the bank has it. */
  date: string
  kind: (typeof attemptKinds)[keyof typeof attemptKinds]
  status: AttemptStatus
  reason: FailureReason | null
  code: string | null
  end_to_end_id: string | null
}

/** A recurring charge as the bank has it. */
export type RecurringCharge = {
  txid: string
  mandate_id: string | null
  due_on: string | null
  amount_minor: number | null
  status: (typeof chargeStatuses)[keyof typeof chargeStatuses] | 'unknown'
  attempts: ChargeAttempt[]
  ending: { by: EndedBy; code: string | null; reason: FailureReason | null } | null
  /** Money that has arrived by it: it is paid by these, whatever the charge says of itself. */
  transfers: Transfer[]
  /** For the log, a reason for each transfer or attempt that could not be read. */
  unclear: string[]
}

export type RecurringPage<Item> = ListPage & { items: Item[] }

/** A value of an enumeration; undefined for one that the contract did not have. */
const valueIn = <Table extends Record<string, string>>(
  table: Table,
  value: unknown,
): Table[keyof Table] | undefined => {
  const name = textOf(value)
  return Object.hasOwn(table, name) ? table[name as keyof Table] : undefined
}

const dayIn = (value: unknown): string | null => day.exec(textOf(value))?.[0] ?? null

const codeIn = (value: unknown): string | null => {
  const text = textOf(value)
  return failureCode.test(text) ? text : null
}

/** @throws BankError when it has no id */
export function locationOf(fields: Fields): RecurrenceLocation {
  const { id, location, idRec } = fields
  const number = Number.isSafeInteger(id) ? String(id) : textOf(id)
  if (!/^\d{1,15}$/.test(number)) throw unreadable('the location has no id')
  const address = textOf(location).replace(/^https?:\/\//, '')
  const shown = textOf(idRec)
  return {
    id: number,
    location: /^[\x21-\x7e]{1,77}$/.test(address) ? address : null,
    mandate_id: isMandateId(shown) ? shown : null,
  }
}

function locationIn(loc: unknown): RecurrenceLocation | null {
  try {
    return locationOf(fieldsOf(loc))
  } catch {
    return null
  }
}

/** When a thing came into a state, in ISO 8601; null when the bank does not say. */
function momentOf(history: unknown, status: string): string | null {
  const found = listOf(history).findLast((change) => textOf(change['status']) === status)
  try {
    return found ? timeOf(found['data'], '') : null
  } catch {
    return null
  }
}

function endingOf(encerramento: unknown): Mandate['ending'] {
  const { rejeicao, cancelamento } = fieldsOf(encerramento)
  if (rejeicao !== undefined) return { by: 'payer', code: codeIn(fieldsOf(rejeicao)['codigo']) }
  if (cancelamento === undefined) return null
  const { solicitante, codigo } = fieldsOf(cancelamento)
  const code = codeIn(codigo)
  return { by: endedBy(code, textOf(solicitante)), code }
}

function payerOf(pagador: unknown): Mandate['payer'] {
  const { cpf, cnpj, ispbParticipante } = fieldsOf(pagador)
  const tax_id = textOf(cpf) || textOf(cnpj)
  if (!/^(\d{11}|[0-9A-Z]{14})$/.test(tax_id)) return null
  const bank = textOf(ispbParticipante)
  return { tax_id, bank_ispb: /^[0-9A-Z]{8}$/.test(bank) ? bank : null }
}

function codeOf(dadosQR: unknown): Mandate['code'] {
  const { jornada, pixCopiaECola } = fieldsOf(dadosQR)
  const text = textOf(pixCopiaECola).trim()
  return text === '' || text.length > CODE_LENGTH ? null : { journey: textOf(jornada), text }
}

/**
 * @param id that was asked for; any where it is undefined
 * @throws BankError when it has no id, or is about another
 */
export function mandateOf(fields: Fields, id?: string): Mandate {
  const { idRec, status, vinculo, calendario, atualizacao, encerramento, loc } = fields
  const own = textOf(idRec)
  if (!isMandateId(own)) throw unreadable('the recurrence has no id')
  if (id !== undefined && own !== id) throw unreadable('it is about another recurrence')
  return {
    id: own,
    status: valueIn(mandateStatuses, status) ?? 'unknown',
    contract: textOf(fieldsOf(vinculo)['contrato']) || null,
    starts_on: dayIn(fieldsOf(calendario)['dataInicial']),
    approved_at: momentOf(atualizacao, 'APROVADA'),
    payer: payerOf(fields['pagador']),
    ending: endingOf(encerramento),
    location: locationIn(loc),
    code: codeOf(fields['dadosQR']),
  }
}

/** @throws BankError when it has no day */
function attemptOf(fields: Fields): ChargeAttempt {
  const { dataLiquidacao, tipo, status, endToEndId: id, rejeicao } = fields
  const date = dayIn(dataLiquidacao)
  if (date === null) throw unreadable('an attempt has no day')
  const state = valueIn(attemptStatuses, status) ?? 'scheduled'
  const code = codeIn(fieldsOf(rejeicao)['codigo'])
  const hasFailed = state === 'failed'
  const isWithoutWord = code === null && textOf(status) === 'REJEITADA'
  const end_to_end_id = textOf(id)
  return {
    date,
    kind: valueIn(attemptKinds, tipo) ?? 'retry',
    status: state,
    reason: hasFailed ? (isWithoutWord ? 'other' : reasonOfAttempt(code)) : null,
    code,
    end_to_end_id: endToEndId.test(end_to_end_id) ? end_to_end_id : null,
  }
}

function attemptsOf(tentativas: unknown): { attempts: ChargeAttempt[]; unclear: string[] } {
  const list = listOf(tentativas)
  if (list.length > MAX_ATTEMPTS) throw unreadable('the charge has too many attempts')
  const attempts: ChargeAttempt[] = []
  const unclear: string[] = []
  for (const fields of list) {
    try {
      attempts.push(attemptOf(fields))
    } catch (error) {
      unclear.push((error as Error).message)
    }
  }
  return { attempts, unclear }
}

/**
 * @param txid that was asked for; any where it is undefined
 * @throws BankError when it is another charge, or its amount or attempts cannot be read
 */
export function chargeOf(fields: Fields, txid?: string): RecurringCharge {
  const { idRec, calendario, valor, status, encerramento, tentativas, pix } = fields
  const own = textOf(fields['txid'])
  if (own === '' || (txid !== undefined && own !== txid))
    throw unreadable('it is about another txid')
  const { original } = fieldsOf(valor)
  const { attempts, unclear } = attemptsOf(tentativas)
  const { transfers, unclear: unclearTransfers } = transfersIn(pix, [own, null])
  const mandate = textOf(idRec)
  const ending = endingOf(encerramento)
  return {
    txid: own,
    mandate_id: isMandateId(mandate) ? mandate : null,
    due_on: dayIn(fieldsOf(calendario)['dataDeVencimento']),
    amount_minor: original === undefined ? null : fromValor(original, 'valor.original'),
    status: valueIn(chargeStatuses, status) ?? 'unknown',
    attempts,
    ending: ending && { ...ending, reason: reasonOfEnding(ending.code, ending.by) },
    transfers,
    unclear: [...unclear, ...unclearTransfers],
  }
}

/** The lists of the contract, with the ids of their items. */
const listIds = { recs: 'idRec', cobsr: 'txid' } as const

/**
 * One page of a list; an item that cannot be read is left out, since each is read by its id.
 *
 * @throws AnswerTooLong when it is longer than a page may be
 */
export function pageIn<Item>(
  fields: Fields,
  name: keyof typeof listIds,
  read: (fields: Fields) => Item,
): RecurringPage<Item> {
  const list = listOf(fields[name])
  const items = list.flatMap((item) => {
    try {
      return [read(item)]
    } catch {
      return []
    }
  })
  return { items, ...pageOf(fields, list, listIds[name]) }
}

/** True once nothing more is debited by a mandate. */
export const isEnded = ({ status }: Pick<Mandate, 'status'>): boolean =>
  status === 'rejected' || status === 'expired' || status === 'canceled'

/** True once a charge takes no attempt any more. */
export const isOver = ({
  status,
  attempts,
}: Pick<RecurringCharge, 'status' | 'attempts'>): boolean =>
  ['paid', 'expired', 'rejected', 'canceled'].includes(status) ||
  attempts.some((attempt) => attempt.status === 'failed' && endsCharge(attempt.code))

export const openAttempt = ({ attempts }: Pick<RecurringCharge, 'attempts'>) =>
  attempts.find(({ status }) => status === 'scheduled')
