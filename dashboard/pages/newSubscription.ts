/** The form that sells a recurring offer: to whom, and on which terms. */
import { ApiError } from '../../contract/apiError.ts'
import type { components } from '../../generated/types.ts'
import type { CallInput } from '../../http/calls.ts'
import type { Block, Field } from '../blocks.ts'
import { bodyOf, lastValue } from '../forms.ts'
import type { Form } from '../forms.ts'
import { action, FormFault } from '../page.ts'
import type { Page, PageContext } from '../page.ts'
import { subscriptions as texts } from '../texts/subscriptions.ts'
import { BUYER, buyerFields, customerIn } from './newCheckout.ts'
import { isPlan } from './offerParts.ts'
import type { Offer, Plan } from './offerParts.ts'
import { priceOf, sellingInWords, subscriptionAddress } from './subscriptionParts.ts'

export const NEW_SUBSCRIPTION = '/dashboard/new-subscription'

/** Products whose default offers the form lists, the newest. */
const PRODUCTS_LISTED = 100

const LIMIT = 'variable.minimum_limit_minor'

/** Says why no subscription can be sold now, and leads to where that is mended. */
export async function sellingNotice(context: PageContext): Promise<Block[]> {
  const { call, can, locale } = context
  if (!can('getBankConnection')) return []
  const { recurring } = await call('getBankConnection')
  if (recurring === 'available') return []
  const link = { href: '/dashboard/bank', text: texts[locale].unavailable.fix }
  return [{ kind: 'note', tone: 'warn', text: sellingInWords(context, recurring), link }]
}

/** The link that leads here, for a role that may sell. */
export const newSubscriptionLink = ({ can, locale }: PageContext, query = ''): Block[] =>
  can('createSubscription')
    ? [
        {
          kind: 'links',
          links: [
            {
              href: `${NEW_SUBSCRIPTION}${query}`,
              text: query === '' ? texts[locale].sell.title : texts[locale].sell.link,
              isPrimary: true,
            },
          ],
        },
      ]
    : []

/** The same with an offer chosen, where it can be sold. */
export const sellLink = (context: PageContext, offer: Offer): Block[] =>
  isPlan(context, offer) ? newSubscriptionLink(context, `?offer_id=${offer.id}`) : []

type Choice = { value: string; label: string }

/** The offers on sale; the one that led here may be none of the products' own. */
async function choicesOf(context: PageContext): Promise<Choice[]> {
  const { call, query } = context
  const { data } = await call('listProducts', { query: { limit: PRODUCTS_LISTED } })
  const choice = (offer: Plan, name: string): Choice => ({
    value: offer.id,
    label: `${name} · ${priceOf(context, offer)}`,
  })
  const listed = data.flatMap(({ status, name, default_offer: offer }) =>
    status === 'active' && offer && isPlan(context, offer) ? [choice(offer, name)] : [],
  )
  const { offer_id: offerId } = query
  if (offerId === undefined || listed.some(({ value }) => value === offerId)) return listed
  const offer = await call('getOffer', { path: { offerId } })
  if (!isPlan(context, offer)) return listed
  const { name } = await call('getProduct', { path: { productId: offer.product_id } })
  return [choice(offer, `${name} · ${offer.name}`), ...listed]
}

/** The terms beside the offer's own, which few sales need. */
function termFields({ locale, text: shared }: PageContext): Field[] {
  const { sell } = texts[locale]
  const fields: Field[] = [
    { name: 'starts_on', label: sell.starts_on, type: 'date', hint: sell.starts_on_hint },
    { name: 'cycles', label: sell.cycles, type: 'number', hint: sell.cycles_hint },
    {
      name: 'first_amount_minor',
      label: sell.first_amount,
      type: 'money',
      hint: sell.first_amount_hint,
    },
    { name: 'variable', label: sell.variable, type: 'checkbox' },
    { name: LIMIT, label: sell.least_limit, type: 'money', hint: sell.least_limit_hint },
    { name: 'retries', label: sell.retries, type: 'checkbox', value: 'true' },
    { name: 'external_id', label: shared.reference, type: 'text', maxLength: 255 },
  ]
  return fields.map((field) => ({ ...field, fold: sell.terms }))
}

async function formOf(context: PageContext): Promise<Block> {
  const { locale, query } = context
  const { sell } = texts[locale]
  const choices = await choicesOf(context)
  if (choices.length === 0) {
    const link = { href: '/dashboard/products', text: sell.products }
    return { kind: 'note', tone: 'plain', text: sell.no_offer, link }
  }
  const fields: Field[] = [
    {
      name: 'offer_id',
      label: sell.offer,
      type: 'select',
      required: true,
      options: choices,
      value: query['offer_id'] ?? choices[0]?.value ?? '',
    },
    ...(await buyerFields(context, sell.buyer_hint)),
    ...termFields(context),
  ]
  return { kind: 'form', action: NEW_SUBSCRIPTION, text: sell.text, fields, submit: sell.submit }
}

export const newSubscriptionPage: Page = {
  path: NEW_SUBSCRIPTION,
  async draw(context) {
    if (!context.can('createSubscription')) throw new ApiError('insufficient_scope')
    return {
      name: 'new-subscription',
      title: texts[context.locale].sell.title,
      blocks: [...(await sellingNotice(context)), await formOf(context)],
    }
  },
}

const schema = {
  properties: {
    offer_id: { type: 'string' },
    starts_on: { type: 'string' },
    cycles: { type: 'integer' },
    first_amount_minor: { type: 'integer' },
    retries: { type: 'boolean' },
    external_id: { type: 'string' },
  },
}

const limit = { properties: { minimum_limit_minor: { type: ['integer', 'null'] } } }

type Body = components['schemas']['CreateSubscriptionBody']

/** @throws FormFault when nobody is named who is to pay */
async function inputOf(context: PageContext, form: Form): Promise<CallInput<'createSubscription'>> {
  const { locale, session } = context
  const by = { locale, currency: session.seller.default_currency }
  const customer = await customerIn(context, form)
  if (Object.keys(customer).length === 0) throw new FormFault(BUYER, texts[locale].sell.no_customer)
  const isVariable =
    lastValue(form, 'variable') === 'true' || (lastValue(form, LIMIT)?.trim() ?? '') !== ''
  const variable = isVariable && { variable: bodyOf(limit, form, by, 'variable.') }
  return { body: { ...bodyOf(schema, form, by), ...variable, ...customer } as Body }
}

export const newSubscriptionAction = action<'createSubscription'>({
  path: NEW_SUBSCRIPTION,
  operation: 'createSubscription',
  input: inputOf,
  done: ({ id }) => ({ to: subscriptionAddress(id), done: 'subscription_created' }),
  page: newSubscriptionPage,
})
