/** The search index beside processes of older versions, which know its rows alone, and its file. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { mock } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { test } from 'vitest'
import { databaseFile } from '../../../db/databaseUrl.ts'
import { openSqliteFile } from '../../../db/sqlite/open.ts'
import { SearchIndexMerge } from '../../../db/sqlite/searchIndexMerge.ts'
import { addTerms, dropTerms } from '../../../domain/search/terms.ts'
import { atEnd } from '../../support/atEnd.ts'
import { newDatabase } from '../../support/engine.ts'
import { startService } from '../../support/service.ts'
import type { TestAccount } from '../../support/service.ts'

const databaseUrl = await newDatabase()
const service = await startService({ databaseUrl })
const { sql, db } = service
// As every version has it.
await sql('pragma secure_delete = on')

async function idsOf(seller: TestAccount, q: string): Promise<string[]> {
  const { body } = await seller.get<'SearchResultList'>(`/v1/search?${new URLSearchParams({ q })}`)
  return body.data.map(({ id }) => id)
}

async function customerOf(seller: TestAccount, name: string): Promise<string> {
  const json = { name, email: `${crypto.randomUUID()}@cliente.example` }
  return (await seller.post<'Customer'>('/v1/customers', json)).body.id
}

/** The names of the files with any of some words, once the log is in the file. */
async function filesWith(words: string[]): Promise<string[]> {
  await db.expunge()
  const folder = dirname(databaseFile(databaseUrl) ?? '')
  return readdirSync(folder).filter((name) => {
    const bytes = readFileSync(join(folder, name), 'latin1')
    return words.some((word) => bytes.includes(word))
  })
}

/** Adds terms as a version before the index does. */
const addRows = ({ seller_id }: TestAccount, object_id: string, ...terms: string[]) =>
  sql(
    `insert into search_terms (seller_id, object_id, term, type)
     select ?, ?, value, 'customer' from json_each(?)`,
    ...[seller_id, object_id, JSON.stringify(terms)],
  )

test('an object is an entry of the index, and its terms are no rows', async () => {
  const seller = await service.account()
  const id = await customerOf(seller, 'Ana Prado')
  const entries = 'select object_id from search_index where seller_id = ?'
  assert.deepEqual(await sql(entries, seller.seller_id), [{ object_id: id }])
  assert.deepEqual(await sql('select * from search_terms where object_id = ?', id), [])
})

test('what an older process has written is found beside what the index has', async () => {
  const seller = await service.account()
  const [own, older] = [await customerOf(seller, 'Bia Rocha'), await customerOf(seller, 'x')]
  await sql('delete from search_index where object_id = ?', older)
  await addRows(seller, older, 'bia lima', 'lima')
  assert.deepEqual((await idsOf(seller, 'bia')).toSorted(), [own, older].toSorted())
  // Neither term follows the other: each word is looked for by itself.
  assert.deepEqual(await idsOf(seller, 'lima bia'), [older])
  assert.deepEqual(await idsOf(seller, 'rocha bia'), [own])
  const by_q = await seller.get<'CustomerList'>('/v1/customers?q=lima')
  assert.deepEqual(
    by_q.body.data.map(({ id }) => id),
    [older],
  )
})

test('an object that an older process has renamed is found by its new name alone', async () => {
  const seller = await service.account()
  const id = await customerOf(seller, 'Carla Sampaio')
  await addRows(seller, id, 'carla torres', 'torres')
  assert.deepEqual(await idsOf(seller, 'torres'), [id])
  assert.deepEqual(await idsOf(seller, 'sampaio'), [])
  await seller.patch(`/v1/customers/${id}`, { name: 'Carla Uchoa' })
  assert.deepEqual(await idsOf(seller, 'torres'), [])
  assert.deepEqual(await idsOf(seller, 'uchoa'), [id])
})

test('nothing of who was erased by an older process is left in the index', async () => {
  const seller = await service.account()
  const id = await customerOf(seller, 'Quiteria Vasconcelos')
  assert.notDeepEqual(await filesWith(['quiteria']), [])
  // It overwrites the row, and removes rows of terms, of which there are none.
  await sql(
    `update customers set name = '—', email = id || '@erased.invalid', metadata = '{}'
     where id = ?`,
    id,
  )
  await sql('delete from audit_events where seller_id = ?', seller.seller_id)
  assert.deepEqual(await idsOf(seller, 'quiteria'), [])
  assert.deepEqual(await filesWith(['quiteria', 'vasconcelos']), [])
})

test('words of removed entries are left nowhere in the file, the second time too', async () => {
  const { seller_id } = await service.account()
  const wordOf = (n: number) => `z${hash('sha256', `${n}`).slice(0, 12)}`
  const numbers = Array.from({ length: 1_500 }, (_, n) => n)
  const add = (n: number) => {
    const terms = [`${wordOf(n)} silva`, `silva ${wordOf(n)}`, `${wordOf(n)}x`]
    return db.run(() => addTerms({ seller_id, id: `cus_${n}`, type: 'customer', terms }))
  }
  const remove = (n: number) => db.run(() => dropTerms({ seller_id, id: `cus_${n}` }))
  // Each group is a commit, and a segment of the index.
  for (let n = 0; n < numbers.length; n += 20) await Promise.all(numbers.slice(n, n + 20).map(add))
  // The second time all entries are in one segment.
  for (const rest of [0, 1]) {
    const removed = numbers.filter((n) => n % 7 === rest)
    await Promise.all(removed.map(remove))
    assert.deepEqual(await filesWith(removed.map(wordOf)), [])
  }
  assert.notDeepEqual(await filesWith([wordOf(2)]), [])
  const [check] = await sql<{ integrity_check: string }>('pragma integrity_check')
  assert.equal(check?.integrity_check, 'ok')
  await sql(`insert into search_index (search_index) values ('integrity-check')`)
})

test('a word of one seller is no beginning of a word of another', async () => {
  const [one, other] = [await service.account(), await service.account()]
  const id = await customerOf(one, 'Dora Xavier')
  await customerOf(other, 'Dora Zanetti')
  assert.deepEqual(await idsOf(one, 'dora'), [id])
  for (const q of [`${other.seller_id}|customer|dora`, '|customer|dora', '=cus_', '_', '%']) {
    assert.deepEqual(await idsOf(one, q), [], q)
  }
})

test('erasures while the index rests from a merge share the next one', async () => {
  const client = openSqliteFile(':memory:')
  atEnd(() => client.close())
  const clock = { nowMs: performance.now() }
  const now = mock.method(performance, 'now', () => clock.nowMs)
  atEnd(() => now.mock.restore())
  let transactions = 0
  const merge = new SearchIndexMerge(client, async (body) => {
    transactions += 1
    clock.nowMs += 3_600_000
    return body()
  })
  await merge.pass()
  const ofOne = transactions
  assert.ok(ofOne >= 3)
  clock.nowMs += 3 * ofOne * 3_600_000
  await Promise.all([merge.pass(), merge.pass(), merge.pass()])
  // One merge, of a step more or less.
  const ofBoth = transactions
  assert.ok(ofBoth > ofOne && ofBoth < 3 * ofOne, `${ofBoth}`)
  const resting = [merge.pass(), merge.pass()]
  await nextTurn()
  assert.equal(transactions, ofBoth)
  // The database is closed meanwhile.
  merge.end()
  await Promise.all(resting)
  assert.equal(transactions, ofBoth)
})
