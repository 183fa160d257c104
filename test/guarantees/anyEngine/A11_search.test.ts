/**
 * A11: a search takes as long among 100,000 customers as among 1,000. Both sellers are in one
 * database and are asked in turn. The rows are written as a version before the search wrote them.
 */
import assert from 'node:assert/strict'
import { median } from '../../../packages/bench/median.ts'
import { newId } from '../../../runtime/ids.ts'
import { control, long, property } from '../../support/property.ts'
import { startService } from '../../support/service.ts'
import type { TestAccount, TestService } from '../../support/service.ts'

const SMALL = long ? 1_000 : 20
const LARGE = long ? 100_000 : 500
const ROUNDS = long ? 300 : 1
const SAMPLES = 5
const ROWS_AT_ONCE = 500

const given = ['Ana', 'João', 'Maria', 'José', 'Antônia', 'Luís', 'Teresa', 'Paulo', 'Inês', 'Rui']
const middle = ['Clara', 'Pedro', 'Conceição', 'Inácio', 'Vitória', 'Caetano', 'Moura']
const family = ['Silva', 'Souza', 'Araújo', 'Brandão', 'Nóbrega', 'Pires', 'Queirós', 'Teles']

const pick = (words: string[], i: number): string => words[i % words.length] ?? ''

const nameOf = (i: number): string =>
  `${pick(given, i)} ${pick(middle, Math.floor(i / 10))} ${pick(family, Math.floor(i / 70))}`

/** CPF numbers are not checked where they are stored. */
const taxIdOf = (i: number): string => String(10_000_000_000 + i)

/** Searches as people type them: a common word, two apart, a rare one, numbers, nothing. */
const typed = [
  ...['silva', 'ana silva', 'maria clara te', 'jose pires', 'a', 'conceicao', 'inês moura queiros'],
  ...['cliente7', 'c7@exemplo.example', taxIdOf(7), '149,37', 'ninguem', 'silva ninguem'],
]

/** Writes customers as a process does that knows of no search. */
async function writeCustomers({ on, seller_id }: TestAccount, count: number): Promise<void> {
  const at = on.clock.now().toISOString()
  for (let first = 0; first < count; first += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, count - first) }, (_, k) => {
      const i = first + k
      const email = `cliente${i}.c${i}@exemplo.example`
      const id = newId('cus_', on.clock.now())
      return `('${seller_id}','${id}','${nameOf(i)}','${email}','${taxIdOf(i)}')`
    })
    await on.sql(
      `insert into customers (seller_id, id, name, email, tax_id, status, metadata, created_at,
        updated_at)
      select seller, id, name, email, tax_id, 'active', '{}', '${at}', '${at}'
      from (select column1 as seller, column2 as id, column3 as name, column4 as email,
        column5 as tax_id from (values ${rows.join()}) as v) as w`,
    )
  }
  await on.sql("update sellers set search_fill = '' where id = ?", seller_id)
}

/** Fills in the terms of what was written so, as the background of a service does. */
async function fill({ service, sql }: TestService): Promise<void> {
  while (await service.repairer.round());
  const rows = await sql<{ left: number }>(
    "select count(*) as left from sellers where search_fill like ' %' or search_fill = ''",
  )
  assert.equal(Number(rows[0]?.left), 0)
}

async function findAll(seller: TestAccount, q: string) {
  const { status, body, text } = await seller.get<'SearchResultList'>(
    `/v1/search?${new URLSearchParams({ q })}`,
  )
  assert.equal(status, 200, text)
  return body.data
}

/** Asserts that everything is found which was written by an older version. */
async function assertFound(seller: TestAccount): Promise<void> {
  for (const i of [7, SMALL - 1]) {
    const [byEmail] = await findAll(seller, `CLIENTE${i}.c${i}@exe`)
    assert.equal(byEmail?.title, nameOf(i))
    const [byTaxId] = await findAll(seller, taxIdOf(i).replace(/^(\d{3})/, '$1.'))
    assert.equal(byTaxId?.title, nameOf(i))
  }
  assert.ok((await findAll(seller, 'silva ana')).length > 0)
  assert.deepEqual(await findAll(seller, 'ninguem'), [])
}

async function twoSellers() {
  const on = await startService({ validateResponses: false })
  const [small, large] = [await on.account(), await on.account()]
  await writeCustomers(small, SMALL)
  await writeCustomers(large, LARGE)
  return { on, small, large }
}

/** The time of each search, in milliseconds. */
async function timed(seller: TestAccount): Promise<number[]> {
  const times: number[] = []
  for (const q of typed) {
    const startMs = performance.now()
    await findAll(seller, q)
    times.push(performance.now() - startMs)
  }
  return times
}

const p99 = (times: number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0

property('A11', async () => {
  const { on, small, large } = await twoSellers()
  await fill(on)
  for (const seller of [small, large]) await assertFound(seller)
  const samples: [number, number][] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    const times: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      times[0].push(...(await timed(small)))
      times[1].push(...(await timed(large)))
    }
    samples.push([p99(times[0]), p99(times[1])])
  }
  const ratio = median(samples.map(([few, many]) => many / few))
  const [fewMs, manyMs] = [0, 1].map((i) => median(samples.map((pair) => pair[i] ?? 0)))
  const figure =
    `${typed.length} searches in turn among ${SMALL} and ${LARGE} customers: the p99 is ` +
    `${ratio.toFixed(2)} times as long (${fewMs?.toFixed(2)} → ${manyMs?.toFixed(2)} ms)`
  if (long) assert.ok(ratio <= 2, figure)
  return figure
})

control('A11', 'terms of rows that older versions wrote are not filled in', async () => {
  const { large } = await twoSellers()
  await assertFound(large)
})
