/** S1: one account cannot see or change objects of another, or even tell that they exist. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mock } from 'node:test'
import { Vault } from '../../../../domain/identity/vault.ts'
import type { Schema } from '../../../../contract/document.ts'
import { ApiError } from '../../../../contract/apiError.ts'
import { layouts } from '../../../../db/maintenance/layout.ts'
import type { Row } from '../../../../db/schema/tables.ts'
import { handlers } from '../../../../handlers/index.ts'
import * as present from '../../../../handlers/support/present.ts'
import { OneOfEach, schemaOf, shapes } from '../../../support/oneOfEach.ts'
import { linkOf } from '../../../support/paymentLinks.ts'
import { control, long, property } from '../../../support/property.ts'
import { startService } from '../../../support/service.ts'
import type { Answer, TestAccount } from '../../../support/service.ts'
import {
  everyIdOf,
  everyPlace,
  formOf,
  likeness,
} from '../../../guarantees/support/idsOfAccounts.ts'
import type { Place, Sender } from '../../../guarantees/support/idsOfAccounts.ts'

const PAIRS = long ? 5 : 1

/** Ids that are tried at once: reads that come together are one round trip to the database. */
const AT_ONCE = 8

const secretKey = randomBytes(32)
const vault = new Vault(secretKey)
const service = await startService({ secretKey })

// Work in the background changes an account's rows, whatever the other one asks.
await Promise.all([service.service.sweeper.stop(), service.service.webhooks.stop(0)])

/** Headers that differ between any two answers. */
const ownToEachAnswer = ['date', 'x-request-id']

/** The parts of an answer by which a caller could tell it apart; the request's own id is none. */
function visible({ status, headers, text }: Answer<unknown>): string {
  const lines = [...headers]
    .filter(([name]) => !ownToEachAnswer.includes(name))
    .map(([name, value]) => `${name}: ${value}`)
  const said = text.replaceAll(headers.get('x-request-id') ?? 'none', '<request>')
  return [status, ...lines.toSorted(), '', said].join('\n')
}

/** The page names its own address; its caller knows that. */
const withoutId = (id: string, answer: Answer<unknown>) => visible(answer).replaceAll(id, '<id>')

/** Everything that is stored of a seller. */
async function rowsOf({ seller_id }: TestAccount): Promise<unknown[]> {
  const tables = layouts.filter(({ ofSeller }) => ofSeller).map(({ table }) => table)
  return Promise.all(
    tables.map((table) =>
      service.sql(`select * from ${table} where seller_id = ? order by 1, 2`, seller_id),
    ),
  )
}

/**
 * Sends ids to a place as an account, and gives each answer beside the one for an id of the same
 * form that does not exist, which is asked about once.
 */
function answersAt({ send }: Place, by: Sender): (id: string) => Promise<[string, string]> {
  const unknown = new Map<string, Promise<string>>()
  const answer = async (id: string) => withoutId(id, await send(by, id))
  return (id) => {
    const form = formOf(id)
    const other = unknown.get(form) ?? answer(likeness(id))
    unknown.set(form, other)
    return Promise.all([answer(id), other])
  }
}

/** Sends every id of one account as another, and one of each form that does not exist. */
async function toldApart(places: Place[]): Promise<{ ids: number; tries: number }> {
  const [theirs, seller] = [await service.account('Deles'), await service.account('Nossa')]
  const ids = await everyIdOf(theirs, vault)
  const by = { seller, ids: await new OneOfEach(seller).ids() }
  const before = await rowsOf(theirs)
  for (const place of places) {
    const answers = answersAt(place, by)
    const left = ids.values()
    const work = async () => {
      for (const id of left) {
        const [answer, unknown] = await answers(id)
        assert.equal(answer, unknown, `${place.name} of ${id}`)
      }
    }
    // An account has few files made at once.
    const length = place.operation.startsWith('export') ? 1 : AT_ONCE
    await Promise.all(Array.from({ length }, work))
  }
  assert.deepEqual(await rowsOf(theirs), before, 'the other account was changed')
  return { ids: ids.size, tries: ids.size * places.length }
}

/**
 * Orders ids by turns: one of each form, then a second of each, since most places find the first or
 * none.
 */
function byTurns(ids: string[]): string[] {
  const forms = Object.values(Object.groupBy(ids, formOf)).map((one = []) => one)
  return ids.flatMap((_, turn) => forms.flatMap((one) => one.slice(turn, turn + 1)))
}

/** Asserts for each place that an id of the account itself makes a difference there. */
async function assertPlacesFind(places: Place[]): Promise<void> {
  const seller = await service.account('Própria')
  const { id: paid, checkout_url } = await seller.checkout()
  // The stream of a session that is over ends.
  await seller.post(`/sandbox/checkouts/${paid}/pay`)
  const ofLink = (await linkOf(seller)).url.slice(-51)
  const ofAccount = await everyIdOf(seller, vault)
  const { body } = await seller.get<'SubscriptionList'>('/v1/subscriptions?limit=1')
  const ofPlan = (body.data[0]?.subscription_url ?? '').slice(-51)
  const ids = byTurns([checkout_url.slice(-51), ofLink, ofPlan, ...ofAccount])
  const by = { seller, ids: await new OneOfEach(seller).ids() }
  // The bank is told the same whatever it announces, and every id has keys.
  const telling = places.filter(({ operation }) => !/^(receive|getWebhookJwks)/.test(operation))
  for (const place of telling) {
    const answers = answersAt(place, by)
    let found = false
    for (const id of place.name === 'listOffers starting_after' ? [by.ids['offerId'] ?? ''] : ids) {
      const [answer, unknown] = await answers(id)
      found ||= answer !== unknown
      if (found) break
    }
    assert.ok(found, `${place.name} finds nothing`)
  }
}

/** Fields of bodies that name an object. */
const idsInBodies = [...shapes.values()].flatMap(({ id, body }) =>
  [...idFieldsOf(body ?? {})].map((name) => `${id} ${name}`),
)

/** The names of the fields, at any depth, whose pattern is that of an id. */
function* idFieldsOf(schema: Schema): Generator<string> {
  const { properties = {}, items } = schemaOf(schema) as Schema & { items?: Schema }
  for (const [name, field] of Object.entries(properties)) {
    const { pattern = '' } = schemaOf(field) as { pattern?: string }
    if (pattern.includes('_[0-9a-f]{8}-')) yield name
    yield* idFieldsOf(field)
  }
  if (items) yield* idFieldsOf(items)
}

property('S1', async () => {
  const names = everyPlace.map(({ name }) => name)
  const untried = idsInBodies.filter((name) => !names.includes(name))
  assert.deepEqual(untried, [], 'add these to `others` in idsOfAccounts.ts')
  await assertPlacesFind(everyPlace)
  const tried = new Set(everyPlace.map(({ operation }) => operation))
  let tries = 0
  let ids = 0
  for (let pair = 0; pair < PAIRS; pair++) {
    const one = await toldApart(everyPlace)
    ids += one.ids
    tries += one.tries
  }
  return (
    `0 of ${tries.toLocaleString('en')} tries told apart: ${ids} ids at ` +
    `${everyPlace.length} places of ${tried.size} operations`
  )
})

const placesOf = (operation: string) => everyPlace.filter((place) => place.operation === operation)

control('S1', 'a statement does not name the seller', async (t) => {
  mock.method(
    handlers,
    'getCustomer',
    async ({ path, fail }: Parameters<typeof handlers.getCustomer>[0]) => {
      const rows = await service.sql<Row<'customers'>>(
        'select * from customers where id = ?',
        path.customerId,
      )
      if (!rows[0]) throw fail('customer_not_found')
      return { status: 200, body: present.customer({ ...rows[0], metadata: {} }) }
    },
  )
  t.onTestFinished(() => mock.restoreAll())
  await toldApart(placesOf('getCustomer'))
})

control('S1', 'a refusal tells that another account has the id', async (t) => {
  const getOffer = handlers.getOffer
  mock.method(handlers, 'getOffer', async (input: Parameters<typeof getOffer>[0]) => {
    const [other] = await service.sql('select id from offers where id = ?', input.path.offerId)
    if (!other) return getOffer(input)
    throw new ApiError('offer_not_found', { detail: 'Esta oferta é de outra conta.' })
  })
  t.onTestFinished(() => mock.restoreAll())
  await toldApart(placesOf('getOffer'))
})

control('S1', 'a write does not name the seller', async (t) => {
  const cancelCheckout = handlers.cancelCheckout
  mock.method(handlers, 'cancelCheckout', async (input: Parameters<typeof cancelCheckout>[0]) => {
    await service.sql(
      "update checkouts set status = 'canceled' where status = 'open' and id = ?",
      input.path.checkoutId,
    )
    return cancelCheckout(input)
  })
  t.onTestFinished(() => mock.restoreAll())
  await toldApart(placesOf('cancelCheckout'))
})
