/** Bodies of requests of Pix Automático, as the Central Bank's contract has them. */
import type { TaxId } from '../../formats/taxId.ts'
import { toValor } from '../bank/fields.ts'

const MAX_NAME = 140
const MAX_OBJECT = 35

/** The periods of the contract, by interval of an offer and count. */
const periods = {
  week1: 'SEMANAL',
  month1: 'MENSAL',
  month3: 'TRIMESTRAL',
  month6: 'SEMESTRAL',
  month12: 'ANUAL',
  year1: 'ANUAL',
} as const

export type Period = (typeof periods)[keyof typeof periods]

/** The period of an offer's interval; undefined where Pix Automático has none. */
export const periodOf = (interval: string, count: number): Period | undefined =>
  periods[`${interval}${count}` as keyof typeof periods]

/** The seller's own account, to which a recurring charge names the money. */
export type RecipientAccount = {
  branch: string | null
  number: string
  type: 'checking' | 'savings' | 'payment'
}

/** A recurrence to be made; days are those of Brasília. */
export type NewMandate = {
  /** At most 35 characters; ours for good, by which the recurrence is found again. */
  contract: string
  /** The title that the payer reads, cut to 35 characters. */
  title: string
  debtor: { name: string; tax_id: TaxId }
  period: Period
  starts_on: string
  /** The last due day; null without end. */
  ends_on: string | null
  /** A fixed amount, or the least that a payer may set as the limit (null: none). */
  amount: { fixed_minor: number } | { minimum_limit_minor: number | null }
  retries: boolean
}

/** A charge of one period. */
export type NewRecurringCharge = {
  txid: string
  mandate_id: string
  due_on: string
  amount_minor: number
  account: RecipientAccount
  /** A text that the payer reads beside the amount, at most 140 characters. */
  note: string | null
}

const accountTypes = { checking: 'CORRENTE', savings: 'POUPANCA', payment: 'PAGAMENTO' } as const

/** The first characters of a text; half a character is left out. */
const cut = (text: string, length: number): string =>
  text
    .slice(0, length)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trim()

function amountOf(amount: NewMandate['amount']): object {
  if ('fixed_minor' in amount) return { valor: { valorRec: toValor(amount.fixed_minor) } }
  const { minimum_limit_minor: least } = amount
  return least === null ? {} : { valor: { valorMinimoRecebedor: toValor(least) } }
}

/** @param of the location, and the charge that is paid with the same code (null: none) */
export const mandateBody = (
  { contract, title, debtor, period, starts_on, ends_on, amount, retries }: NewMandate,
  { location_id, txid }: { location_id: string; txid: string | null },
): object => ({
  vinculo: {
    contrato: contract,
    objeto: cut(title, MAX_OBJECT),
    devedor: { ...debtor.tax_id, nome: cut(debtor.name, MAX_NAME) },
  },
  calendario: {
    dataInicial: starts_on,
    ...(ends_on !== null && { dataFinal: ends_on }),
    periodicidade: period,
  },
  ...amountOf(amount),
  politicaRetentativa: retries ? 'PERMITE_3R_7D' : 'NAO_PERMITE',
  loc: Number(location_id),
  ...(txid !== null && { ativacao: { dadosJornada: { txid } } }),
})

export const recurringChargeBody = (charge: NewRecurringCharge): object => {
  const { mandate_id, due_on, amount_minor, account, note } = charge
  const { branch, number, type } = account
  return {
    idRec: mandate_id,
    ...(note !== null && { infoAdicional: cut(note, MAX_NAME) }),
    calendario: { dataDeVencimento: due_on },
    valor: { original: toValor(amount_minor) },
    // Due days then are what they say, and need no calendar of holidays.
    ajusteDiaUtil: false,
    recebedor: {
      conta: number,
      tipoConta: accountTypes[type],
      ...(branch !== null && { agencia: branch }),
    },
  }
}

/** The one change of a recurrence or a charge that we order. */
export const CANCELED = { status: 'CANCELADA' } as const
