import { revokeClient } from '../domain/access/endings.ts'
import { accountChange, changeError } from './support/accountChange.ts'
import { writingEverywhere } from './support/handler.ts'
import * as present from './support/present.ts'

export const revokeApiClient = writingEverywhere<'revokeApiClient'>(function* (input) {
  const { path, query, now } = input
  const endMade = query.end_made
  const revoked = yield* revokeClient(path.apiClientId, accountChange(input), { endMade })
  if (revoked.fault) throw changeError(revoked.fault)
  const { client, made, ended } = revoked
  return { status: 200, body: { ...present.apiClient(client, now), made, ended } }
})
