import manifest from '../package.json' with { type: 'json' }
import { query } from '../db/query.ts'
import type { Handler } from './support/handler.ts'

const ping = query('ping', (db, { sellers }) =>
  db.select({ id: sellers.id }).from(sellers).limit(1),
)

export const getHealth: Handler<'getHealth'> = async ({ db }) => {
  await db.read(() => ping({}))
  return { status: 200, body: { status: 'ok', version: manifest.version } }
}
