import { readSettings } from '../domain/settings/settings.ts'
import { reading } from './support/handler.ts'
import * as present from './support/present.ts'

export const getSettings = reading<'getSettings', 'baseUrl'>(function* ({ seller, service }) {
  const settings = yield* readSettings(seller.id)
  return { status: 200, body: present.settings(settings, service.baseUrl) }
})
