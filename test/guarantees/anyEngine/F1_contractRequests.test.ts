/** Every operation gets requests that the contract allows and requests that it forbids. */
import assert from 'node:assert/strict'
import { atEnd } from '../../support/atEnd.ts'
import { engine } from '../../support/engine.ts'
import { control, long, property } from '../../support/property.ts'
import { startService } from '../../support/service.ts'
import type { TestService } from '../../support/service.ts'
import { randomOf } from '../../../packages/simulation/random.ts'
import { Asker, operation } from '../support/asked.ts'
import type { Right } from '../support/asked.ts'
import { operations } from '../support/judge.ts'
import type { RequestParts, Op, Parameter } from '../support/judge.ts'
import { Requests } from '../support/requests.ts'

const LANES = long ? 4 : 1
const REQUESTS_IN_LANE = !long ? 400 : engine === 'postgres' ? 9_000 : 17_500
const LEAST_GOOD = 0.3
/** The bound of time: a slow machine sends fewer requests. */
const LIMIT_MS = 90_000
const ENOUGH = 10
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

const services: TestService[] = []
for (let i = 0; i < LANES; i++) services.push(await startService({ logLevel: 'warn' }))

const [first] = services

/** The weight of an operation among the requests, where it is not 1. */
const weights: Record<string, number> = {
  createProduct: 3,
  createOffer: 2,
  createCheckout: 9,
  createCustomer: 2,
  // These end objects that other operations need.
  updateCustomer: 0.3,
  updateProduct: 0.3,
  archiveOffer: 0.2,
  createWebhookEndpoint: 0.4,
  deleteWebhookEndpoint: 0.4,
  revokeApiClient: 0.3,
  removeUser: 0.3,
  // Each payment is refunded once or twice, and found by a list first.
  sandboxPayCheckout: 4,
  listPayments: 4,
  createRefund: 0.4,
  eraseCustomer: 0.2,
  // Time makes sessions and tokens end; these answers are long or never end.
  advanceClock: 0.15,
  actOnPaymentPage: 0.6,
  streamPaymentStatus: 0.5,
  getDocs: 0.3,
  getContractJson: 0.3,
  getContractYaml: 0.3,
}
const weighed = operations.map((op) => ({ op, weight: weights[op.id] ?? 1 }))
const total = weighed.reduce((sum, { weight }) => sum + weight, 0)

function drawn(random: () => number): Op {
  let left = random() * total
  return weighed.find(({ weight }) => (left -= weight) < 0)?.op ?? operation('getAccount')
}

/** Operations that do nothing without a bank or a passkey, and there is none. */
const outOfReach = new Set([
  'connectBank',
  'testBankConnection',
  'disconnectBank',
  'deleteUserPasskey',
])

/** The parameters of an operation that a request can name. */
const parametersOf = ({ parameters }: Op) =>
  parameters.filter(({ schema }) => schema.type !== 'object')

const isSent = ({ path, query, headers }: RequestParts, { in: place, name }: Parameter) =>
  name in { path, query, header: headers }[place as 'path' | 'query' | 'header']

const nameOf = (op: Op, { in: place, name }: Parameter) => `${op.id} ${place} ${name}`

/**
 * How often each operation was asked, how often it did what was asked, and how often each of its
 * parameters was sent in a good request.
 */
class Tally {
  readonly #of = new Map<string, { asked: number; done: number }>()
  readonly #sent = new Map<string, number>()

  add(op: Op, made: RequestParts, { isGood, isDone }: { isGood: boolean; isDone: boolean }): void {
    const one = this.#of.get(op.id) ?? { asked: 0, done: 0 }
    this.#of.set(op.id, { asked: one.asked + 1, done: one.done + Number(isDone) })
    for (const parameter of isGood ? parametersOf(op) : []) {
      const name = nameOf(op, parameter)
      if (isSent(made, parameter)) this.#sent.set(name, (this.#sent.get(name) ?? 0) + 1)
    }
  }

  /** The parameters that no good request has named. */
  get unsent(): { op: Op; parameter: Parameter }[] {
    return operations.flatMap((op) =>
      parametersOf(op)
        .filter((parameter) => !this.#sent.has(nameOf(op, parameter)))
        .map((parameter) => ({ op, parameter })),
    )
  }

  get asked(): number {
    return [...this.#of.values()].reduce((sum, one) => sum + one.asked, 0)
  }

  /** The operation that did the smallest share of its requests, among those asked often enough. */
  get least(): { id: string; share: number } {
    const shares = [...this.#of]
      .filter(([id, { asked }]) => asked >= ENOUGH && !outOfReach.has(id))
      .map(([id, { asked, done }]) => ({ id, share: done / asked }))
    return shares.toSorted((one, other) => one.share - other.share)[0] ?? { id: '', share: 0 }
  }
}

/** Makes so many requests, and asserts of each that it is answered as the contract says. */
async function assertAsContract(
  asker: Asker,
  {
    requests: count,
    seed,
    tally = new Tally(),
    ops,
  }: {
    requests: number
    seed: number
    tally?: Tally
    ops?: Op[]
  },
): Promise<void> {
  const random = randomOf(seed)
  const requests = new Requests(random, asker.memory, seed)
  const end_ms = performance.now() + LIMIT_MS
  for (let i = 0; i < count && performance.now() < end_ms; i++) {
    const op = ops?.[i % ops.length] ?? drawn(random)
    if (random() < 0.9) await asker.renew()
    const made = random() < 0.75 ? requests.good(op) : requests.broken(op)
    const chance = random()
    const right: Right = chance < 0.97 ? 'own' : chance < 0.985 ? 'none' : 'forged'
    const { answer, wrong, good } = await asker.ask(op, made, right)
    tally.add(op, made, { isGood: good, isDone: answer.status < 400 })
    assert.equal(wrong, undefined, `SEED=${seed}, ${right} ${op.id} ${JSON.stringify(made)}`)
  }
}

/** Sends the parameters that chance has passed over, each in a good request of its own. */
async function sendUnsent(asker: Asker, tally: Tally): Promise<void> {
  const requests = new Requests(randomOf(seed), asker.memory, seed)
  for (const { op, parameter } of tally.unsent) {
    await asker.renew()
    const made = requests.good(op, parameter)
    const { answer, wrong, good } = await asker.ask(op, made)
    tally.add(op, made, { isGood: good, isDone: answer.status < 400 })
    assert.equal(wrong, undefined, `${nameOf(op, parameter)} ${JSON.stringify(made)}`)
  }
  const unsent = tally.unsent.map(({ op, parameter }) => nameOf(op, parameter))
  assert.deepEqual(unsent, [], 'these were never sent')
}

async function newAsker(service: TestService): Promise<Asker> {
  const asker = new Asker(service, await service.account())
  atEnd(async () => asker.wire.close())
  return asker
}

property('F1', async () => {
  const tally = new Tally()
  await Promise.all(
    services.map(async (service, i) => {
      const asker = await newAsker(service)
      await assertAsContract(asker, { requests: REQUESTS_IN_LANE, seed: seed + i, tally })
    }),
  )
  assert.ok(first)
  await sendUnsent(await newAsker(first), tally)
  const { id, share } = tally.least
  if (long) assert.ok(share >= LEAST_GOOD, `${id} did ${share} of what it was asked`)
  return (
    `0 unexplained of ${tally.asked} requests to ${operations.length} operations, ` +
    `at least ${Math.floor(share * 100)}% done (${id}; SEED=${seed})`
  )
})

/** Asks one operation after the other, by a service whose answers or contract are not right. */
async function noticing(
  ids: string[],
  change: (asker: Asker) => void | Promise<void>,
): Promise<void> {
  assert.ok(first)
  const asker = await newAsker(first)
  await change(asker)
  // The check ends at the first fault, and some faults are drawn rarely.
  await assertAsContract(asker, { requests: 4_000, seed, ops: ids.map(operation) })
}

/** Has answers altered on their way. */
const alter = (from: string | RegExp, to: string) => (asker: Asker) => {
  const { wire } = asker
  const request = wire.request.bind(wire)
  wire.request = async (wanted) => {
    const answer = await request(wanted)
    return { ...answer, text: answer.text.replace(from, to) }
  }
}

control('F1', 'a timestamp has lost its milliseconds', () =>
  noticing(['createCustomer'], alter(/\.\d{3}Z"/, 'Z"')),
)

control('F1', 'a refusal has a code that its operation does not list', () =>
  noticing(['createCustomer'], alter(/"code":"\w+"/, '"code":"invalid_product_name"')),
)

control('F1', 'unknown fields are ignored', () =>
  noticing(['createCustomer'], ({ wire }) => {
    const request = wire.request.bind(wire)
    wire.request = (wanted) =>
      request({
        ...wanted,
        body: String(wanted.body ?? '').replace(/,"(id|status|seller_id)":"x"/, ''),
      })
  }),
)

control('F1', 'an account has lost its customers', () =>
  noticing(['createCustomer', 'getCustomer'], ({ wire, service, account }) => {
    const request = wire.request.bind(wire)
    wire.request = async (wanted) => {
      const { seller_id } = account
      if (wanted.method === 'GET') {
        await service.sql('delete from customers where seller_id = ?', seller_id)
      }
      return request(wanted)
    }
  }),
)

control('F1', 'no boolean is taken in a query', () =>
  noticing(['listApiClients', 'revokeApiClient'], ({ wire }) => {
    const request = wire.request.bind(wire)
    wire.request = (wanted) =>
      request({ ...wanted, path: wanted.path.replace(/(end_made=)(true|false)/, '$1$2x') })
  }),
)

control('F1', 'a parameter is never sent', async () => {
  assert.ok(first)
  const tally = new Tally()
  await sendUnsent(await newAsker(first), Object.assign(tally, { add: () => undefined }))
})
