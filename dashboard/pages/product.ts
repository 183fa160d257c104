/** One product: its facts and offers, and the forms that change it, price it and charge for it. */
import { id, link, metadata, status, text } from '../blocks.ts'
import type { Block } from '../blocks.ts'
import { changesOf } from '../changes.ts'
import { money, pagesOf, parametersOf, time } from '../lists.ts'
import { action } from '../page.ts'
import type { Page, PageContext } from '../page.ts'
import { products as texts } from '../texts/products.ts'
import { chargeLink } from './newCheckout.ts'
import { sellLink } from './newSubscription.ts'
import {
  billingOf,
  compareAt,
  isChargeable,
  isPlan,
  offerAddress,
  offerFields,
  productAddress,
  stateOf,
} from './offerParts.ts'
import type { Offer } from './offerParts.ts'
import { productFields, productTones } from './products.ts'
import type { Product } from './products.ts'

function factsOf(context: PageContext, product: Product): Block {
  const { locale, text: shared } = context
  const words = texts[locale]
  const { status: state } = product
  return {
    kind: 'facts',
    facts: [
      { label: words.name, cell: text(product.name) },
      { label: shared.status, cell: status(productTones[state], words.statuses[state]) },
      { label: words.description, cell: text(product.description) },
      { label: shared.created_at, cell: time(context, product.created_at) },
      { label: shared.updated_at, cell: time(context, product.updated_at) },
      { label: shared.identifier, cell: id(product.id) },
    ],
  }
}

function offersTable(
  context: PageContext,
  { id }: Product,
  offers: { data: Offer[]; next_cursor: string | null },
): Block {
  const { locale, text: shared } = context
  const words = texts[locale]
  return {
    kind: 'table',
    caption: words.offers,
    columns: [
      words.offer.one,
      words.price,
      words.offer.compare_at,
      words.offer.billing,
      shared.status,
    ],
    rows: offers.data.map((offer) => [
      link(offerAddress(offer), offer.name),
      money(context, offer),
      compareAt(context, offer),
      text(billingOf(context, offer)),
      stateOf(context, offer),
    ]),
    empty: words.offer.empty,
    ...pagesOf(context, offers, productAddress(id)),
  }
}

function addOfferForm(context: PageContext, { id }: Product): Block {
  const { add_offer, offer } = texts[context.locale]
  return {
    kind: 'form',
    action: `${productAddress(id)}/offers`,
    title: add_offer.title,
    text: add_offer.text,
    fields: [
      ...offerFields(context),
      { name: 'is_default', label: offer.is_default, type: 'checkbox' },
    ],
    submit: add_offer.submit,
  }
}

/** The way to sell the product: by its default offer, or the next one that can be sold. */
function saleLinks(context: PageContext, { default_offer }: Product, offers: Offer[]): Block[] {
  const { none } = texts[context.locale].checkout
  const all = [...(default_offer ? [default_offer] : []), ...offers]
  const offer = all.find((candidate) => isChargeable(context, candidate))
  if (offer) return chargeLink(context, offer)
  const plan = all.find((candidate) => isPlan(context, candidate))
  return plan ? sellLink(context, plan) : [{ kind: 'note', tone: 'plain', text: none }]
}

function changeForms(context: PageContext, product: Product): Block[] {
  const { locale, text: shared } = context
  const { update, archive, restore } = texts[locale]
  const address = productAddress(product.id)
  const isActive = product.status === 'active'
  const { title, text: explained, submit } = isActive ? archive : restore
  return [
    {
      kind: 'form',
      action: address,
      title: update.title,
      fields: productFields(context, product),
      submit: shared.save,
    },
    {
      kind: 'form',
      action: `${address}/status`,
      title,
      text: explained,
      fields: [
        { name: 'status', label: '', type: 'hidden', value: isActive ? 'archived' : 'active' },
      ],
      submit,
      isDangerous: isActive,
    },
  ]
}

export const productPage: Page = {
  path: '/dashboard/products/:productId',
  async draw(context) {
    const { call, can, locale, params } = context
    const words = texts[locale]
    const path = { productId: params['productId'] ?? '' }
    const product = await call('getProduct', { path })
    const offers = await call('listOffers', { path, query: parametersOf(context, []) })
    const isActive = product.status === 'active'
    const canAdd = isActive && can('createOffer')
    const canCharge = isActive && can('createCartCheckout')
    return {
      name: 'product',
      title: product.name,
      blocks: [
        ...(canCharge ? saleLinks(context, product, offers.data) : []),
        factsOf(context, product),
        ...metadata(words.metadata, product.metadata),
        { kind: 'section', title: words.offers, blocks: [offersTable(context, product, offers)] },
        ...(canAdd ? [addOfferForm(context, product)] : []),
        ...(can('updateProduct') ? changeForms(context, product) : []),
      ],
    }
  },
}

const createOfferAction = action<'createOffer'>({
  path: '/dashboard/products/:productId/offers',
  operation: 'createOffer',
  done: ({ product_id }) => ({ to: productAddress(product_id), done: 'offer_created' }),
  page: productPage,
})

const updateAction = (path: string) =>
  action<'updateProduct'>({
    path,
    operation: 'updateProduct',
    input: ({ params }, form) => ({
      path: { productId: params['productId'] ?? '' },
      body: changesOf(form, ['name', 'description', 'status']),
    }),
    done: ({ id }) => ({ to: productAddress(id), done: 'product_updated' }),
    page: productPage,
  })

export const productActions = [
  createOfferAction,
  updateAction('/dashboard/products/:productId'),
  updateAction('/dashboard/products/:productId/status'),
]
