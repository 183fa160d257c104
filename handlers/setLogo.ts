import { readLogo } from '../domain/settings/logo.ts'
import { changeLogo } from '../domain/settings/settings.ts'
import { accountChange, changeError } from './support/accountChange.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const setLogo = writing<'setLogo', 'baseUrl'>(function* (input) {
  const { body, service, fail } = input
  const file = readLogo(body.content_type, body.data)
  if (!file) throw fail('invalid_logo', 'data')
  const { settings, fault } = yield* changeLogo(file, accountChange(input))
  if (fault) throw changeError(fault)
  return { status: 200, body: present.settings(settings, service.baseUrl) }
})
