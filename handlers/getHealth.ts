import manifest from '../package.json' with { type: 'json' }
import { ping } from '../runtime/ping.ts'
import { reading } from './support/handler.ts'

export const getHealth = reading<'getHealth'>(function* () {
  yield* ping({})
  return { status: 200, body: { status: 'ok', version: manifest.version } }
})
