/** The whole life of money, simulated: `npm run simulate` in its short form. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mock } from 'node:test'
import { test } from 'vitest'
import { Refusal } from '../../../scripts/bank/books.ts'
import type { BankBooks } from '../../../scripts/bank/books.ts'
import { openUnsynced, World } from '../../../simulation/world.ts'
import { long } from '../../support/property.ts'
import { breaks } from '../../support/simulationBreaks.ts'

const CHECKOUTS = 20

/** So many suffice for what does not depend on how many there are. */
const FEW = 4

const report = (seed: number, checkouts = CHECKOUTS) => new World(seed).run(checkouts)

test('whatever goes wrong on the way, the books agree in the end', async () => {
  for (const seed of long ? Array.from({ length: 200 }, (_, i) => i) : [1]) {
    const { differences, faults } = await report(seed)
    assert.deepEqual(differences, [], `seed ${seed}`)
    assert.ok(faults > CHECKOUTS, `${faults} faults`)
  }
})

test('a seed is a life: it comes again to the letter, another seed is another', async () => {
  const [one, again, other] = [await report(5, FEW), await report(5, FEW), await report(6, FEW)]
  assert.deepEqual(again, one)
  assert.notEqual(other.trace_sha256, one.trace_sha256)
})

test('the command prints one line', () => {
  const args = ['simulation/run.ts', '--seed', '5', '--checkouts', '1']
  const cwd = new URL('../../..', import.meta.url)
  const printed = execFileSync(process.execPath, args, { cwd, encoding: 'utf8' })
  const { differences, ...rest } = JSON.parse(printed) as Record<string, unknown>
  assert.equal(differences, 0)
  assert.deepEqual(Object.keys(rest), ['seed', 'checkouts', 'faults', 'trace_sha256'])
  assert.match(printed, /^[^\n]+\n$/)
})

type Perform = BankBooks['perform']

/** What is broken of the bank, each with what the differences say of it. */
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
    const world = new World(4)
    const { books } = world.bank
    books.perform = breaking(books, books.perform.bind(books))
    const { differences } = await world.run(FEW)
    assert.ok(
      differences.some((one) => told.test(one)),
      differences.join('\n'),
    )
  })
}

/** Lives in which every break shows; in the short form, so many of them are broken. */
const seeds = [1, 2, 3]
const sizes = [2, 4, 8, 16, 32]
const SHORT = ['each order of a refund has another id', 'a refund is not counted in its payment']

for (const [name, { database, process: spoil }] of Object.entries(breaks)) {
  if (!long && !SHORT.includes(name)) continue
  test(`it is noticed when ${name}`, async (t) => {
    t.onTestFinished(() => mock.reset())
    spoil?.()
    const open = (path: string) => {
      const db = openUnsynced(path)
      database?.(db)
      return db
    }
    for (const checkouts of sizes) {
      for (const seed of seeds) {
        const { differences } = await new World(seed, { open }).run(checkouts)
        if (differences.length > 0) return
      }
    }
    assert.fail('no life shows it')
  })
}
