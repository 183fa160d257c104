/** The whole life of money, simulated: `npm run simulate` in its short form. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'vitest'
import { Refusal } from '../../../scripts/bank/books.ts'
import type { BankBooks } from '../../../scripts/bank/books.ts'
import { World } from '../../../simulation/world.ts'

const CHECKOUTS = 20

const report = (seed: number, checkouts = CHECKOUTS) => new World(seed).run(checkouts)

for (const seed of [1, 2]) {
  test(`whatever goes wrong on the way, the books agree in the end (seed ${seed})`, async () => {
    const { differences, faults } = await report(seed)
    assert.deepEqual(differences, [])
    assert.ok(faults > CHECKOUTS, `${faults} faults`)
  })
}

test('a seed is a life: it comes again to the letter, another seed is another', async () => {
  const [one, again, other] = [await report(5, 10), await report(5, 10), await report(6, 10)]
  assert.deepEqual(again, one)
  assert.notEqual(other.trace_sha256, one.trace_sha256)
})

test('the command prints one line', () => {
  const args = ['simulation/run.ts', '--seed', '5', '--checkouts', '10']
  const cwd = new URL('../../..', import.meta.url)
  const printed = execFileSync(process.execPath, args, { cwd, encoding: 'utf8' })
  const { differences, ...rest } = JSON.parse(printed) as Record<string, unknown>
  assert.equal(differences, 0)
  assert.deepEqual(Object.keys(rest), ['seed', 'checkouts', 'faults', 'trace_sha256'])
  assert.match(printed, /^[^\n]+\n$/)
})

type Perform = BankBooks['perform']

/** Breaks, each with what the differences say of it. */
const breaks: Record<string, [(books: BankBooks, perform: Perform) => Perform, RegExp]> = {
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

for (const [name, [breaking, told]] of Object.entries(breaks)) {
  test(`it is noticed when ${name}`, async () => {
    const world = new World(4)
    const { books } = world
    books.perform = breaking(books, books.perform.bind(books))
    const { differences } = await world.run(CHECKOUTS)
    assert.ok(
      differences.some((one) => told.test(one)),
      differences.join('\n'),
    )
  })
}
