import { changeUser } from '../domain/people/userChanges.ts'
import { accountChange, changeError } from './support/accountChange.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const updateUser = writing<'updateUser', 'mails'>(function* (input) {
  const change = accountChange(input)
  const changed = yield* changeUser(input.path.userId, input.body, change)
  if (changed.fault) throw changeError(changed.fault)
  const { user, isChanged } = changed
  const isNewOwner = isChanged && user.role === 'owner' && user.status === 'active'
  if (isNewOwner) yield* input.service.mails.ownerJoined(user, change.actor, input.now)
  return { status: 200, body: present.user(changed) }
})
