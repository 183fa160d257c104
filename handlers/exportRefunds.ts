import { permits } from '../domain/identity/scopes.ts'
import { readRefunds, refundSheet } from '../domain/payments/refundFile.ts'
import { refundFileTexts } from '../domain/payments/refundFileTexts.ts'
import { idPrefixes } from '../generated/idPrefixes.ts'
import type { Handler } from './support/handler.ts'
import { sendList } from './support/sendFile.ts'

export const exportRefunds: Handler<'exportRefunds', 'fileExports'> = (input) => {
  const { query, db, service, scopes } = input
  const { format, locale, ...filters } = query
  const showsCustomers = permits(scopes, 'customers:read')
  return sendList(service.fileExports, input, {
    format,
    locale,
    name: refundFileTexts[locale].file,
    prefix: idPrefixes.refunds,
    idOf: ({ refund }) => refund.id,
    read: (page) => readRefunds(db, filters, { ...page, showsCustomers }),
    sheet: refundSheet,
  })
}
