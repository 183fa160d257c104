/**
 * Reads the responses of banks. Banks leave out fields that the contract requires, and the
 * contract's own examples break its schemas, so only fields that money depends on are read
 * strictly.
 */
import { trimmedName } from '../../../formats/names.ts'
import {
  endToEndId,
  MAX_AMOUNT_MINOR,
  fieldsOf,
  listOf,
  textOf,
  unreadable,
  fromValor,
  reasonOf,
} from '../fields.ts'
import type { Fields } from '../fields.ts'
import { AnswerTooLong, MAX_REFUNDS, MAX_TRANSFERS, isSameId } from '../provider.ts'
import type {
  BankCharge,
  BankRefund,
  BankRefundStatus,
  RefundReport,
  ListedTransfer,
  Transfer,
  ListPage,
  TransferPage,
  TransfersFound,
} from '../provider.ts'
import { timeOf } from '../times.ts'

/** The longest code that the contract allows. */
const CODE_LENGTH = 512

/** A location as it fits into a code (`PayloadLocation` has at most 77 characters). */
const codeLocation = /^[\x21-\x7e]{1,77}$/

/** The most transfers that the contract allows on a page of a list. */
const MAX_PAGE_SIZE = 1_000

const returnId = /^[a-zA-Z0-9]{1,35}$/
const natureName = /^[A-Z_]{1,40}$/

const REFUND_STATUS: Record<string, BankRefundStatus> = {
  EM_PROCESSAMENTO: 'processing',
  DEVOLVIDO: 'done',
  NAO_REALIZADO: 'failed',
}

/** @throws BankError when it is about another order, has no state, or no valid amount */
export function refundReportOf(report: Fields, return_id: string): RefundReport {
  const { id, status, motivo, valor } = report
  const isAsked = id === undefined || isSameId(textOf(id), return_id)
  if (!isAsked) throw unreadable('it is about another refund')
  if (textOf(status) === '') throw unreadable('the refund has no state')
  return {
    status: statusOfRefund(status),
    reason: reasonOf(motivo),
    amount_minor: valor === undefined ? null : fromValor(valor, 'devolucao.valor'),
    completed_at: settledAt(report),
  }
}

/** How far a refund is. A state that the contract may add later counts as not ended. */
const statusOfRefund = (status: unknown): BankRefundStatus =>
  REFUND_STATUS[textOf(status)] ?? 'processing'

/** When the bank settled a refund, by its own clock; null when it does not say so readably. */
function settledAt({ horario, rtrId }: Fields): string | null {
  try {
    const { solicitacao, liquidacao } = fieldsOf(horario)
    return timeOf(liquidacao, textOf(rtrId), solicitacao)
  } catch {
    return null
  }
}

/**
 * A refund as a transfer shows it; undefined for one over nothing.
 *
 * @throws BankError when it has no id, or no amount that can have gone back of what arrived
 */
function refundOf(fields: Fields, receivedMinor: number): BankRefund | undefined {
  const amount_minor = fromValor(fields['valor'], 'devolucoes.valor')
  if (amount_minor === 0) return undefined
  if (amount_minor > receivedMinor) throw unreadable('more went back than arrived')
  // A refund that the bank makes by itself may have no id given by a client.
  const rtr_id = textOf(fields['rtrId'])
  const return_id = textOf(fields['id']) || rtr_id
  if (!returnId.test(return_id)) throw unreadable('a refund has no id')
  const named = textOf(fields['natureza'])
  return {
    return_id,
    rtr_id,
    amount_minor,
    status: statusOfRefund(fields['status']),
    nature: natureName.test(named) ? named : 'ORIGINAL',
    reason: reasonOf(fields['motivo']),
    completed_at: settledAt(fields),
  }
}

type RefundsFound = { refunds: BankRefund[]; unclear: string[] }

/**
 * The refunds of a transfer. A refund that cannot be read hides no other; of two with one id
 * neither is taken, because it is open which of them is true.
 *
 * @throws BankError when they are too many, or over more than arrived
 */
function refundsOf(pix: Fields, receivedMinor: number): RefundsFound {
  const list = listOf(pix['devolucoes'])
  if (list.length > MAX_REFUNDS) throw unreadable('the transfer has too many refunds')
  const unclear: string[] = []
  const all: BankRefund[] = []
  for (const fields of list) {
    try {
      const refund = refundOf(fields, receivedMinor)
      if (refund) all.push(refund)
    } catch (error) {
      unclear.push((error as Error).message)
    }
  }
  const byId = Map.groupBy(all, ({ return_id }) => return_id)
  const refunds = [...byId.values()].flatMap((same) => (same.length === 1 ? same : []))
  if (refunds.length < all.length) unclear.push(unreadable('two refunds have one id').message)
  const returnedMinor = refunds
    .filter(({ status }) => status === 'done')
    .reduce((sum, { amount_minor }) => sum + amount_minor, 0)
  if (returnedMinor > receivedMinor) throw unreadable('more went back than arrived')
  return { refunds, unclear }
}

function transferOf(pix: Fields): Transfer {
  const end_to_end_id = textOf(pix['endToEndId'])
  if (!endToEndId.test(end_to_end_id)) throw unreadable('endToEndId is none')
  const amount_minor = fromValor(pix['valor'], 'pix.valor')
  if (amount_minor < 1 || amount_minor > MAX_AMOUNT_MINOR) {
    throw unreadable('pix.valor is no amount of a transfer')
  }
  const { refunds, unclear } = refundsOf(pix, amount_minor)
  const paid_at = timeOf(pix['horario'], end_to_end_id)
  const transfer = { end_to_end_id, amount_minor, paid_at, refunds }
  return unclear.length > 0 ? { ...transfer, unclear } : transfer
}

/**
 * @param txids of the transfers to be read; null stands for a transfer without a txid
 * @throws BankError when they are too many
 */
export function transfersIn(list: unknown, txids: readonly (string | null)[]): TransfersFound {
  const transfers: Transfer[] = []
  const unclear: string[] = []
  const named = listOf(list).filter(({ txid }) => txids.includes((txid ?? null) as string | null))
  if (named.length > MAX_TRANSFERS) throw unreadable('the charge has too many transfers')
  for (const pix of named) {
    try {
      const transfer = transferOf(pix)
      transfers.push(transfer)
      unclear.push(...(transfer.unclear ?? []))
    } catch (error) {
      unclear.push((error as Error).message)
    }
  }
  return { transfers, unclear }
}

const paginationOf = (list: Fields): Fields => fieldsOf(fieldsOf(list['parametros'])['paginacao'])

/** How many pages a list has (`Paginacao` in the contract); one when the bank does not say. */
function pagesOf(list: Fields): number {
  const { quantidadeDePaginas } = paginationOf(list)
  return Number.isSafeInteger(quantidadeDePaginas) ? Number(quantidadeDePaginas) : 1
}

/** The payer's name and message: the contract has the message alone, some banks add a name. */
function payerOf({ pagador, infoPagador }: Fields): string {
  const { nome } = fieldsOf(pagador)
  return [nome, infoPagador]
    .map((value) => trimmedName(textOf(value)))
    .filter((text) => text !== '')
    .join(': ')
}

/**
 * A transfer that cannot be read is listed all the same, since the check of its charge reports the
 * fault.
 */
function listedTransferOf(pix: Fields): ListedTransfer[] {
  const [txid, end_to_end_id] = [textOf(pix['txid']), textOf(pix['endToEndId'])]
  if (!endToEndId.test(end_to_end_id)) return []
  const listed = { txid, end_to_end_id, pix_key: textOf(pix['chave']), description: payerOf(pix) }
  try {
    return [{ ...listed, transfer: transferOf(pix) }]
  } catch {
    return [{ ...listed, transfer: undefined }]
  }
}

/** The same for two pages with the same items. */
const markOf = (items: Fields[], idName: string): string =>
  [items.length, ...[items[0], items.at(-1)].map((item) => textOf(item?.[idName]))].join(' ')

/**
 * A page as part of its list.
 *
 * @param idName the field that tells its items apart
 * @throws AnswerTooLong when it is longer than a page may be
 */
export function pageOf(list: Fields, items: Fields[], idName: string): ListPage {
  if (items.length > MAX_PAGE_SIZE) throw new AnswerTooLong('A page of the list is too long.')
  const { itensPorPagina } = paginationOf(list)
  const size = Number.isSafeInteger(itensPorPagina) ? Number(itensPorPagina) : 0
  return {
    count: items.length,
    pages: pagesOf(list),
    pageSize: size > 0 ? size : MAX_PAGE_SIZE,
    mark: markOf(items, idName),
  }
}

/**
 * One page of the transfers that a bank lists, whichever charges they are for.
 *
 * @throws AnswerTooLong when it is longer than a page may be
 */
export function listPageOf(list: Fields): TransferPage {
  const pix = listOf(list['pix'])
  return { transfers: pix.flatMap(listedTransferOf), ...pageOf(list, pix, 'endToEndId') }
}

/**
 * One page of the transfers that a bank lists for a txid. A bank that does not filter by txid lists
 * the transfers of other charges too; they are left out.
 *
 * @throws BankError when it has too many transfers
 */
export function transferPageOf(
  list: Fields,
  txid: string,
): TransfersFound & Pick<TransferPage, 'count' | 'pages' | 'mark'> {
  const pix = listOf(list['pix'])
  const page = transfersIn(pix, [txid])
  return { ...page, count: pix.length, pages: pagesOf(list), mark: markOf(pix, 'endToEndId') }
}

/** @throws BankError when it is about another transfer, or one for another charge */
export function oneTransferOf(pix: Fields, end_to_end_id: string, txid?: string): Transfer {
  const transfer = transferOf(pix)
  const isAsked = isSameId(transfer.end_to_end_id, end_to_end_id)
  if (!isAsked) throw unreadable('it is about another transfer')
  const named = pix['txid'] ?? txid
  if (txid !== undefined && named !== txid) throw unreadable('the transfer is for another charge')
  return { ...transfer, end_to_end_id }
}

function statusOf(text: string): BankCharge['status'] {
  if (text === 'ATIVA') return 'active'
  if (text === 'CONCLUIDA') return 'paid'
  return text.startsWith('REMOVID') ? 'removed' : 'unknown'
}

/** @throws BankError when it is not the charge that was requested */
function requireCharge(charge: Fields, { txid, pix_key }: { txid: string; pix_key: string }): void {
  if (charge['txid'] !== txid) throw unreadable('it is about another txid')
  // Banks change the case of keys, which has no meaning in any kind of key.
  if (textOf(charge['chave']).toLowerCase() !== pix_key.toLowerCase()) {
    throw unreadable('the charge is for another Pix key')
  }
}

/** @throws BankError when it is about another charge, or has too many transfers */
export function chargeOf(charge: Fields, of: { txid: string; pix_key: string }): BankCharge {
  requireCharge(charge, of)
  // A transfer that is shown with its charge need not name the txid.
  const transfers = transfersIn(charge['pix'], [of.txid, null])
  return { status: statusOf(textOf(charge['status'])), ...transfers }
}

/**
 * The Pix code of a charge when the bank gives it, or the location to make one from.
 *
 * @throws BankError when it is another charge, or over another amount
 */
export function payloadOf(
  charge: Fields,
  of: { txid: string; pix_key: string; amount_minor: number },
): { pix_code: string } | { location: string } {
  requireCharge(charge, of)
  const original = fromValor(fieldsOf(charge['valor'])['original'], 'valor.original')
  if (original !== of.amount_minor) throw unreadable('the charge is over another amount')
  const pix_code = textOf(charge['pixCopiaECola']).trim()
  if (pix_code !== '' && pix_code.length <= CODE_LENGTH) return { pix_code }
  const address = textOf(charge['location']) || textOf(fieldsOf(charge['loc'])['location'])
  const location = address.replace(/^https?:\/\//, '')
  if (!codeLocation.test(location)) {
    throw unreadable('neither pixCopiaECola nor a location that fits into a code is in it')
  }
  return { location }
}
