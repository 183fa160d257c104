import { changeClient } from '../domain/auth/clientChanges.ts'
import { trimmed } from '../domain/catalog/names.ts'
import { clientChange, clientError } from './support/clientChange.ts'
import { writingEverywhere } from './support/handler.ts'
import * as present from './support/present.ts'

export const updateApiClient = writingEverywhere<'updateApiClient'>(function* (input) {
  const { body, path, now, fail } = input
  const changes = { ...body }
  if (body.name !== undefined) changes.name = trimmed(body.name)
  if (changes.name === '') throw fail('invalid_api_client_name', 'name')
  const { client, fault } = yield* changeClient(path.apiClientId, changes, clientChange(input))
  if (fault) throw clientError(fault)
  return { status: 200, body: present.apiClient(client, now) }
})
