import type { ChargeDetails, NewCharge } from './provider.ts'
import { toValor } from './fields.ts'

/** A charge as `PUT /cob/{txid}` takes it. */
export type ChargeBody = {
  calendario: { expiracao: number }
  valor: { original: string }
  chave: string
  solicitacaoPagador?: string
  devedor?: { nome: string } & ({ cpf: string } | { cnpj: string })
}

type Detail = keyof ChargeDetails
export type Attempt<Body> = { body: Body; leftOut: Detail[]; isLast: boolean }

/**
 * The bodies to request a charge with, one after another, until the bank takes one: with the
 * optional details, and without those of them that it may refuse.
 *
 * @param optional the fields that each detail adds to the body, when it is given
 */
export function attempts<Body extends object>(
  required: Body,
  optional: Record<Detail, Partial<Body> | '' | undefined>,
): Attempt<Body>[] {
  // The debtor is left out first: banks check it against registers of their own.
  const details = (['debtor', 'description'] as const).filter((name) => optional[name])
  return Array.from({ length: details.length + 1 }, (_, count) => ({
    body: Object.assign({ ...required }, ...details.slice(count).map((name) => optional[name])),
    leftOut: details.slice(0, count),
    isLast: count === details.length,
  }))
}

/** The bodies of `PUT /cob/{txid}`. */
export const chargeBodies = (
  { amount_minor, lifetime_seconds, description, debtor }: NewCharge,
  pix_key: string,
): Attempt<ChargeBody>[] =>
  attempts<ChargeBody>(
    {
      calendario: { expiracao: lifetime_seconds },
      valor: { original: toValor(amount_minor) },
      chave: pix_key,
    },
    {
      debtor: debtor && { devedor: { ...debtor.tax_id, nome: debtor.name } },
      description: description && { solicitacaoPagador: description },
    },
  )
