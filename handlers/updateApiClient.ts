import { changeClient } from '../domain/access/clientChanges.ts'
import { trimmedName } from '../domain/formats/names.ts'
import { accountChange, changeError } from './support/accountChange.ts'
import { writingEverywhere } from './support/handler.ts'
import * as present from './support/present.ts'

export const updateApiClient = writingEverywhere<'updateApiClient'>(function* (input) {
  const { body, path, now, fail } = input
  const changes = { ...body }
  if (body.name !== undefined) changes.name = trimmedName(body.name)
  if (changes.name === '') throw fail('invalid_api_client_name', 'name')
  const { client, fault } = yield* changeClient(path.apiClientId, changes, accountChange(input))
  if (fault) throw changeError(fault)
  return { status: 200, body: present.apiClient(client, now) }
})
