/** The whole life of money, simulated: `npm run simulate` in its short form. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { mock } from 'node:test'
import { test } from 'vitest'
import { Refusal } from '../../bank/books.ts'
import type { BankBooks } from '../../bank/books.ts'
import type { ContractBank } from '../contractBank.ts'
import { faultKinds } from '../faults.ts'
import { shrink } from '../shrink.ts'
import { openUnsynced, World } from '../world.ts'
import { Threads, runsOf, worldOf } from '../worlds.ts'
import type { Run } from '../worlds.ts'
import { long } from '../../../test/support/property.ts'
import { breaks } from './simulationBreaks.ts'

/** A run with some of everything, and one for checks that do not depend on its size. */
const CHECKOUTS = 20
const FEW = 4

/** About an hour of two cores. */
const MANY = 1_000_000

const report = (run: Omit<Run, 'sold'>) => worldOf({ ...run, sold: 'checkouts' }).run(run.count)

const runMany = async () => {
  const threads = new Threads(availableParallelism())
  try {
    return await threads.run(runsOf({ seed: 1, sold: 'checkouts', count: MANY }))
  } finally {
    await threads.end()
  }
}

test('the books agree in the end, under all kinds of faults', async () => {
  const outcomes = long ? await runMany() : [await report({ seed: 1, count: CHECKOUTS })]
  assert.deepEqual(
    outcomes.flatMap(({ differences }) => differences),
    [],
  )
  const faults = outcomes.reduce((sum, outcome) => sum + outcome.faults, 0)
  assert.ok(faults > (long ? MANY : CHECKOUTS), `${faults} faults`)
})

for (const provider of ['mercadopago', 'woovi'] as const) {
  test(`the books agree in the end at ${provider}, to the time of each refund`, async () => {
    const run = { seed: 1, count: CHECKOUTS, provider, without: ['clock'] as const }
    assert.deepEqual((await report(run)).differences, [])
  })
}

test('a seed gives the same trace each time, and another seed another trace', async () => {
  const run = { seed: 5, sold: 'checkouts', count: FEW } as const
  const atWoovi = { ...run, seed: 3, provider: 'woovi' } as const
  const first = [await report(run), await report(atWoovi)]
  const threads = new Threads(1)
  const [others, ...again] = await threads.run([{ ...run, seed: 6 }, run, atWoovi])
  await threads.end()
  assert.deepEqual(again, first)
  assert.notEqual(others?.trace_sha256, first[0]?.trace_sha256)
})

test('a run with a difference is shrunk to the checkouts and faults that it needs', async () => {
  const needed = 13
  const differs = async ({ count, only, without = [] }: Run) =>
    count > needed && (only?.includes(needed) ?? true) && !without.includes('deaths')
  const run = { seed: 1, sold: 'checkouts', count: 1_000 } as const
  const { count, only, without } = await shrink(run, differs)
  assert.deepEqual([count, only], [16, [needed]])
  assert.deepEqual(
    faultKinds.filter((kind) => !without?.includes(kind)),
    ['deaths'],
  )
})

test('the command prints one line of JSON', () => {
  const args = ['packages/simulation/run.ts', '--seed', '5', '--checkouts', '1']
  const cwd = new URL('../../..', import.meta.url)
  const printed = execFileSync(process.execPath, args, { cwd, encoding: 'utf8' })
  const { differences, ...rest } = JSON.parse(printed) as Record<string, unknown>
  assert.equal(differences, 0)
  assert.deepEqual(Object.keys(rest), ['seed', 'checkouts', 'faults', 'trace_sha256'])
  assert.match(printed, /^[^\n]+\n$/)
})

test('the command ends bad usage with exit code 2 and one line', () => {
  const cwd = new URL('../../..', import.meta.url)
  for (const bad of [
    ['--sed', '5'],
    ['--checkouts', '0'],
    ['--mandates', '1', '--checkouts', '1'],
  ]) {
    const args = ['packages/simulation/run.ts', ...bad]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })
    assert.deepEqual([status, stdout], [2, ''], bad.join(' '))
    assert.match(stderr, /^[^\n]+\n$/)
  }
})

type Perform = BankBooks['perform']

/** Breaks of the bank, each with the difference that it must show. */
const breaksOfBank: Record<string, [(books: BankBooks, perform: Perform) => Perform, RegExp]> = {
  'the bank says that it sent back what it kept': [
    (books, perform) => (name, parameters, body) => {
      if (name !== 'PUT /devolucao') return perform(name, parameters, body)
      const answer = perform(name, parameters, body)
      const pix = books.transfer(parameters[0] ?? '')
      pix.devolucoes = pix.devolucoes?.filter(({ id }) => id !== parameters[1]) ?? []
      return { ...answer, body: { ...answer.body, status: 'DEVOLVIDO' } }
    },
    /at the bank$/,
  ],
  'the bank forgets every charge, so that no payment is found': [
    (_, perform) => (name, parameters, body) => {
      if (/^GET \/(cob|pix)/.test(name)) throw new Refusal(404, 'NaoEncontrado')
      return perform(name, parameters, body)
    },
    /: undefined here, /,
  ],
}

for (const [name, [breaking, told]] of Object.entries(breaksOfBank)) {
  test(`it is noticed when ${name}`, async () => {
    const world = new World(3)
    const { books } = world.bank as ContractBank
    books.perform = breaking(books, books.perform.bind(books))
    const { differences } = await world.run(FEW)
    assert.ok(
      differences.some((one) => told.test(one)),
      differences.join('\n'),
    )
  })
}

/** Runs of which some show each break. The short form tries only these breaks. */
const seeds = [1, 2, 3]
const sizes = [1, 2, 4, 8, 16, 32, 64]
const SHORT = [
  'a refund is not counted in its payment',
  "the bank's lists are not read",
  'an order is repeated by the transport, and failed once it is refused',
  'what goes back of money without a charge is not recorded',
  'a transfer counts before its money has arrived',
  'a dispute counts each time that it is read',
  "a provider's own id of a refund is not kept",
  "a provider's fee is lost",
  'a refund stands on the day on which it was heard of',
]

for (const [name, { database, process: spoil, run, world }] of Object.entries(breaks)) {
  if (!long && !SHORT.includes(name)) continue
  test(`it is noticed when ${name}`, async (t) => {
    t.onTestFinished(() => mock.reset())
    spoil?.()
    const open = (path: string) => {
      const db = openUnsynced(path)
      database?.(db)
      return db
    }
    const runs = sizes.flatMap((checkouts) => seeds.map((seed) => ({ seed, checkouts })))
    for (const { seed, checkouts } of run ? [run] : runs) {
      const { differences } = await new World(seed, { open, ...world }).run(checkouts)
      if (differences.length > 0) return
    }
    assert.fail('no run shows it')
  })
}
