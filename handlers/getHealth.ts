import manifest from '../package.json' with { type: 'json' }
import { query } from '../db/query.ts'
import { reading } from './support/handler.ts'

const ping = query('ping', (db, { sellers }) =>
  db.select({ id: sellers.id }).from(sellers).limit(1),
)

export const getHealth = reading<'getHealth'>(function* () {
  yield* ping({})
  return { status: 200, body: { status: 'ok', version: manifest.version } }
})
