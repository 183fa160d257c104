/**
 * What a bank answers, read liberally: banks leave out what the contract requires, and its own
 * examples break its schemas. What money depends on is read strictly.
 */
import { oneLine } from './https.ts'
import { BankError } from './provider.ts'
import type { BankCharge, ReturnStatus, Transfer } from './provider.ts'

type Fields = Record<string, unknown>

/** The longest code that the contract allows. */
const CODE_LENGTH = 512

const amount = /^\d{1,10}\.\d{2}$/
const endToEndId = /^[a-zA-Z0-9]{32}$/

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? value as Fields : {}

const listOf = (value: unknown): Fields[] => Array.isArray(value) ? value.map(fieldsOf) : []

/** A text that a database can hold; any other value counts as missing. */
const textOf = (value: unknown): string =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0') ? value : ''

const unreadable = (what: string) =>
  new BankError('unreadable', `The bank's answer cannot be relied on: ${what}.`)

/** An amount as the bank writes it, `49.90`. */
export function toValor(amount_minor: number): string {
  const digits = String(amount_minor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** @throws BankError when it is not written as the contract says */
export function fromValor(value: unknown, name: string): number {
  const text = textOf(value)
  if (!amount.test(text)) throw unreadable(`${name} is no amount`)
  return Number(text.replace('.', ''))
}

/** @throws BankError when the text is no JSON object */
export function parseObject(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Fields
  } catch {
    // Told below.
  }
  throw unreadable('it is no JSON object')
}

/** What a bank says is wrong (RFC 7807), or an OAuth server (RFC 6749 §5.2), in one line. */
export function problemOf(text: string): string {
  let problem: Fields
  try {
    problem = fieldsOf(JSON.parse(text))
  } catch {
    return ''
  }
  const { title, detail, error, error_description, violacoes } = problem
  const faults = listOf(violacoes)
    .map(({ propriedade, razao }) => [propriedade, razao].map(textOf).filter(Boolean).join(' '))
  const parts = [title, detail, error, error_description, ...faults].map(textOf).filter(Boolean)
  return oneLine([...new Set(parts)].join('; '))
}

const RETURN_STATUS: Record<string, ReturnStatus> = {
  EM_PROCESSAMENTO: 'processing',
  DEVOLVIDO: 'done',
  NAO_REALIZADO: 'failed',
}

/** @throws BankError when it is another order, or its state is unknown */
export function returnOf(text: string, return_id: string): ReturnStatus {
  const { id, status } = parseObject(text)
  if (id !== undefined && id !== return_id) throw unreadable('it is about another return')
  const known = RETURN_STATUS[textOf(status)]
  if (!known) throw unreadable('the state of the return is not one of the contract\'s')
  return known
}

function transferOf(pix: Fields): Transfer {
  const end_to_end_id = textOf(pix['endToEndId'])
  if (!endToEndId.test(end_to_end_id)) throw unreadable('endToEndId is none')
  const arrived_ms = Date.parse(textOf(pix['horario']))
  if (Number.isNaN(arrived_ms)) throw unreadable('horario is no time')
  const sumOf = (state: ReturnStatus) => listOf(pix['devolucoes'])
    .filter(({ status }) => RETURN_STATUS[textOf(status)] === state)
    .reduce((sum, { valor }) => sum + fromValor(valor, 'devolucoes.valor'), 0)
  return {
    end_to_end_id,
    amount_minor: fromValor(pix['valor'], 'pix.valor'),
    paid_at: new Date(arrived_ms).toISOString(),
    returning_minor: sumOf('processing'),
    returned_minor: sumOf('done'),
  }
}

function statusOf(text: string): BankCharge['status'] {
  if (text === 'ATIVA') return 'active'
  if (text === 'CONCLUIDA') return 'paid'
  return text.startsWith('REMOVID') ? 'removed' : 'unknown'
}

/** A charge of the bank's, once it is known to be the one that was asked about. */
function sameCharge(text: string, { txid, pix_key }: { txid: string; pix_key: string }): Fields {
  const charge = parseObject(text)
  if (charge['txid'] !== txid) throw unreadable('it is about another txid')
  // Banks write keys in their own way; capitals carry no meaning in any kind of them.
  if (textOf(charge['chave']).toLowerCase() !== pix_key.toLowerCase()) {
    throw unreadable('the charge is for another Pix key')
  }
  return charge
}

/** @throws BankError when it is another charge */
export function chargeOf(text: string, of: { txid: string; pix_key: string }): BankCharge {
  const charge = sameCharge(text, of)
  const transfers: Transfer[] = []
  const unclear: string[] = []
  for (const pix of listOf(charge['pix'])) {
    if (pix['txid'] !== undefined && pix['txid'] !== of.txid) continue
    try {
      transfers.push(transferOf(pix))
    } catch (error) {
      unclear.push((error as Error).message)
    }
  }
  return { status: statusOf(textOf(charge['status'])), transfers, unclear }
}

/** How a buyer's bank finds the charge: the code itself when the bank gives it, or a location. */
export function payloadOf(
  text: string,
  of: { txid: string; pix_key: string; amount_minor: number },
): { pix_code: string } | { location: string } {
  const charge = sameCharge(text, of)
  const original = fromValor(fieldsOf(charge['valor'])['original'], 'valor.original')
  if (original !== of.amount_minor) throw unreadable('the charge is over another amount')
  const pix_code = textOf(charge['pixCopiaECola']).trim()
  if (pix_code !== '' && pix_code.length <= CODE_LENGTH) return { pix_code }
  const location = textOf(charge['location']) || textOf(fieldsOf(charge['loc'])['location'])
  if (location === '') throw unreadable('neither pixCopiaECola nor location is in it')
  return { location: location.replace(/^https?:\/\//, '') }
}
