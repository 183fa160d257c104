/** Products as a table for spreadsheets. */
import type { Row } from '../../db/schema/tables.ts'
import { listSheet } from '../files/sheet.ts'
import type { Sheet, SheetColumn } from '../files/sheet.ts'
import type { Locale } from '../formats/locale.ts'
import { catalogFileTexts } from './fileTexts.ts'

type Product = { product: Row<'products'>; default_offer: Row<'offers'> | null }
type Name = keyof (typeof catalogFileTexts)['en']['products']['columns']

const columns: readonly SheetColumn<Product, Name>[] = [
  ['name', 32, ({ product }) => product.name],
  ['description', 48, ({ product }) => product.description],
  [
    'price',
    14,
    ({ default_offer: offer }) =>
      offer && { amount_minor: offer.amount_minor, currency: offer.currency },
  ],
  ['currency', 8, ({ default_offer }) => default_offer?.currency ?? null],
  [
    'status',
    12,
    ({ product }, locale) => catalogFileTexts[locale].products.statuses[product.status],
  ],
  ['created_at', 20, ({ product }) => ({ moment: product.created_at })],
  ['updated_at', 20, ({ product }) => ({ moment: product.updated_at })],
  ['id', 44, ({ product }) => product.id],
  ['default_offer_id', 44, ({ default_offer }) => default_offer?.id ?? null],
]

export const productSheet = (pieces: AsyncIterable<readonly Product[]>, locale: Locale): Sheet =>
  listSheet(pieces, { texts: catalogFileTexts[locale].products, columns, locale })
