import { revokeClient } from '../domain/auth/clientChanges.ts'
import { clientChange, clientError } from './support/clientChange.ts'
import { writingEverywhere } from './support/handler.ts'
import * as present from './support/present.ts'

export const revokeApiClient = writingEverywhere<'revokeApiClient'>(function* (input) {
  const { client, fault } = yield* revokeClient(input.path.apiClientId, clientChange(input))
  if (fault) throw clientError(fault)
  return { status: 200, body: present.apiClient(client, input.now) }
})
