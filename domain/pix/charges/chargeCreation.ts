import { customerById } from '../../catalog/customers.ts'
import { sellerById } from '../../identity/sellerRows.ts'
import { endsAt } from '../../checkouts/expire.ts'
import { readCheckout } from '../../checkouts/view.ts'
import type { Database } from '../../../db/database.ts'
import type { Transaction } from '../../../db/query.ts'
import type { Row } from '../../../db/schema/tables.ts'
import { chargeDetailsOf } from './chargeDetails.ts'
import { codeEndsAt } from './checkSchedule.ts'
import { beginCharge, chargeOfCheckout, endCreation, keepCode } from './charges.ts'
import { txidOf } from '../bank/txid.ts'
import type { Charge } from './charges.ts'
import type { ChargeDetails } from '../bank/provider.ts'
import { connectionInUse } from '../connections/bankConnections.ts'
import type { Connection } from '../connections/bankConnections.ts'
import type { RailContext } from '../connections/railContext.ts'

type Checkout = Row<'checkouts'>

/**
 * The bank counts a charge's lifetime from its creation, which is later than our request by less
 * than this. A checkout with less time left gets no charge.
 */
const CREATION_MARGIN_MS = 15_000

/**
 * For so long a process creates a charge alone: a request may time out, and its result is then
 * read. After that the process counts as dead, and another request with the same txid does no harm.
 */
const CREATION_TTL_MS = 30_000

/** How far the clocks of processes that create charges may differ. */
const CLOCK_SKEW_MS = 5_000

/**
 * Records that a charge is about to be created, and whether its bank was asked for it before. A
 * seller that was suspended or has changed its bank meanwhile gets none: an attempt may have waited
 * for the one before it, and the next view of the page asks the bank that is connected now.
 *
 * @returns also the connection, with the settings that it has now
 */
function* begin(charge: Charge & { latest: string }): Transaction<StartedCharge | undefined> {
  const [seller] = yield* sellerById({ id: charge.seller_id })
  if (seller?.status === 'suspended') return undefined
  const [connection] = yield* connectionInUse(charge)
  if (connection?.id !== charge.connection_id) return undefined
  const [before] = yield* chargeOfCheckout(charge)
  const [begun] = yield* beginCharge(charge)
  const isSame = before?.txid === begun?.txid && before?.connection_id === charge.connection_id
  return begun && { begun, connection, repeated: isSame && before?.asked_at !== null }
}

/**
 * The debtor is what was said of the buyer with this very checkout, else the customer whose id the
 * request gave. What is on file under an e-mail may be about somebody else than its writer.
 */
async function detailsOf(db: Database, checkout: Checkout): Promise<ChargeDetails> {
  const { seller_id, customer_id, buyer, payment_link_id } = checkout
  if (buyer || customer_id === null || payment_link_id !== null) {
    return chargeDetailsOf(checkout, buyer ?? undefined)
  }
  const [customer] = await db.read(() => customerById({ seller_id, id: customer_id }))
  return chargeDetailsOf(checkout, customer)
}

type StartedCharge = { begun: Charge; connection: Connection; repeated: boolean }

/** Has the bank create a charge, and keeps its code. @throws BankError */
async function create(
  { db, banks, log, intervalMs }: RailContext,
  { checkout, sellerName, now }: { checkout: Checkout; sellerName: string; now: Date },
  { begun, connection, repeated }: StartedCharge,
): Promise<void> {
  const { seller_id, checkout_id, txid, connection_id } = begun
  const key = { seller_id, checkout_id, connection_id }
  const bank = banks.of(connection)
  const { pix_code, leftOut } = await bank.createCharge({
    txid,
    amount_minor: checkout.amount_total_minor,
    lifetime_seconds: lifetimeOf(checkout, { now, intervalMs }),
    now,
    sellerName,
    repeated,
    ...(await detailsOf(db, checkout)),
  })
  if (leftOut) log.warn({ ...key, txid, leftOut }, 'charge created without refused details')
  const at = now.toISOString()
  const [kept] = await db.run(() => keepCode({ ...key, txid, pix_code, now: at }))
  const [current] = kept ? [kept] : await db.read(() => chargeOfCheckout(key))
  if (current?.txid === txid && current.connection_id === connection_id) return
  // Another charge replaced it meanwhile. This one would not be checked, so it is canceled.
  await bank.cancelCharge(txid)
  log.info({ ...key, txid }, 'charge that was replaced canceled at the bank')
}

type Moment = { now: Date; intervalMs: number }

/** How long a charge may live that is requested now, in whole seconds. */
function lifetimeOf(checkout: Checkout, { now, intervalMs }: Moment): number {
  const endMs = codeEndsAt(checkout, intervalMs) - CREATION_MARGIN_MS
  return Math.floor((endMs - now.getTime()) / 1000)
}

/** False for a checkout with too little time left for a charge. */
export const hasTimeForCharge = (checkout: Checkout, moment: Moment): boolean =>
  lifetimeOf(checkout, moment) >= 1

/**
 * Creates a checkout's charge at a bank, or finds it there after an earlier request. While another
 * process creates it, nothing is requested.
 *
 * @returns the charge as it is now, whichever process created it, and whether the checkout has
 *   ended meanwhile; undefined when the checkout has too little time left
 * @throws BankError
 */
export async function createCharge(
  context: RailContext,
  {
    checkout,
    connection,
    sellerName,
  }: {
    checkout: Checkout
    connection: Connection
    sellerName: string
  },
): Promise<{ charge: Charge | undefined; hasEnded: boolean } | undefined> {
  const { db, clock, events, intervalMs } = context
  const { seller_id, id: checkout_id } = checkout
  const now = await clock.now()
  if (!hasTimeForCharge(checkout, { now, intervalMs })) return undefined
  const lifetime_seconds = lifetimeOf(checkout, { now, intervalMs })
  const at = now.toISOString()
  const after = (ms: number) => new Date(now.getTime() + ms).toISOString()
  const key = { seller_id, checkout_id, connection_id: connection.id }
  const begun = await db.run(() =>
    begin({
      ...key,
      txid: txidOf(checkout_id),
      pix_code: null,
      status: 'open',
      // Until its code is known it cannot be paid, so it is first checked when the checkout ends.
      check_at: endsAt(checkout),
      lifetime_seconds,
      asked_at: at,
      creating_until: after(CREATION_TTL_MS),
      creating_by: db.processName,
      latest: after(CREATION_TTL_MS + CLOCK_SKEW_MS),
      viewed_at: at,
      trouble_since: null,
      created_at: at,
      updated_at: at,
    }),
  )
  if (begun) {
    await create(context, { checkout, sellerName, now }, begun).catch(async (error: unknown) => {
      await db.run(() => endCreation(begun.begun))
      throw error
    })
  }
  const [charge] = await db.read(() => chargeOfCheckout(key))
  const current = await readCheckout(
    db,
    { seller_id, id: checkout_id },
    { now: await clock.now(), events },
  )
  return { charge, hasEnded: current?.status !== 'open' }
}
