/** The erasure of a customer's own row, and the progress through the rows that name it. */
import { recordChange } from '../audit/record.ts'
import { operator } from '../identity/actor.ts'
import type { Actor } from '../identity/actor.ts'
import { and, asc, desc, eq, gt, isNotNull, lt, sql } from '../../db/operators.ts'
import { forUpdateSkipLocked, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { setColumns } from '../../db/rows.ts'
import { checkoutStatuses } from '../../db/schema/checkoutStatuses.ts'
import type { Row } from '../../db/schema/tables.ts'
import { claimEmail, customerOfAnySeller, lockCustomer, setCustomer } from '../catalog/customers.ts'
import { eraseAnswers } from './answers.ts'
import { newestSubscription } from './subscriptions.ts'
import { dropTerms } from '../search/terms.ts'
import { erased, erasedEmail, isErasedEmail } from '../formats/personalData.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { aboveIds } from '../../runtime/ids.ts'

type Customer = Row<'customers'>
type Key = { seller_id: string; id: string }

/**
 * After the first round, requests and deliveries that had begun before may still add what they had
 * read. All have ended after this time, so a second round leaves nothing.
 */
const SECOND_ROUND_MS = 60_000

/**
 * Progress of an erasure: when it is due, and after which checkout or subscription and which of its
 * events it continues. Checkouts come first.
 */
export type Progress = Newest & {
  due_at: string
  round: number
  source_id: string
  event_id: string
}

/**
 * The newest checkout and the newest subscription when it began; later ones are new data, and stay.
 */
type Newest = { last_id: string; last_subscription_id: string }

const textOf = (progress: Progress): string => {
  const { due_at, round, source_id, event_id, last_id, last_subscription_id } = progress
  return `${due_at} ${round} ${source_id} ${event_id} ${last_id} ${last_subscription_id}`
}

/** After every id: an erasure that a process of an older version has begun or saved has no last. */
const NO_END: Newest = {
  last_id: aboveIds(idPrefixes.checkouts),
  last_subscription_id: aboveIds(idPrefixes.subscriptions),
}

function progressOf({ erasing_since }: Pick<Customer, 'erasing_since'>): Progress | undefined {
  if (erasing_since === null) return undefined
  const parts = erasing_since.split(' ')
  const [due_at = '', round = '1', source_id = '', event_id = '', ...newest] = parts
  const { last_id, last_subscription_id } = NO_END
  return {
    due_at,
    round: Number(round),
    source_id,
    event_id,
    last_id: newest[0] ?? last_id,
    last_subscription_id: newest[1] ?? last_subscription_id,
  }
}

/** Sorts after every text that begins with the same moment and a space. */
const AFTER_SPACE = '!'

const TIMESTAMP_LENGTH = '2026-03-02T13:04:11.250Z'.length

const roundFrom = (due_at: string, round: number, newest: Newest): Progress => ({
  due_at,
  round,
  source_id: '',
  event_id: '',
  last_id: newest.last_id,
  last_subscription_id: newest.last_subscription_id,
})

const newestInStatus = query(
  'newest_checkout_of_customer',
  (db, { checkouts: t }, args: Arguments<Key & Pick<Row<'checkouts'>, 'status'>>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(
        and(eq(t.seller_id, args.seller_id), eq(t.customer_id, args.id), eq(t.status, args.status)),
      )
      .orderBy(desc(t.id))
      .limit(1),
)

/** Empty when there is none. While the customer is locked, no checkout is opened for it. */
function* newestCheckout(key: Key): Transaction<string> {
  let newest = ''
  for (const status of checkoutStatuses) {
    const [checkout] = yield* newestInStatus({ ...key, status })
    if (checkout && checkout.id > newest) newest = checkout.id
  }
  return newest
}

const setErasing = query('set_erasing', setColumns('customers', ['erasing_since']))

const nextToErase = query(
  'next_customer_to_erase',
  (db, { customers: t }, args: Arguments<{ seller_id: string; until: string }>) =>
    forUpdateSkipLocked(
      db
        .select()
        .from(t)
        .where(
          and(
            eq(t.seller_id, args.seller_id),
            isNotNull(t.erasing_since),
            lt(t.erasing_since, args.until),
          ),
        )
        .orderBy(asc(t.erasing_since))
        .limit(1),
    ),
)

/** The earliest erasure of the next seller that has one under way. */
export const firstToEraseOfNextSeller = query(
  'first_customer_to_erase_of_next_seller',
  (db, { customers: t }, { after }: Arguments<{ after: string }>) =>
    db
      .select({
        seller_id: t.seller_id,
        due_at: sql<string>`substr(${t.erasing_since}, 1, ${sql.raw(String(TIMESTAMP_LENGTH))})`,
      })
      .from(t)
      .where(and(isNotNull(t.erasing_since), gt(t.seller_id, after)))
      .orderBy(asc(t.seller_id), asc(t.erasing_since))
      .limit(1),
)

/** An address of its own; a seller may have given the usual one to another customer. */
function* newEmail(customer: Customer, now: Date): Transaction<string> {
  if (isErasedEmail(customer)) return customer.email
  const email = erasedEmail(customer.id)
  if (yield* claimEmail({ ...customer, ...erased(email) }, now)) return email
  return email.replace('@', `.${crypto.randomUUID()}@`)
}

/**
 * Removes the data of a customer from its own row and from the stored answer to its creation, and
 * has the rows that name it erased from now on. Repeating it starts nothing that is under way anew.
 *
 * @returns the customer without its data; undefined when there is none
 */
export function* beginErasure({
  actor,
  now,
  ...key
}: Key & { actor: Actor; now: Date }): Transaction<Customer | undefined> {
  const [current] = yield* lockCustomer(key)
  if (!current) return undefined
  const fields = erased(yield* newEmail(current, now))
  const isErased = JSON.stringify({ ...current, ...fields }) === JSON.stringify(current)
  const at = now.toISOString()
  const customer = { ...current, ...fields, updated_at: isErased ? current.updated_at : at }
  if (!isErased) yield* setCustomer(customer)
  yield* dropTerms(key)
  yield* eraseAnswers({ ...key, times: [current.created_at] })
  const last_id = yield* newestCheckout(key)
  const last_subscription_id = yield* newestSubscription(key)
  const underWay = progressOf(current)
  const isCovered =
    underWay && underWay.last_id >= last_id && underWay.last_subscription_id >= last_subscription_id
  if (!isErased || !isCovered) {
    yield* save(key, roundFrom(at, 1, { last_id, last_subscription_id }))
  }
  const { seller_id, id: target } = key
  if (!isErased) yield* recordChange({ seller_id, actor, action: 'customer.erased', target, now })
  return customer
}

/** The same by the id alone, as the command line does it. */
export function* beginErasureOfAnySeller({
  id,
  now,
}: {
  id: string
  now: Date
}): Transaction<Customer | undefined> {
  const [current] = yield* customerOfAnySeller({ id })
  if (!current) return undefined
  return yield* beginErasure({ seller_id: current.seller_id, id, actor: operator(), now })
}

const save = (key: Key, progress: Progress | null) =>
  setErasing({ ...key, erasing_since: progress && textOf(progress) })

/**
 * The erasure of one customer, or the one of a seller that has been due for longest, locked, when
 * it is due.
 */
export function* lockErasure(
  { seller_id, id }: { seller_id: string; id?: string },
  now: Date,
): Transaction<(Key & { progress: Progress }) | undefined> {
  const at = now.toISOString()
  const [customer] =
    id === undefined
      ? yield* nextToErase({ seller_id, until: `${at}${AFTER_SPACE}` })
      : yield* lockCustomer({ seller_id, id })
  const progress = customer && progressOf(customer)
  if (!progress || progress.due_at > at) return undefined
  return { seller_id, id: customer.id, progress }
}

/** Stores the progress of an erasure; undefined when the round has come to its end. */
export function* saveErasure(
  { progress: { round, ...newest }, seller_id, id }: Key & { progress: Progress },
  now: Date,
  progress: Progress | undefined,
): Transaction<void> {
  const key = { seller_id, id }
  if (progress) yield* save(key, progress)
  else if (round > 1) yield* save(key, null)
  else {
    const due_at = new Date(now.getTime() + SECOND_ROUND_MS).toISOString()
    yield* save(key, roundFrom(due_at, 2, newest))
  }
}
