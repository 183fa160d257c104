import { removePasskey } from '../domain/people/userChanges.ts'
import { accountChange, changeError } from './support/accountChange.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const deleteUserPasskey = writing<'deleteUserPasskey'>(function* (input) {
  const changed = yield* removePasskey(
    { id: input.path.userId, passkey_id: input.path.passkeyId },
    accountChange(input),
  )
  if (changed.fault) throw changeError(changed.fault)
  return { status: 200, body: present.user(changed) }
})
