import { accountOfToken } from '../domain/auth/accounts.ts'
import { permits } from '../domain/identity/scopes.ts'
import { dayRange } from './support/dayRange.ts'
import type { Handler } from './support/handler.ts'

const names = ['date_from', 'date_to'] as const

const RETRY_AFTER_SECONDS = '10'

export const exportStatementEntries: Handler<'exportStatementEntries', 'statementExports'> = async (
  input,
) => {
  const { query, seller, scopes, actor, db, now, service, fail } = input
  const { format, locale, date_from: from, date_to: to, type } = query
  const days = dayRange({ from, to, names, now, fail })
  // A person's session is checked by the dashboard, which sends the file on.
  const mayRead = async () =>
    actor.type === 'user' || (await accountOfToken(db, actor)) !== undefined
  const showsCustomers = permits(scopes, 'customers:read')
  const range = { seller_id: seller.id, ...days, type, showsCustomers }
  const wanted = { ...range, format, locale, now, mayRead }
  const file = await service.statementExports.open(wanted)
  if (!file) {
    const error = fail('service_unavailable')
    error.headers['Retry-After'] = RETRY_AFTER_SECONDS
    throw error
  }
  const headers = {
    'Content-Type': file.type,
    'Content-Disposition': `attachment; filename="${file.name}"`,
  }
  return { status: 200, headers, body: file.body }
}
