/** One offer of a product, and the forms that rename, promote, switch and archive it. */
import { ApiError } from '../../contract/apiError.ts'
import { code, id, link, text } from '../blocks.ts'
import type { Block, Field } from '../blocks.ts'
import { changesOf } from '../changes.ts'
import { money, time } from '../lists.ts'
import { action } from '../page.ts'
import type { Page, PageContext } from '../page.ts'
import { products as texts } from '../texts/products.ts'
import { chargeLink } from './newCheckout.ts'
import { sellLink } from './newSubscription.ts'
import { billingOf, compareAt, offerAddress, productAddress, stateOf } from './offerParts.ts'
import type { Offer } from './offerParts.ts'
import type { Product } from './products.ts'

function factsOf(context: PageContext, offer: Offer, product: Product): Block {
  const { locale, text: shared } = context
  const words = texts[locale]
  return {
    kind: 'facts',
    facts: [
      { label: words.offer.name, cell: text(offer.name) },
      { label: words.one, cell: link(productAddress(product.id), product.name) },
      { label: words.price, cell: money(context, offer) },
      { label: words.offer.compare_at, cell: compareAt(context, offer) },
      { label: words.offer.billing, cell: text(billingOf(context, offer)) },
      { label: shared.status, cell: stateOf(context, offer) },
      { label: words.offer.lookup_key, cell: code(offer.lookup_key) },
      { label: shared.created_at, cell: time(context, offer.created_at) },
      { label: shared.updated_at, cell: time(context, offer.updated_at) },
      { label: shared.identifier, cell: id(offer.id) },
    ],
  }
}

/** The way to sell an offer: a charge, or a subscription. */
const saleLinks = (context: PageContext, offer: Offer): Block[] => [
  ...chargeLink(context, offer),
  ...sellLink(context, offer),
]

type FormTexts = { title: string; text: string; submit: string }

/** A form that sets one field by its button. */
const button = (
  action: string,
  formTexts: FormTexts,
  field: Pick<Field, 'name' | 'value'>,
): Block => ({
  kind: 'form',
  action,
  ...formTexts,
  fields: [{ ...field, label: '', type: 'hidden' }],
})

function updateForms({ locale, text: shared }: PageContext, offer: Offer): Block[] {
  const words = texts[locale]
  const address = offerAddress(offer)
  const { is_default, active, name } = offer
  const rename: Block = {
    kind: 'form',
    action: address,
    title: words.rename_offer.title,
    fields: [
      {
        name: 'name',
        label: words.offer.name,
        type: 'text',
        required: true,
        maxLength: 160,
        value: name,
      },
    ],
    submit: shared.save,
  }
  if (is_default) return [rename, { kind: 'note', tone: 'plain', text: words.is_default_note }]
  return active
    ? [
        rename,
        button(`${address}/default`, words.promote_offer, { name: 'is_default', value: 'true' }),
        button(`${address}/active`, words.deactivate_offer, { name: 'active', value: 'false' }),
      ]
    : [rename, button(`${address}/active`, words.activate_offer, { name: 'active', value: 'true' })]
}

export const offerPage: Page = {
  path: '/dashboard/products/:productId/offers/:offerId',
  async draw(context) {
    const { call, can, locale, params } = context
    const words = texts[locale]
    const { productId = '', offerId = '' } = params
    const offer = await call('getOffer', { path: { offerId } })
    if (offer.product_id !== productId) throw new ApiError('offer_not_found')
    const product = await call('getProduct', { path: { productId } })
    const { title, text: explained, submit } = words.archive_offer
    const archive: Block = {
      kind: 'form',
      action: `${offerAddress(offer)}/archive`,
      title,
      text: offer.is_default ? `${explained} ${words.archive_default}` : explained,
      fields: [],
      submit,
      isDangerous: true,
    }
    return {
      name: 'product',
      title: words.offer.one,
      blocks: [
        ...(product.status === 'active' ? saleLinks(context, offer) : []),
        factsOf(context, offer, product),
        ...(can('updateOffer') ? updateForms(context, offer) : []),
        ...(can('archiveOffer') ? [archive] : []),
      ],
    }
  },
}

const updated = (offer: Offer) => ({ to: offerAddress(offer), done: 'offer_updated' })

const renameAction = action<'updateOffer'>({
  path: '/dashboard/products/:productId/offers/:offerId',
  operation: 'updateOffer',
  input: ({ params }, form) => ({
    path: { offerId: params['offerId'] ?? '' },
    body: changesOf(form, ['name']),
  }),
  done: updated,
  page: offerPage,
})

const switchAction = (name: 'default' | 'active') =>
  action<'updateOffer'>({
    path: `/dashboard/products/:productId/offers/:offerId/${name}`,
    operation: 'updateOffer',
    done: updated,
    page: offerPage,
  })

const archiveAction = action<'archiveOffer'>({
  path: '/dashboard/products/:productId/offers/:offerId/archive',
  operation: 'archiveOffer',
  done: ({ product_id }) => ({ to: productAddress(product_id), done: 'offer_archived' }),
  page: offerPage,
})

export const offerActions = [
  renameAction,
  switchAction('default'),
  switchAction('active'),
  archiveAction,
]
