/**
 * Details of a charge for the buyer's bank beside the amount: a description of the sale and the
 * payer.
 */
import { cut, oneLine, summaryOf } from '../../checkouts/items.ts'
import { taxIdOf } from '../../formats/taxId.ts'
import type { Row } from '../../../db/schema/tables.ts'
import type { ChargeDetails } from '../bank/provider.ts'

type Checkout = Pick<Row<'checkouts'>, 'external_id' | 'line_items'>
type Payer = { name: string | null; tax_id: string | null }

/** The lengths that the Central Bank's contract allows (solicitacaoPagador, devedor.nome). */
const DESCRIPTION_LENGTH = 140
const NAME_LENGTH = 200

/** As much as the seller's reference may take of the description, so that the product is named. */
const REFERENCE_LENGTH = 60

const SEPARATOR = ' - '

/** The names of the items and the seller's reference, as the buyer's bank shows them. */
export function descriptionOf({ line_items, external_id }: Checkout): string {
  const names = line_items.map((item) => oneLine(item.name)).filter((name) => name !== '')
  const reference = cut(oneLine(external_id ?? ''), REFERENCE_LENGTH)
  if (reference === '') return summaryOf(names, DESCRIPTION_LENGTH)
  const room = DESCRIPTION_LENGTH - SEPARATOR.length - reference.length
  return [summaryOf(names, room), reference].filter(Boolean).join(SEPARATOR)
}

/** The payer as the debtor; banks take one with a valid CPF or CNPJ only. */
export function chargeDetailsOf(checkout: Checkout, payer: Payer | undefined): ChargeDetails {
  const description = descriptionOf(checkout)
  const tax_id = taxIdOf(payer?.tax_id ?? '')
  const name = cut(oneLine(payer?.name ?? ''), NAME_LENGTH)
  return {
    ...(description !== '' && { description }),
    ...(tax_id && name !== '' && { debtor: { name, tax_id } }),
  }
}
