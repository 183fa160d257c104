import { customerById } from '../catalog/customers.ts'
import { sellerById } from '../auth/sellers.ts'
import { readCheckout } from '../checkouts/view.ts'
import type { Database } from '../../db/database.ts'
import type { Row } from '../../db/schema/tables.ts'
import { chargeDetailsOf } from './chargeDetails.ts'
import { beginCharge, chargeOfCheckout, keepCode, txidOf } from './charges.ts'
import type { Charge } from './charges.ts'
import type { ChargeDetails } from './bank/provider.ts'
import { connectionInUse } from './bankConnections.ts'
import type { Connection } from './bankConnections.ts'
import type { RailContext } from './railContext.ts'

type Checkout = Row<'checkouts'>

/**
 * The bank counts a charge's lifetime from its creation, which is later than our request by less
 * than this. A checkout with less time left gets no charge.
 */
const CREATION_MARGIN_MS = 15_000

/**
 * Records that a charge is about to be created, and whether its bank was asked for it before. A
 * seller that was suspended or has changed its bank meanwhile gets none: an attempt may have waited
 * for the one before it, and the next view of the page asks the bank that is connected now.
 *
 * @returns also the connection, with the settings that it has now
 */
function* begin(charge: Charge) {
  const [seller] = yield* sellerById({ id: charge.seller_id })
  if (seller?.status === 'suspended') return undefined
  const [connection] = yield* connectionInUse(charge)
  if (connection?.id !== charge.connection_id) return undefined
  const [before] = yield* chargeOfCheckout(charge)
  const [begun] = yield* beginCharge(charge)
  const isSame = before?.txid === begun?.txid && before?.connection_id === charge.connection_id
  return begun && { begun, connection, repeated: isSame && before?.asked_at !== null }
}

async function detailsOf(db: Database, checkout: Checkout): Promise<ChargeDetails> {
  const { seller_id, customer_id } = checkout
  const [customer] = customer_id
    ? await db.read(() => customerById({ seller_id, id: customer_id }))
    : []
  return chargeDetailsOf(checkout, customer)
}

/**
 * Creates a checkout's charge at a bank, or finds it there after an earlier request.
 *
 * @returns the charge as it is now, whichever process created it, and whether the checkout has
 *   ended meanwhile; undefined when the checkout has too little time left
 * @throws BankError
 */
export async function createCharge(
  { db, clock, banks, log, events }: RailContext,
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
  const { seller_id, id: checkout_id, amount_total_minor: amount_minor, expires_at } = checkout
  const now = await clock.now()
  const leftMs = Date.parse(expires_at) - now.getTime() - CREATION_MARGIN_MS
  const lifetime_seconds = Math.floor(leftMs / 1000)
  if (lifetime_seconds < 1) return undefined
  const at = now.toISOString()
  const key = { seller_id, checkout_id, connection_id: connection.id }
  const asking = await db.run(() =>
    begin({
      ...key,
      txid: txidOf(checkout_id),
      pix_code: null,
      status: 'open',
      // Until its code is known it cannot be paid, so it is first checked when the checkout ends.
      check_at: expires_at,
      lifetime_seconds,
      asked_at: at,
      creating_until: null,
      viewed_at: at,
      trouble_since: null,
      created_at: at,
      updated_at: at,
    }),
  )
  if (asking) {
    const { txid } = asking.begun
    const bank = banks.of(asking.connection)
    const asked = {
      txid,
      amount_minor,
      lifetime_seconds: asking.begun.lifetime_seconds ?? lifetime_seconds,
      sellerName,
      repeated: asking.repeated,
      ...(await detailsOf(db, checkout)),
    }
    const { pix_code, leftOut } = await bank.createCharge(asked)
    if (leftOut) log.warn({ ...key, txid, leftOut }, 'charge created without refused details')
    const [kept] = await db.run(() => keepCode({ ...key, txid, pix_code, now: at }))
    const [current] = kept ? [kept] : await db.read(() => chargeOfCheckout(key))
    // Another charge replaced it meanwhile. This one would not be checked, so it is canceled.
    if (current?.txid !== txid || current.connection_id !== connection.id) {
      await bank.cancelCharge(txid)
      log.info({ ...key, txid }, 'charge that was replaced canceled at the bank')
    }
  }
  const [charge] = await db.read(() => chargeOfCheckout(key))
  const current = await readCheckout(
    db,
    { seller_id, id: checkout_id },
    { now: await clock.now(), events },
  )
  return { charge, hasEnded: current?.status !== 'open' }
}
