/** Shared parts of the product and offer pages: prices, billing, and the fields of an offer. */
import type { components } from '../../generated/types.ts'
import { isSupported } from '../../domain/subscriptions/calendar.ts'
import { none, status } from '../blocks.ts'
import type { Cell, Field } from '../blocks.ts'
import { money } from '../lists.ts'
import type { PageContext } from '../page.ts'
import { products as texts } from '../texts/products.ts'

export type Offer = components['schemas']['Offer']

export const productAddress = (id: string): string => `/dashboard/products/${id}`

export const offerAddress = ({ product_id, id }: Offer): string =>
  `${productAddress(product_id)}/offers/${id}`

/** The price that is struck through. */
export const compareAt = (
  context: PageContext,
  { currency, compare_at_amount_minor: amount_minor }: Offer,
): Cell => (amount_minor === null ? none : money(context, { currency, amount_minor }))

/** A checkout needs an active one-time offer in the seller's currency. */
export const isChargeable = (
  { session }: PageContext,
  { active, type, currency }: Offer,
): boolean => active && type === 'one_time' && currency === session.seller.default_currency

/** A recurring offer of an interval in which banks debit. */
export type Plan = Offer & {
  billing_interval: 'week' | 'month' | 'year'
  interval_count: number
}

/** A subscription needs an active recurring offer, of an interval in which banks debit. */
export function isPlan({ session }: PageContext, offer: Offer): offer is Plan {
  const { active, billing_interval, interval_count, currency } = offer
  if (!active || currency !== session.seller.default_currency) return false
  if (billing_interval === null || interval_count === null) return false
  return isSupported({ billing_interval, interval_count })
}

/** How an offer is billed, in words. */
export function billingOf(
  { locale }: PageContext,
  { type, billing_interval, interval_count }: Offer,
): string {
  const offerTexts = texts[locale].offer
  if (billing_interval === null) return offerTexts.types[type]
  return offerTexts.every(billing_interval, interval_count ?? 1)
}

export function stateOf({ locale }: PageContext, { is_default, active }: Offer): Cell {
  const { statuses } = texts[locale].offer
  if (is_default) return status('good', statuses.default)
  return active ? status('plain', statuses.active) : status('warn', statuses.inactive)
}

const choices = (options: Record<string, string>) =>
  Object.entries(options).map(([value, label]) => ({ value, label }))

/**
 * The fields of a new offer.
 *
 * @param prefix of their names, where the offer is part of a larger body
 */
export function offerFields({ locale, session, text }: PageContext, prefix = ''): Field[] {
  const offerTexts = texts[locale].offer
  const fields: Field[] = [
    { name: 'amount_minor', label: texts[locale].price, type: 'money', required: true },
    {
      name: 'compare_at_amount_minor',
      label: offerTexts.compare_at,
      type: 'money',
      hint: offerTexts.compare_at_hint,
    },
    { name: 'currency', label: '', type: 'hidden', value: session.seller.default_currency },
    {
      name: 'name',
      label: offerTexts.name,
      type: 'text',
      maxLength: 160,
      hint: offerTexts.name_hint,
    },
    { name: 'type', label: offerTexts.type, type: 'select', options: choices(offerTexts.types) },
    {
      name: 'billing_interval',
      label: offerTexts.interval,
      type: 'select',
      options: [{ value: '', label: text.none }, ...choices(offerTexts.intervals)],
      hint: offerTexts.interval_hint,
    },
    {
      name: 'interval_count',
      label: offerTexts.count,
      type: 'number',
      hint: offerTexts.count_hint,
    },
  ]
  return fields.map((field) => ({ ...field, name: prefix + field.name }))
}
