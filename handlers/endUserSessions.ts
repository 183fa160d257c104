import { endUserSessions as endSessions } from '../domain/people/userChanges.ts'
import { accountChange, changeError } from './support/accountChange.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const endUserSessions = writing<'endUserSessions'>(function* (input) {
  const changed = yield* endSessions(input.path.userId, accountChange(input))
  if (changed.fault) throw changeError(changed.fault)
  return { status: 200, body: present.user(changed) }
})
