import { revokeClient } from '../domain/auth/clientChanges.ts'
import { accountChange, changeError } from './support/accountChange.ts'
import { writingEverywhere } from './support/handler.ts'
import * as present from './support/present.ts'

export const revokeApiClient = writingEverywhere<'revokeApiClient'>(function* (input) {
  const { client, fault } = yield* revokeClient(input.path.apiClientId, accountChange(input))
  if (fault) throw changeError(fault)
  return { status: 200, body: present.apiClient(client, input.now) }
})
