import { permits } from '../domain/identity/scopes.ts'
import { MAX_DAYS, statementFile } from '../domain/payments/statement/exports.ts'
import { dayRange } from './support/dayRange.ts'
import type { Handler } from './support/handler.ts'
import { sendFile, stillReads } from './support/sendFile.ts'

const names = ['date_from', 'date_to'] as const

export const exportStatementEntries: Handler<'exportStatementEntries', 'fileExports'> = async (
  input,
) => {
  const { query, seller, scopes, db, now, service, fail } = input
  const { format, locale, date_from: from, date_to: to, type } = query
  const seller_id = seller.id
  const days = dayRange({ from, to, names, now, limit: { days: MAX_DAYS }, fail })
  const showsCustomers = permits(scopes, 'customers:read')
  const mayRead = stillReads(db, input)
  const range = { seller_id, ...days, type, showsCustomers }
  const file = statementFile(db, { ...range, format, locale, now, mayRead })
  return sendFile(service.fileExports, { seller_id, format, ...file }, fail)
}
