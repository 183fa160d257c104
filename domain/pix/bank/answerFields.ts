/**
 * Parses the answers of banks. A bank chooses their length and depth, so a long one is parsed in a
 * thread of its own, which returns only the fields that are read.
 */
import { ParsingEnded, ParsingRefused } from '../../../runtime/parserPool.ts'
import type { ParserPool } from '../../../runtime/parserPool.ts'
import { AnswerTooLong, BankError } from './provider.ts'
import { unreadable } from './fields.ts'
import type { Fields } from './fields.ts'

/**
 * Answers of so many characters are parsed where they arrive. At worst, when each name in one is
 * another one, that takes 0.4 ms; 64 tasks at once may wait for answers that come together.
 */
export const MAX_DIRECT_CHARACTERS = 4 * 1024

/** Names of all fields that the readers of answers use, in the APIs of all providers. */
const namesRead = new Set(
  `access_token amount atualizacao brCode calendario cancelamento charge chave cnpj cobsr
  codigo comment contrato correlationID cpf currency_id dadosQR data dataDeVencimento
  dataInicial dataLiquidacao date_approved date_created date_last_updated devolucoes dispute
  disputeReason e2e_id encerramento endToEndId event expires_in external_reference fee
  fee_details fee_payer hasNextPage horario id idRec infoPagador isActive ispbParticipante
  itensPorPagina jornada liquidacao loc location motivo natureza net_received_amount nome
  original pagador pageInfo paginacao paging parametros paymentMethods pix pixCopiaECola
  point_of_interaction qr_code quantidadeDePaginas reason recs refund refunds rejeicao results
  rtrId scope solicitacao solicitante source status status_detail tentativas time tipo total
  totalCount transaction transaction_amount transaction_amount_refunded transaction_data
  transaction_details transaction_id transactions txid type url valor value valueWithDiscount
  vinculo webhooks webhookUrl`.split(/\s+/),
)

/** Values kept of a response: 1,000 transfers with a few refunds have about 8,000. */
const MAX_VALUES = 16_000
const MAX_LEVELS = 8

/** The longest text that is kept whole; an access token may be long, and no other is. */
const MAX_TEXT_CHARACTERS = 16_384

type Count = { values: number }

/** Thrown where an answer has more values than are kept. */
const tooMany = new Error('too many values')

function kept(value: unknown, count: Count, level = 0): unknown {
  if (++count.values > MAX_VALUES) throw tooMany
  if (typeof value === 'string') return value.slice(0, MAX_TEXT_CHARACTERS)
  if (typeof value !== 'object' || value === null) return value
  if (level === MAX_LEVELS) return null
  if (Array.isArray(value)) return value.map((element) => kept(element, count, level + 1))
  const fields: Fields = {}
  for (const name in value) {
    if (namesRead.has(name)) fields[name] = kept((value as Fields)[name], count, level + 1)
  }
  return fields
}

/**
 * Parses the fields of a response that are used; null when it is no JSON object, undefined when it
 * has too many values.
 */
export function readFields(text: string): Fields | null | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return null
    return kept(value, { values: 0 }) as Fields
  } catch (error) {
    return error === tooMany ? undefined : null
  }
}

/** @throws BankError when the text is no JSON object, AnswerTooLong when it has too many values */
export type ParseAnswer = (text: string) => Promise<Fields>

/** @throws as `ParseAnswer` */
function required(fields: Fields | null | undefined): Fields {
  if (fields === undefined) throw new AnswerTooLong("The bank's answer has too much in it.")
  if (fields === null) throw unreadable('it is no JSON object')
  return fields
}

/** Parses where it is called: short answers, and where a bank harms its own process alone. */
export const parseDirectly: ParseAnswer = async (text) => required(readFields(text))

/** Parses the answers to one seller, long ones in a thread. */
export const parseApart =
  (parsers: Pick<ParserPool<{ readFields: typeof readFields }>, 'run'>) =>
  (seller_id: string): ParseAnswer =>
  async (text) => {
    if (text.length <= MAX_DIRECT_CHARACTERS) return parseDirectly(text)
    try {
      return required(await parsers.run(seller_id, 'readFields', text))
    } catch (error) {
      if (error instanceof ParsingEnded) return required(undefined)
      if (!(error instanceof ParsingRefused)) throw error
      const message = "The bank's answers take more processor time than a seller has."
      throw new BankError('unavailable', message, { cause: error })
    }
  }
