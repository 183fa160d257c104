import { changeLogo } from '../domain/settings/settings.ts'
import { accountChange, changeError } from './support/accountChange.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const deleteLogo = writing<'deleteLogo', 'baseUrl'>(function* (input) {
  const { service } = input
  const { settings, fault } = yield* changeLogo(null, accountChange(input))
  if (fault) throw changeError(fault)
  return { status: 200, body: present.settings(settings, service.baseUrl) }
})
