import { rotateClient } from '../domain/access/clientChanges.ts'
import { accountChange, changeError } from './support/accountChange.ts'
import { writingEverywhere } from './support/handler.ts'
import * as present from './support/present.ts'

export const rotateApiClientSecret = writingEverywhere<'rotateApiClientSecret'>(function* (input) {
  const { body, path, now } = input
  const seconds = body?.previous_secret_seconds ?? 0
  const rotated = yield* rotateClient(path.apiClientId, seconds, accountChange(input))
  if (rotated.fault) throw changeError(rotated.fault)
  const { client, client_secret } = rotated
  return { status: 200, body: { ...present.apiClient(client, now), client_secret } }
})
