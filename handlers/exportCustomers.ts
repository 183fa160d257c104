import { customerSheet } from '../domain/catalog/customerFile.ts'
import { customersWith } from '../domain/catalog/customerList.ts'
import { catalogFileTexts } from '../domain/catalog/fileTexts.ts'
import { idPrefixes } from '../generated/idPrefixes.ts'
import type { Handler } from './support/handler.ts'
import { sendList } from './support/sendFile.ts'

export const exportCustomers: Handler<'exportCustomers', 'fileExports'> = (input) => {
  const { query, db, service } = input
  const { format, locale, ...filters } = query
  return sendList(service.fileExports, input, {
    format,
    locale,
    name: catalogFileTexts[locale].customers.file,
    prefix: idPrefixes.customers,
    idOf: ({ id }) => id,
    read: (page) => db.read(() => customersWith(filters, page)),
    sheet: customerSheet,
  })
}
