/** C1: promotions and creations at once, watched through the API and in the database meanwhile. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { databaseFile } from '../../db/databaseUrl.ts'
import { newDatabase, sqlOn } from '../support/engine.ts'
import { control, long, property } from '../support/property.ts'
import { startService } from '../support/service.ts'
import type { TestAccount, TestService } from '../support/service.ts'
import { breakQueries, skipped, tearTransactions } from './support/breakage.ts'

const AT_ONCE = long ? 200 : 32
const LONG_MS = 45_000
const PRICE = { amount_minor: 2990, currency: 'BRL' }

/** The looks that saw a product with none, one or more default offers. */
type TimesByCount = Record<number, number>

const add = (all: TimesByCount, more: TimesByCount): void => {
  for (const [count, times] of Object.entries(more)) {
    all[Number(count)] = (all[Number(count)] ?? 0) + times
  }
}

/** Looks into the database while others write; on SQLite from a thread of its own. */
async function watchRows(
  database_url: string,
  product_id: string,
): Promise<() => Promise<TimesByCount>> {
  const file = databaseFile(database_url)
  if (file !== undefined) {
    const path = new URL('support/defaultsWatcher.ts', import.meta.url)
    const worker = new Worker(path, { workerData: { file, product_id } })
    await once(worker, 'online')
    return async () => {
      worker.postMessage('stop')
      const [seen] = (await once(worker, 'message')) as [TimesByCount]
      await worker.terminate()
      return seen
    }
  }
  const sql = await sqlOn(database_url)
  const seen: TimesByCount = {}
  let stopped = false
  const statement = 'select count(*) as count from offers where product_id = ? and is_default'
  const watching = (async () => {
    do {
      const [row] = await sql<{ count: number }>(statement, product_id)
      add(seen, { [row?.count ?? 0]: 1 })
    } while (!stopped)
  })()
  return async () => {
    stopped = true
    await watching
    return seen
  }
}

/** Looks through the API while others write: at the product, its offers and the list. */
function watchAnswers(seller: TestAccount, product_id: string): () => Promise<TimesByCount> {
  const path = `/v1/products/${product_id}`
  const looks = [
    async () => {
      const { status, body } = await seller.get<'Product'>(path)
      return status === 200 ? Number(body.default_offer !== null) : status
    },
    async () => {
      const { status, body } = await seller.get<'ProductList'>('/v1/products?limit=100')
      const shown = body.data?.filter(({ id, default_offer }) => id === product_id && default_offer)
      return status === 200 ? shown.length : status
    },
    async () => {
      const { status, body } = await seller.get<'OfferList'>(`${path}/offers?limit=100`)
      const shown = body.data?.filter(({ is_default, active }) => is_default && active)
      return status === 200 ? shown.length : status
    },
  ]
  const seen: TimesByCount = {}
  let stopped = false
  const watching = looks.map(async (look) => {
    do {
      const count = await look()
      // A machine that is too busy may say so.
      if (count !== 503) add(seen, { [count]: 1 })
    } while (!stopped)
  })
  return async () => {
    stopped = true
    await Promise.all(watching)
    return seen
  }
}

/** Promotes and creates on one product, and says what was seen of it meanwhile. */
async function watched(service: TestService, database_url: string): Promise<TimesByCount> {
  const seller = await service.account()
  const { id } = await seller.product()
  // Made one after another, so that also the control, which tears transactions, has ten of them.
  const offers: { id: string }[] = []
  for (let i = 0; i < 10; i++) offers.push(await seller.offer(id))
  const watchers = [await watchRows(database_url, id), watchAnswers(seller, id)]
  const is_default = true
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, i) => {
      const target = offers[i % offers.length]
      return i % 8 === 0 || !target
        ? seller.post<'Offer'>(`/v1/products/${id}/offers`, { ...PRICE, is_default })
        : seller.patch<'Offer'>(`/v1/offers/${target.id}`, { is_default })
    }),
  )
  const seen: TimesByCount = {}
  for (const stop of watchers) add(seen, await stop())
  // Asserted first, since it is the guarantee, and the rest follows from it.
  assert.deepEqual(Object.keys(seen), ['1'], JSON.stringify(seen))
  const refused = answers.filter(({ status, body }) => status !== 503 && !body.is_default)
  assert.deepEqual(
    refused.map(({ text }) => text),
    [],
  )
  const { body } = await seller.get<'OfferList'>(`/v1/products/${id}/offers?limit=100`)
  assert.equal(body.data.filter((offer) => offer.is_default).length, 1)
  return seen
}

async function start(): Promise<[TestService, string]> {
  const databaseUrl = await newDatabase()
  const secretKey = Buffer.alloc(32)
  return [await startService({ databaseUrl, secretKey, logLevel: 'silent' }), databaseUrl]
}

property('C1', async () => {
  const on = await start()
  const seen: TimesByCount = {}
  const end_ms = performance.now() + (long ? LONG_MS : 0)
  let changes = 0
  do {
    add(seen, await watched(...on))
    changes += AT_ONCE
  } while (performance.now() < end_ms)
  return (
    `always one default offer in ${seen[1]} looks during ${changes} changes, ` +
    `${AT_ONCE} at once`
  )
})

control('C1', 'each statement is committed by itself', async () => {
  const [service, database_url] = await start()
  tearTransactions(service.db)
  // The order of the audit trail may break first, which is an error of the database.
  await watched(service, database_url).catch(({ message }: Error) => assert.fail(message))
})

control('C1', 'the index is gone and the former default stays one', async () => {
  const [service, database_url] = await start()
  await service.sql('drop index offers_one_default')
  breakQueries(service.db, { demote_default: skipped })
  await watched(service, database_url)
})
