import { newId } from '../../runtime/ids.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { components } from '../../generated/types.ts'

type Body = components['schemas']['DefaultOfferBody']

/** Creation has no error code of its own for this, as a change of the name has. */
export const BLANK_OFFER_NAME = 'O nome da oferta não pode ficar em branco.'

const PREFIX = 'offer_'

/** The row of a new, active offer; what the contract leaves open is filled in. */
export function newOffer(
  body: Body,
  {
    seller_id,
    product_id,
    is_default,
    name,
    now,
  }: {
    seller_id: string
    product_id: string
    is_default: boolean
    name: string
    now: Date
  },
): Row<'offers'> {
  const id = newId(PREFIX, now)
  const recurring = body.type === 'recurring'
  return {
    seller_id,
    id,
    product_id,
    name,
    lookup_key: `lk_${id.slice(PREFIX.length).replaceAll('-', '')}`,
    amount_minor: body.amount_minor,
    compare_at_amount_minor: body.compare_at_amount_minor ?? null,
    currency: body.currency,
    type: body.type,
    billing_interval: body.billing_interval ?? null,
    interval_count: recurring ? (body.interval_count ?? 1) : null,
    is_default,
    active: true,
    archived_at: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  }
}
