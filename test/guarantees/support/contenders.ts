/** Several processes of the service on one database, and one seller who asks all of them. */
import { randomBytes } from 'node:crypto'
import { createSeller } from '../../../domain/access/clients.ts'
import { freePort } from '../../../cli/ports.ts'
import { newDatabase, openTestDatabase, sqlOn } from '../../support/engine.ts'
import type { Sql } from '../../support/engine.ts'
import { long } from '../../support/property.ts'
import { ask, startProcesses, tokenOf } from '../../support/processes.ts'
import type { Heard } from '../../support/processes.ts'

const PROCESSES = long ? 3 : 2

/**
 * Beside other tests the processes may be too slow for all requests at once, and ask for some of
 * them again. In the long form, which runs alone, no request is refused.
 */
const MAX_TRIES = 20

export type Contenders = {
  /** Sends a request to one of them, to each in turn. */
  post(path: string, json: object, headers?: Record<string, string>): Promise<Heard>
  sql: Sql
  seller_id: string
}

/** Starts them, and makes a seller. */
export async function startContenders(): Promise<Contenders> {
  const DATABASE_URL = await newDatabase()
  const environment = {
    DATABASE_URL,
    SECRET_KEY: randomBytes(32).toString('base64'),
    // All processes name one issuer of tokens.
    BASE_URL: `http://127.0.0.1:${await freePort()}`,
  }
  const started = Array.from({ length: PROCESSES }, () => startProcesses(environment))
  const urls = (await Promise.all(started)).map(({ url }) => url)
  const db = await openTestDatabase(DATABASE_URL)
  const { seller_id, client_id, client_secret } = await createSeller(db, {
    name: 'Loja',
    now: new Date(),
  })
  const access_token = await tokenOf(urls[0] ?? '', { client_id, client_secret })
  let turn = 0
  return {
    seller_id,
    sql: await sqlOn(DATABASE_URL),
    async post(path, json, headers = {}) {
      const url = urls[turn++ % urls.length]
      const all = { authorization: `Bearer ${access_token}`, ...headers }
      for (let tries = 1; ; tries++) {
        const heard = await ask(`${url}${path}`, { method: 'POST', headers: all, json })
        if (heard.status !== 503 || long || tries === MAX_TRIES) return heard
      }
    },
  }
}
