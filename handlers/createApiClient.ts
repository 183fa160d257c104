import { makeClient } from '../domain/access/clientChanges.ts'
import { trimmedName } from '../domain/formats/names.ts'
import { accountChange, changeError } from './support/accountChange.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const createApiClient = writing<'createApiClient'>(function* (input) {
  const { body, now, fail } = input
  const name = trimmedName(body.name)
  if (name === '') throw fail('invalid_api_client_name', 'name')
  const made = yield* makeClient({ name, scopes: body.scopes }, accountChange(input))
  if (made.fault) throw changeError(made.fault)
  const { client, client_secret } = made
  return { status: 201, body: { ...present.apiClient(client, now), client_secret } }
})
