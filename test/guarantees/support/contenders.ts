/** Several services on one database, in the long form processes, and one seller who asks them. */
import { randomBytes } from 'node:crypto'
import { createSeller } from '../../../domain/access/clients.ts'
import { freePort } from '../../../cli/ports.ts'
import { newDatabase, openTestDatabase, sqlOn } from '../../support/engine.ts'
import type { Sql } from '../../support/engine.ts'
import { long } from '../../support/property.ts'
import { ask, startProcesses, tokenOf } from '../../support/processes.ts'
import type { Answer } from '../../support/processes.ts'
import { startService } from '../../support/service.ts'

const PROCESSES = 3
const SERVICES = 2

/**
 * Beside other tests the processes may be too slow for all requests at once, and ask for some of
 * them again. In the long form, which runs alone, no request is refused.
 */
const MAX_TRIES = 20

export type Contenders = {
  /** Sends a request to one of them, to each in turn. */
  post(path: string, json: object, headers?: Record<string, string>): Promise<Answer>
  sql: Sql
  seller_id: string
}

type Place = { databaseUrl: string; secretKey: Buffer; baseUrl: string }

/** Starts processes, and returns their addresses. */
async function startAsProcesses({ databaseUrl, secretKey, baseUrl }: Place): Promise<string[]> {
  const environment = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKey.toString('base64'),
    BASE_URL: baseUrl,
  }
  const started = Array.from({ length: PROCESSES }, () => startProcesses(environment))
  return (await Promise.all(started)).map(({ url }) => url)
}

/** Starts services here that share nothing but the database, and returns their addresses. */
async function startHere(place: Place): Promise<string[]> {
  const urls: string[] = []
  for (let i = 0; i < SERVICES; i++) {
    urls.push((await startService({ ...place, logLevel: 'silent', real_clock: true })).url)
  }
  return urls
}

/** Starts them, and makes a seller. */
export async function startContenders(): Promise<Contenders> {
  const databaseUrl = await newDatabase()
  // All of them name one issuer of tokens.
  const baseUrl = `http://127.0.0.1:${await freePort()}`
  const place = { databaseUrl, secretKey: randomBytes(32), baseUrl }
  const urls = await (long ? startAsProcesses(place) : startHere(place))
  const db = await openTestDatabase(databaseUrl)
  const { seller_id, client_id, client_secret } = await createSeller(db, {
    name: 'Loja',
    now: new Date(),
  })
  const access_token = await tokenOf(urls[0] ?? '', { client_id, client_secret })
  let turn = 0
  return {
    seller_id,
    sql: await sqlOn(databaseUrl),
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
