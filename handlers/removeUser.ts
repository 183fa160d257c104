import { removeUser as remove } from '../domain/access/endings.ts'
import { accountChange, changeError } from './support/accountChange.ts'
import { writingEverywhere } from './support/handler.ts'
import * as present from './support/present.ts'

export const removeUser = writingEverywhere<'removeUser'>(function* (input) {
  const endMade = input.query.end_made
  const removed = yield* remove(input.path.userId, accountChange(input), { endMade })
  if (removed.fault) throw changeError(removed.fault)
  const { made, ended } = removed
  return { status: 200, body: { ...present.user(removed), made, ended } }
})
