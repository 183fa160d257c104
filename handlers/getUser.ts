import { withPasskeys } from '../domain/people/userChanges.ts'
import { userById } from '../domain/identity/userRows.ts'
import { reading } from './support/handler.ts'
import * as present from './support/present.ts'

export const getUser = reading<'getUser'>(function* ({ path, seller, fail }) {
  const [user] = yield* userById({ seller_id: seller.id, id: path.userId })
  if (!user || user.status === 'removed') throw fail('user_not_found')
  return { status: 200, body: present.user(yield* withPasskeys(user)) }
})
