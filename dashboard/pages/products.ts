/** Products: the list, and the form that makes one with its default offer. */
import type { components } from '../../generated/types.ts'
import { folded, link, none, status } from '../blocks.ts'
import type { Field, FormBlock, Tone } from '../blocks.ts'
import { linksToFiles, ownDownloads } from '../listFiles.ts'
import { money, pagesOf, parametersOf, time } from '../lists.ts'
import { action } from '../page.ts'
import type { Page, PageContext } from '../page.ts'
import { products as texts } from '../texts/products.ts'
import { offerFields, productAddress } from './offerParts.ts'

export type Product = components['schemas']['Product']

export const productTones: Record<Product['status'], Tone> = { active: 'good', archived: 'plain' }

/** Name and description, with what is known of a product. */
export function productFields({ locale }: PageContext, product?: Product): Field[] {
  const words = texts[locale]
  const { name = '', description = '' } = product ?? {}
  return [
    { name: 'name', label: words.name, type: 'text', required: true, maxLength: 160, value: name },
    {
      name: 'description',
      label: words.description,
      type: 'textarea',
      maxLength: 2000,
      value: description,
    },
  ]
}

export const productsFiles = ownDownloads('products', 'exportProducts', [])

export const productsPage: Page = {
  path: '/dashboard/products',
  async draw(context) {
    const { call, can, locale, text: shared } = context
    const words = texts[locale]
    const list = await call('listProducts', { query: parametersOf(context, []) })
    const canCreate = can('createProduct')
    const form: FormBlock = {
      kind: 'form',
      action: '/dashboard/products',
      fields: [...productFields(context), ...offerFields(context, 'default_offer.')],
      submit: words.create.submit,
    }
    return {
      name: 'products',
      title: words.title,
      blocks: [
        ...(canCreate ? [folded(words.create.title, form)] : []),
        {
          kind: 'table',
          caption: words.title,
          isCards: true,
          columns: [words.name, words.price, shared.status, shared.created_at],
          rows: list.data.map((product) => [
            link(productAddress(product.id), product.name),
            product.default_offer ? money(context, product.default_offer) : none,
            status(productTones[product.status], words.statuses[product.status]),
            time(context, product.created_at),
          ]),
          empty: words.empty,
          ...pagesOf(context, list),
        },
        linksToFiles(context, 'products', {}),
      ],
    }
  },
}

export const createProductAction = action<'createProduct'>({
  path: '/dashboard/products',
  operation: 'createProduct',
  done: ({ id }) => ({ to: productAddress(id), done: 'product_created' }),
  page: productsPage,
})
