import { mailById, mailsOf } from '../domain/mail/rows.ts'
import { reading } from './support/handler.ts'
import { firstBefore, listPage } from './support/pagination.ts'
import * as present from './support/present.ts'
import { idPrefixes } from '../generated/idPrefixes.ts'

export const listEmails = reading<'listEmails'>(function* ({ query, seller, fail }) {
  const { limit, starting_after: cursor, about } = query
  const key = { seller_id: seller.id }
  if (cursor !== undefined) {
    const [mail] = yield* mailById({ ...key, id: cursor })
    if (!mail) throw fail('invalid_cursor', 'starting_after')
  }
  const page = { ...key, before: firstBefore(cursor, idPrefixes.mails), limit: limit + 1 }
  return { status: 200, body: listPage(yield* mailsOf(page, about), limit, present.email) }
})
