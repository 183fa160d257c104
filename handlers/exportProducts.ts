import { catalogFileTexts } from '../domain/catalog/fileTexts.ts'
import { productSheet } from '../domain/catalog/productFile.ts'
import { productsWith } from '../domain/catalog/products.ts'
import { idPrefixes } from '../generated/idPrefixes.ts'
import type { Handler } from './support/handler.ts'
import { sendList } from './support/sendFile.ts'

export const exportProducts: Handler<'exportProducts', 'fileExports'> = (input) => {
  const { query, db, service } = input
  const { format, locale, ...filters } = query
  return sendList(service.fileExports, input, {
    format,
    locale,
    name: catalogFileTexts[locale].products.file,
    prefix: idPrefixes.products,
    idOf: ({ product }) => product.id,
    read: (page) => db.read(() => productsWith(filters, page)),
    sheet: productSheet,
  })
}
