/** The form on the page of a link: its fields, and their checks. */
import { requests } from '../../contract/validator.ts'
import { requireText } from '../../contract/json.ts'
import type { Collected } from '../../db/schema/paymentLinks.ts'
import type { components } from '../../generated/types.ts'
import { trimmedName } from '../formats/names.ts'
import { taxIdOf } from '../formats/taxId.ts'
import { parseAnyAmount } from '../formats/typedAmount.ts'
import type { Locale } from '../formats/locale.ts'
import type { Choice, PaymentLink } from './links.ts'

/** The fields as they were typed; one that was left empty is absent. */
export type LinkForm = components['schemas']['PaymentLinkForm']
export type FieldName = keyof LinkForm

/** A form that a session can be opened for. */
export type Filled = Choice & { buyer: Partial<Record<Collected, string>> }

/** The fields that a link asks for, in the order of its page. */
export function fieldsOf({ items, quantity_min, collect }: PaymentLink): FieldName[] {
  const order: readonly Collected[] = ['name', 'email', 'tax_id', 'phone']
  return [
    ...(items === null ? (['amount'] as const) : []),
    ...(quantity_min === null ? [] : (['quantity'] as const)),
    ...order.filter((name) => collect.includes(name)),
  ]
}

/** A number between two, both included. */
const between = (value: number | undefined, low: number | null, high: number | null) =>
  value !== undefined && low !== null && high !== null && value >= low && value <= high
    ? value
    : undefined

/** Digits of a number in the international form, ITU-T E.164; a local number has eight. */
const MIN_PHONE_DIGITS = 8
const MAX_PHONE_DIGITS = 15

function isPhone(typed: string): boolean {
  const digits = typed.replaceAll(/\D/g, '').length
  const isForm = /^[\d\s().+/-]+$/.test(typed)
  return isForm && digits >= MIN_PHONE_DIGITS && digits <= MAX_PHONE_DIGITS
}

const isCustomer = requests.createCustomer['application/json']

/** A valid customer, in which one field at a time is validated. */
const validCustomer = { name: 'x', email: 'x@example.com' }

/** True when the contract takes a text for a field of a customer, and the database can keep it. */
function isTaken(name: Collected, text: string): boolean {
  try {
    requireText(text, [name])
  } catch {
    return false
  }
  return isCustomer?.({ ...validCustomer, [name]: text }) ?? false
}

/** Rules beyond those of the API, whose callers check the forms of their own pages. */
const rules: Partial<Record<Collected, (typed: string) => boolean>> = {
  tax_id: (typed) => taxIdOf(typed) !== undefined,
  phone: isPhone,
}

function buyerField(name: Collected, typed: string): string | undefined {
  const text = trimmedName(typed)
  const isRight = text !== '' && (rules[name]?.(text) ?? true) && isTaken(name, text)
  return isRight ? text : undefined
}

const quantityOf = (typed: string): number | undefined =>
  /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : undefined

/**
 * Reads the fields that a link asks for; others are ignored.
 *
 * @returns the form, or the fields that are missing or wrong
 */
export function readForm(
  link: PaymentLink,
  typed: LinkForm,
  { locale, currency }: { locale: Locale; currency: string },
): { filled: Filled; wrong?: undefined } | { filled?: undefined; wrong: FieldName[] } {
  const wrong: FieldName[] = []
  const filled: Filled = { buyer: {} }
  for (const name of fieldsOf(link)) {
    const text = typed[name] ?? ''
    if (name === 'amount') {
      const amount = parseAnyAmount(locale, currency, text)
      filled.amount_minor = between(amount, link.custom_min_minor, link.custom_max_minor)
      if (filled.amount_minor === undefined) wrong.push(name)
    } else if (name === 'quantity') {
      filled.quantity = between(quantityOf(text), link.quantity_min, link.quantity_max)
      if (filled.quantity === undefined) wrong.push(name)
    } else {
      const value = buyerField(name, text)
      if (value === undefined) wrong.push(name)
      else filled.buyer[name] = value
    }
  }
  return wrong.length > 0 ? { wrong } : { filled }
}
