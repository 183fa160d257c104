/** A charge in a few seconds: an amount and what it is for, or products, and who pays. */
import { ApiError } from '../../contract/apiError.ts'
import { formatMoney } from '../../domain/formats/locale.ts'
import type { components } from '../../generated/types.ts'
import type { CallInput } from '../../http/calls.ts'
import { isolated } from '../blocks.ts'
import type { Block, Field } from '../blocks.ts'
import { bodyOf, lastValue } from '../forms.ts'
import type { Form } from '../forms.ts'
import { action, FormFault } from '../page.ts'
import type { Page, PageContext } from '../page.ts'
import { newCheckout as texts } from '../texts/newCheckout.ts'
import { isChargeable } from './offerParts.ts'

type Customer = components['schemas']['Customer']

export const NEW_CHECKOUT = '/dashboard/new-checkout'

/** Products and customers that the page offers, the newest. */
const PRODUCTS_OFFERED = 20
const CUSTOMERS_OFFERED = 50

const AMOUNT = 'items.0.unit_amount_minor'
const DESCRIPTION = 'items.0.name'
const QUANTITY = 'quantity.'
/** The field that names a customer whom the seller knows. */
export const BUYER = 'buyer'

/** A customer as the list of names has them; the e-mail tells two of one name apart. */
const nameOf = ({ name, email }: Pick<Customer, 'name' | 'email'>): string => `${name} <${email}>`

/** The link or button that leads here, for a role that may charge. */
export const newCheckoutLink = ({ can, locale }: PageContext, query = ''): Block[] =>
  can('createCartCheckout')
    ? [
        {
          kind: 'links',
          links: [{ href: `${NEW_CHECKOUT}${query}`, text: texts[locale].title, isPrimary: true }],
        },
      ]
    : []

/** The same with an offer chosen, where it can be charged. */
export const chargeLink = (
  context: PageContext,
  offer: Parameters<typeof isChargeable>[1] & { id: string },
): Block[] =>
  isChargeable(context, offer) ? newCheckoutLink(context, `?offer_id=${offer.id}`) : []

async function productFields(context: PageContext): Promise<Field[]> {
  const { call, can, locale, query } = context
  const words = texts[locale]
  if (!can('listProducts')) return []
  const { data } = await call('listProducts', { query: { limit: PRODUCTS_OFFERED } })
  const listed = data.flatMap(({ name, status, default_offer: offer }): Field[] => {
    if (status !== 'active' || !offer || !isChargeable(context, offer)) return []
    const price = formatMoney(locale, offer.currency, offer.amount_minor)
    return [
      {
        name: QUANTITY + offer.id,
        label: `${isolated(name)} · ${price}`,
        type: 'number',
        fold: words.products,
        ...(query['offer_id'] === offer.id && { value: '1' }),
      },
    ]
  })
  return [...(await chosenField(context, listed)), ...listed]
}

/** The offer that led here, where it is not among the newest products' own. */
async function chosenField(context: PageContext, listed: Field[]): Promise<Field[]> {
  const { call, locale, query } = context
  const { offer_id: offerId } = query
  if (offerId === undefined || listed.some(({ name }) => name === QUANTITY + offerId)) return []
  const offer = await call('getOffer', { path: { offerId } })
  if (!isChargeable(context, offer)) return []
  const product = await call('getProduct', { path: { productId: offer.product_id } })
  const price = formatMoney(locale, offer.currency, offer.amount_minor)
  const label = `${isolated(`${product.name} · ${offer.name}`)} · ${price}`
  const fold = texts[locale].products
  return [{ name: QUANTITY + offer.id, label, type: 'number', fold, value: '1' }]
}

/** The fields of a customer whom the seller knows, and of a new one. */
export async function buyerFields(
  { call, can, locale, query }: PageContext,
  hint = texts[locale].buyer_hint,
): Promise<Field[]> {
  const words = texts[locale]
  if (!can('listCustomers')) return []
  const { data } = await call('listCustomers', { query: { limit: CUSTOMERS_OFFERED } })
  const active = data.filter(({ status }) => status === 'active')
  const { customer_id: customerId } = query
  const chosen =
    customerId === undefined ? undefined : await call('getCustomer', { path: { customerId } })
  const fresh = (name: 'name' | 'email' | 'tax_id' | 'phone', type: Field['type']): Field => ({
    name: `customer.${name}`,
    label: words.customer[name],
    type,
    fold: words.new_customer,
  })
  return [
    {
      name: BUYER,
      label: words.buyer,
      type: 'text',
      hint,
      suggestions: active.map(nameOf),
      ...(chosen && { value: nameOf(chosen) }),
    },
    fresh('name', 'text'),
    fresh('email', 'email'),
    fresh('tax_id', 'text'),
    fresh('phone', 'tel'),
  ]
}

export const newCheckoutPage: Page = {
  path: NEW_CHECKOUT,
  async draw(context) {
    const words = texts[context.locale]
    if (!context.can('createCartCheckout')) throw new ApiError('insufficient_scope')
    const [products, buyer] = await Promise.all([productFields(context), buyerFields(context)])
    const fields: Field[] = [
      { name: AMOUNT, label: words.amount, type: 'money' },
      { name: DESCRIPTION, label: words.description, type: 'text', maxLength: 160 },
      ...products,
      ...buyer,
      {
        name: 'external_id',
        label: words.reference,
        type: 'text',
        maxLength: 255,
        hint: words.reference_hint,
      },
    ]
    return {
      name: 'new-checkout',
      title: words.title,
      blocks: [
        { kind: 'form', action: NEW_CHECKOUT, text: words.text, fields, submit: words.submit },
      ],
    }
  },
}

const item = { properties: { name: { type: 'string' }, unit_amount_minor: { type: 'integer' } } }

/**
 * The amount that was typed comes first, as its field's name says.
 *
 * @throws FormFault when there is nothing to charge for
 */
function itemsIn({ locale, session }: PageContext, form: Form): object[] {
  const words = texts[locale]
  const by = { locale, currency: session.seller.default_currency }
  const typed = (name: string) => lastValue(form, name)?.trim() ?? ''
  const products = [...form.keys()]
    .filter((name) => name.startsWith(QUANTITY) && typed(name) !== '' && typed(name) !== '0')
    .map((name) => {
      if (!/^\d{1,4}$/.test(typed(name))) throw new FormFault(name, words.wrong_quantity)
      return { offer_id: name.slice(QUANTITY.length), quantity: Number(typed(name)) }
    })
  const hasAmount = typed(AMOUNT) !== ''
  if (!hasAmount && typed(DESCRIPTION) !== '') throw new FormFault(AMOUNT, words.no_amount)
  if (!hasAmount && products.length === 0) throw new FormFault(AMOUNT, words.nothing)
  if (hasAmount && typed(DESCRIPTION) === '') throw new FormFault(DESCRIPTION, words.no_description)
  return [...(hasAmount ? [bodyOf(item, form, by, 'items.0.')] : []), ...products]
}

/**
 * The customer that was named: one of the list, an e-mail, or a new one.
 *
 * @throws FormFault when no customer has the name, or several have it
 */
export async function customerIn({ call, locale }: PageContext, form: Form): Promise<object> {
  const words = texts[locale]
  const fresh = Object.fromEntries(
    [...form].flatMap(([name, values]) => {
      const value = values.at(-1)?.trim() ?? ''
      return name.startsWith('customer.') && value !== '' ? [[name.slice(9), value]] : []
    }),
  )
  const named = lastValue(form, BUYER)?.trim() ?? ''
  if (named === '') return Object.keys(fresh).length === 0 ? {} : { customer: fresh }
  const [, email = named] = /<([^<>]+)>$/.exec(named) ?? []
  if (email.includes('@')) {
    const { data } = await call('listCustomers', { query: { email, limit: 1 } })
    if (data[0]) return { customer_id: data[0].id }
  }
  const query = { q: named, limit: CUSTOMERS_OFFERED }
  const { data } = await call('listCustomers', { query })
  const isNamed = ({ name }: Customer) =>
    name.localeCompare(named, locale, { sensitivity: 'base' }) === 0
  const whole = data.filter(isNamed)
  // A part of a name is enough where nobody else has it.
  const [customer, ...others] = whole.length > 0 ? whole : data
  if (!customer) throw new FormFault(BUYER, words.no_buyer)
  if (others.length > 0) throw new FormFault(BUYER, words.several_buyers)
  return { customer_id: customer.id }
}

async function inputOf(context: PageContext, form: Form): Promise<CallInput<'createCartCheckout'>> {
  const external_id = lastValue(form, 'external_id') ?? ''
  const items = itemsIn(context, form)
  const customer = await customerIn(context, form)
  return { body: { items, ...customer, ...(external_id !== '' && { external_id }) } }
}

export const newCheckoutAction = action<'createCartCheckout'>({
  path: NEW_CHECKOUT,
  operation: 'createCartCheckout',
  input: inputOf,
  done: ({ id }) => ({ to: `/dashboard/checkouts/${id}`, done: 'checkout_created' }),
  page: newCheckoutPage,
})
