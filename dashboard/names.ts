/** The names of what other objects refer to by id, as lists and headings show them. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ApiError } from '../contract/apiError.ts'
import { summaryOf } from '../domain/checkouts/items.ts'
import { formatMoney } from '../domain/formats/locale.ts'
import { isErasedEmail } from '../domain/formats/personalData.ts'
import type { components } from '../generated/types.ts'
import { id, link, none, reference } from './blocks.ts'
import type { Cell } from './blocks.ts'
import type { PageContext } from './page.ts'
import { customers as texts } from './texts/customers.ts'
import { invoices } from './texts/invoices.ts'
import { payments } from './texts/payments.ts'
import { subscriptions } from './texts/subscriptions.ts'
import { statusOf } from './visit.ts'

type Checkout = components['schemas']['Checkout']
type Customer = components['schemas']['Customer']
type Subscription = components['schemas']['Subscription']

/** The items of a checkout, or the plan of a subscription, with the customer named for it. */
export type Sale = Pick<Checkout, 'external_id' | 'customer_id'> & {
  sold: string
  customer: Customer | undefined
}

/** The most characters that a list says of the items. */
const ITEMS_LENGTH = 80

export const itemsOf = ({ line_items }: Pick<Checkout, 'line_items'>): string =>
  summaryOf(
    line_items.map(({ name }) => name),
    ITEMS_LENGTH,
  )

/** Whose personal data was erased has no name any more. */
export const customerName = (
  { locale }: PageContext,
  customer: Pick<Customer, 'id' | 'name' | 'email'>,
): string => (isErasedEmail(customer) ? texts[locale].erase.name : customer.name)

/** The customer by name; by id where the name could not be read. */
export function customerCell(
  context: PageContext,
  customerId: string | null,
  customer: Pick<Customer, 'id' | 'name' | 'email'> | null | undefined,
): Cell {
  if (customerId === null) return none
  if (!customer) return id(customerId)
  return link(`/dashboard/customers/${customerId}`, customerName(context, customer))
}

/** Refusals that leave a name out: the list is worth more than its names. */
const isPassedOver = (error: unknown): boolean =>
  error instanceof ApiError && [404, 429].includes(statusOf(error))

/** Objects that are read in one turn of the event loop: a checkout may have 150 KiB of JSON. */
const READ_AT_ONCE = 8

/** Reads each object once; one that is gone, or that the rate limit refuses, has no name. */
export async function readEach<Thing>(
  ids: Iterable<string>,
  read: (id: string) => Promise<Thing>,
): Promise<Map<string, Thing>> {
  const found = new Map<string, Thing>()
  const readOne = async (id: string) => {
    try {
      found.set(id, await read(id))
    } catch (error) {
      if (!isPassedOver(error)) throw error
    }
  }
  const different = [...new Set(ids)]
  for (let i = 0; i < different.length; i += READ_AT_ONCE) {
    if (i > 0) await nextTurn()
    await Promise.all(different.slice(i, i + READ_AT_ONCE).map(readOne))
  }
  return found
}

/** The customers by their ids, for a role that may read them. */
export async function customersOf(
  { call, can }: PageContext,
  ids: Iterable<string | null>,
): Promise<Map<string, Customer>> {
  if (!can('getCustomer')) return new Map()
  const presentIds = [...ids].filter((id) => id !== null)
  return readEach(presentIds, (customerId) => call('getCustomer', { path: { customerId } }))
}

/** The subscriptions by their ids, for a role that may read them. */
export async function subscriptionsOf(
  { call, can }: PageContext,
  ids: Iterable<string | null>,
): Promise<Map<string, Subscription>> {
  if (!can('getSubscription')) return new Map()
  const presentIds = [...ids].filter((id) => id !== null)
  return readEach(presentIds, (subscriptionId) =>
    call('getSubscription', { path: { subscriptionId } }),
  )
}

/** The checkout of a payment or a refund, or the invoice and its subscription. */
type Money = Pick<
  components['schemas']['Payment'],
  'checkout_id' | 'subscription_id' | 'invoice_id'
>

/**
 * The sales of payments or refunds, with their customers.
 *
 * @returns the sale of each of them; undefined where it could not be read
 */
export async function salesOf(
  context: PageContext,
  money: readonly Money[],
): Promise<(of: Money) => Sale | undefined> {
  const checkoutIds = money.map(({ checkout_id }) => checkout_id).filter((id) => id !== null)
  const [checkouts, subscriptions] = await Promise.all([
    readEach(checkoutIds, (checkoutId) => context.call('getCheckout', { path: { checkoutId } })),
    subscriptionsOf(
      context,
      money.map(({ subscription_id }) => subscription_id),
    ),
  ])
  const sold = [
    ...[...checkouts.values()].map((checkout) => ({ ...checkout, sold: itemsOf(checkout) })),
    ...[...subscriptions.values()].map((plan) => ({ ...plan, sold: plan.name })),
  ]
  const customers = await customersOf(
    context,
    sold.map(({ customer_id }) => customer_id),
  )
  const sales = new Map(
    sold.map(({ id: saleId, sold, external_id, customer_id }) => [
      saleId,
      { sold, external_id, customer_id, customer: customers.get(customer_id ?? '') },
    ]),
  )
  return ({ checkout_id, subscription_id }) => sales.get(checkout_id ?? subscription_id ?? '')
}

/** A link to the page of the checkout or the invoice that money is of, by its name. */
export function sourceFact(
  { can, locale }: PageContext,
  { checkout_id, invoice_id }: Money,
  name = '',
): { label: string; cell: Cell } {
  if (invoice_id === null) {
    const { checkout: label, show_checkout } = payments[locale]
    const href = `/dashboard/checkouts/${checkout_id}`
    return { label, cell: link(href, name || show_checkout) }
  }
  const href = `/dashboard/invoices/${invoice_id}`
  const label = name || subscriptions[locale].standing.show
  const cell = can('getInvoice') ? link(href, label) : id(invoice_id)
  return { label: invoices[locale].one, cell }
}

/** The name of a sale, with a link to a page. */
export const soldCell = (href: string, sale: Sale | undefined, otherwise: string): Cell =>
  link(href, sale?.sold || otherwise)

export const buyerCell = (context: PageContext, sale: Sale | undefined): Cell =>
  sale ? customerCell(context, sale.customer_id, sale.customer) : none

export const referenceCell = (sale: Sale | undefined): Cell => reference(sale?.external_id ?? null)

/** A kind of object with its amount, as the heading of a page. */
export const headingOf = (
  { locale }: PageContext,
  kind: string,
  { currency, amount_minor }: { currency: string; amount_minor: number },
): string => `${kind} · ${formatMoney(locale, currency, amount_minor)}`
