/** The statement for accounting programs (Open Financial Exchange 2.2). */
import { decimal } from '../../files/sheet.ts'
import type { Locale } from '../../formats/locale.ts'
import { asciiOf } from '../../formats/ascii.ts'
import { clockTime, endOfDay, startOfDay } from '../../../runtime/brasilia.ts'
import type { StatementEntry } from './entries.ts'
import { statementTexts } from './texts.ts'
import { CURRENCY } from '../../formats/currencies.ts'

/** Data of the file's header: account, period, time, language. */
export type OfxHead = { seller_id: string; from: string; to: string; now: Date; locale: Locale }

/** The longest account, name and reference (sections 11.3.1 and 11.4.4). */
const ACCOUNT_LENGTH = 22
const NAME_LENGTH = 32
const REFERENCE_LENGTH = 32
const MEMO_LENGTH = 255

const languages: Record<Locale, string> = { 'pt-BR': 'POR', en: 'ENG', es: 'SPA' }

/** A time on the clocks of Brasília, with how far they are from UTC (section 3.2.8.2). */
const time = (moment: string): string => `${clockTime(moment).replaceAll(/\D/g, '')}.000[-3:BRT]`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * So many characters of a text; no element when there are none. Programs that keep accounts read
 * other letters than those of ASCII as two, and show every entity but three as it is written.
 */
function element(name: string, text: string | null, length: number): string {
  const short = asciiOf(text ?? '')
    .slice(0, length)
    .trim()
  const escaped = short.replaceAll(/[&<>]/g, (character) => entities[character] ?? '')
  return short === '' ? '' : `<${name}>${escaped}</${name}>`
}

const status = '<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>'

/** The end of a seller's id, which is the random part of it. */
const account = (seller_id: string): string =>
  seller_id.replaceAll(/[^0-9a-f]/g, '').slice(-ACCOUNT_LENGTH)

const headOf = ({ seller_id, from, to, now, locale }: OfxHead): string =>
  '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\r\n' +
  '<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" ' +
  'OLDFILEUID="NONE" NEWFILEUID="NONE"?>\r\n' +
  `<OFX><SIGNONMSGSRSV1><SONRS>${status}<DTSERVER>${time(now.toISOString())}</DTSERVER>` +
  `<LANGUAGE>${languages[locale]}</LANGUAGE></SONRS></SIGNONMSGSRSV1>` +
  `<BANKMSGSRSV1><STMTTRNRS><TRNUID>0</TRNUID>${status}<STMTRS><CURDEF>${CURRENCY}</CURDEF>` +
  `<BANKACCTFROM><BANKID>balcao</BANKID><ACCTID>${account(seller_id)}</ACCTID>` +
  '<ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM><BANKTRANLIST>' +
  `<DTSTART>${time(startOfDay(from))}</DTSTART><DTEND>${time(endOfDay(to))}</DTEND>\r\n`

/** The type of a transaction (section 11.4.4.3). */
const transactionType = ({ type, amount_minor }: StatementEntry): string =>
  type === 'fee' ? 'FEE' : amount_minor < 0 ? 'DEBIT' : 'CREDIT'

function transaction(entry: StatementEntry, locale: Locale): string {
  const { id, occurred_at, customer, description, external_id } = entry
  const kind = statementTexts[locale].types[entry.type]
  const memo = [kind, description, external_id].filter(Boolean).join(' - ')
  return (
    `<STMTTRN><TRNTYPE>${transactionType(entry)}</TRNTYPE>` +
    `<DTPOSTED>${time(occurred_at)}</DTPOSTED><TRNAMT>${decimal(entry, '.')}</TRNAMT>` +
    `<FITID>${id}</FITID>${element('REFNUM', entry.end_to_end_id, REFERENCE_LENGTH)}` +
    element('NAME', customer?.name ?? kind, NAME_LENGTH) +
    `${element('MEMO', memo, MEMO_LENGTH)}</STMTTRN>\r\n`
  )
}

const tailOf = ({ to }: OfxHead, amount_minor: number): string =>
  `</BANKTRANLIST><LEDGERBAL><BALAMT>${decimal({ amount_minor, currency: CURRENCY }, '.')}` +
  `</BALAMT><DTASOF>${time(endOfDay(to))}</DTASOF></LEDGERBAL></STMTRS></STMTTRNRS>` +
  '</BANKMSGSRSV1></OFX>\r\n'

/**
 * A file of entries, in pieces.
 *
 * @param balance the sum of all entries up to the file's end, of whatever type and since the first
 */
export async function* ofxOf(
  pieces: AsyncIterable<readonly StatementEntry[]>,
  head: OfxHead,
  balance: () => Promise<number>,
): AsyncGenerator<string> {
  yield headOf(head)
  for await (const entries of pieces) {
    yield entries.map((entry) => transaction(entry, head.locale)).join('')
  }
  yield tailOf(head, await balance())
}
