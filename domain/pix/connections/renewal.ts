import { changesBetween } from '../../audit/changes.ts'
import { recordChange } from '../../audit/record.ts'
import { requireActing } from '../../identity/actor.ts'
import type { Actor } from '../../identity/actor.ts'
import { lockSeller } from '../../identity/sellerRows.ts'
import type { Vault } from '../../identity/vault.ts'
import type { QueryRunner } from '../../../db/database.ts'
import { and, asc, desc, eq, gt, inArray, sql } from '../../../db/operators.ts'
import { query } from '../../../db/query.ts'
import type { Arguments, Transaction } from '../../../db/query.ts'
import type { BankAccount } from '../../../db/schema/pix.ts'
import { UNFINISHED, firstDue } from './claims.ts'
import type { BankSettings } from '../bank/options.ts'
import type { AccountNotices } from '../../identity/accountNotices.ts'
import {
  connectionById,
  connectionsOfSeller,
  newConnection,
  openSettings,
  sealedSettings,
  settingsOf,
} from './bankConnections.ts'
import type { Connection } from './bankConnections.ts'
import { recordStanding } from './bankStanding.ts'
import type { BankStanding } from './bankStanding.ts'
import type { PixProvider } from '../bank/provider.ts'

type AtBank = { seller_id: string; connection_id: string }

/** Charges, and refunds of either kind, whose checks a renewal moves to the next round. */
const MAX_HASTENED_ROWS = 1_000

/** The banks that a seller may have had. The reconciler asks each of them, also those before. */
export const MAX_CONNECTIONS = 100

/** A connection was changed while its new settings were being tried. */
export class ConnectionChanged extends Error {
  override name = 'ConnectionChanged'
}

/** A seller has as many connections as a seller may make. */
export class ConnectionLimitReached extends Error {
  override name = 'ConnectionLimitReached'
}

const connectionsOfKey = query(
  'bank_connections_of_key',
  (db, { bank_connections: t }, args: Arguments<{ seller_id: string; pix_key: string }>) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.pix_key, args.pix_key)))
      .orderBy(asc(t.id)),
)

const newestCharge = query('newest_charge_at_bank', (db, { charges: t }, args: Arguments<AtBank>) =>
  db
    .select({ txid: t.txid })
    .from(t)
    .where(
      and(
        eq(t.seller_id, args.seller_id),
        eq(t.connection_id, args.connection_id),
        sql`${t.pix_code} is not null`,
      ),
    )
    .orderBy(desc(t.checkout_id))
    .limit(1),
)

// A charge that received a wrong amount is known by its payment alone.
const newestPayment = query(
  'newest_payment_at_bank',
  (db, { payments: t }, args: Arguments<AtBank>) =>
    db
      .select({ txid: t.txid })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.connection_id, args.connection_id)))
      .orderBy(desc(t.id))
      .limit(1),
)

const replaceSettings = query(
  'replace_bank_settings',
  (
    db,
    { bank_connections: t },
    args: Arguments<
      Pick<Connection, 'seller_id' | 'id' | 'url' | 'token_url' | 'client_id' | 'certificate'> &
        Pick<Connection, 'client_secret_sealed' | 'private_key_sealed' | 'authority' | 'city'> &
        Pick<Connection, 'profile' | 'profile_values_sealed' | 'public_only' | 'account'> & {
          now: string
        }
    >,
  ) =>
    db
      .update(t)
      .set({
        url: args.url,
        token_url: args.token_url,
        client_id: args.client_id,
        client_secret_sealed: args.client_secret_sealed,
        certificate: args.certificate,
        private_key_sealed: args.private_key_sealed,
        authority: args.authority,
        city: args.city,
        profile: args.profile,
        profile_values_sealed: args.profile_values_sealed,
        public_only: args.public_only,
        account: args.account,
        updated_at: args.now,
      })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id)))
      .returning(),
)

type Hastened = AtBank & { now: string; limit: number }

const hastenCharges = query('hasten_charges', (db, { charges: t }, args: Arguments<Hastened>) => {
  const due = and(
    eq(t.seller_id, args.seller_id),
    eq(t.connection_id, args.connection_id),
    eq(t.status, sql`'open'`),
    gt(t.check_at, args.now),
  )
  return db
    .update(t)
    .set({ check_at: args.now })
    .where(firstDue(db, t, { due, key: t.checkout_id, by: t.check_at, limit: args.limit }))
})

const hastenRefunds = query('hasten_refunds', (db, { payments: t }, args: Arguments<Hastened>) => {
  const due = and(
    eq(t.seller_id, args.seller_id),
    eq(t.connection_id, args.connection_id),
    inArray(t.return_status, UNFINISHED),
    gt(t.return_check_at, args.now),
  )
  return db
    .update(t)
    .set({ return_check_at: args.now })
    .where(firstDue(db, t, { due, key: t.id, by: t.return_check_at, limit: args.limit }))
})

const hastenRefundOrders = query(
  'hasten_refund_orders',
  (db, { refunds: t }, args: Arguments<Hastened>) => {
    const due = and(
      eq(t.seller_id, args.seller_id),
      eq(t.connection_id, args.connection_id),
      gt(t.check_at, args.now),
    )
    return db
      .update(t)
      .set({ check_at: args.now })
      .where(firstDue(db, t, { due, key: t.id, by: t.check_at, limit: args.limit }))
  },
)

/** The seller's connections by a Pix key, the disconnected ones included; oldest first. */
export const connectionsBy = async (
  db: QueryRunner,
  of: { seller_id: string; pix_key: string },
): Promise<Connection[]> => db.read(() => connectionsOfKey(of))

/**
 * The connections of a seller that lead to this bank: it knows the newest charge of each. The Pix
 * key alone does not say so, because it can move to another bank. A connection in use that has no
 * charge counts as one that leads there.
 *
 * @param connections all by one Pix key
 * @throws BankError when the bank does not answer
 */
export async function connectionsAt(
  bank: Pick<PixProvider, 'readCharge'>,
  connections: Connection[],
  db: QueryRunner,
): Promise<Connection[]> {
  const sameBank: Connection[] = []
  for (const connection of connections) {
    const { seller_id, id: connection_id, disconnected_at } = connection
    const [charge] = await db.read(function* () {
      const charges = yield* newestCharge({ seller_id, connection_id })
      return charges.length > 0 ? charges : yield* newestPayment({ seller_id, connection_id })
    })
    const leadsThere = charge?.txid
      ? (await bank.readCharge(charge.txid)) !== undefined
      : disconnected_at === null
    if (leadsThere) sameBank.push(connection)
  }
  return sameBank
}

/** @param account undefined where it stays */
function* renew(
  { seller_id, id, account: before }: Connection,
  { settings, account = before, now }: Pick<Renewal, 'settings' | 'account' | 'now'>,
  vault: Vault,
): Transaction<Connection | undefined> {
  const [renewed] = yield* replaceSettings({
    ...sealedSettings(settings, id, vault),
    account,
    seller_id,
    id,
    now: now.toISOString(),
  })
  return renewed
}

/**
 * Has charges and refunds that wait for the banks of renewed connections checked in the next round.
 * Each statement is a transaction of its own, after the settings are durable: a hundred connections
 * with 1,000 rows of each kind held SQLite's only writer, and the event loop, for two seconds.
 */
async function hasten(db: QueryRunner, { known, now }: Renewal): Promise<void> {
  for (const { seller_id, id: connection_id } of known) {
    const waiting = { seller_id, connection_id, now: now.toISOString(), limit: MAX_HASTENED_ROWS }
    for (const hastenSome of [hastenCharges, hastenRefunds, hastenRefundOrders]) {
      await db.run(() => hastenSome(waiting))
    }
  }
}

const changeable = [
  'url',
  'token_url',
  'client_id',
  'client_secret',
  'certificate',
  'private_key',
  'authority',
  'city',
  'profile',
  'profile_values',
  'public_only',
  'account',
] as const

type Changeable = BankSettings & Pick<Connection, 'account'>

/** The settings before a change. Secrets that do not open count as changed. */
function settingsBefore(connection: Connection, vault: Vault): Partial<Changeable> {
  const { account } = connection
  try {
    return { ...settingsOf(connection, vault), account }
  } catch {
    return { ...openSettings(connection), account }
  }
}

/** Records the renewal of connections. */
function* recordRenewal(
  connections: Connection[],
  renewal: Renewal,
  vault: Vault,
): Transaction<void> {
  const { seller_id, settings, actor, now } = renewal
  for (const connection of connections) {
    const { account = connection.account } = renewal
    const after: Changeable = { ...settings, account }
    const changes = changesBetween(settingsBefore(connection, vault), after, changeable)
    const target = connection.id
    yield* recordChange({ seller_id, actor, action: 'bank.renewed', target, changes, now })
  }
}

/** @returns the last of the connections, as it is now */
function* keepStanding(
  connections: Connection[],
  { standing, now }: Renewal,
): Transaction<Connection | undefined> {
  let kept: Connection | undefined
  if (!standing) return undefined
  for (const { seller_id, id } of connections) {
    ;[kept] = yield* recordStanding({ ...standing, seller_id, id, now: now.toISOString() })
  }
  return kept
}

type Renewal = {
  seller_id: string
  settings: BankSettings
  /** The seller's account there; null: none, undefined: the one that is known. */
  account?: BankAccount | null | undefined
  known: Connection[]
  /** The connection whose profile the settings have taken over, if they have. */
  kept?: Connection | undefined
  /** The bank's statements at the trial; without them, nothing is known or changed. */
  standing?: BankStanding
  actor: Actor
  /** Tells the owners. */
  mails?: Pick<AccountNotices, 'bankChanged'>
  now: Date
}

/** @throws ConnectionLimitReached when a seller makes too many; the operator may go on */
function* requireRoom({ seller_id, actor }: Renewal): Transaction<void> {
  if (actor.type === 'operator') return
  const { length } = yield* connectionsOfSeller({ seller_id })
  if (length >= MAX_CONNECTIONS) {
    throw new ConnectionLimitReached(`The seller has ${MAX_CONNECTIONS} connections.`)
  }
}

/**
 * Guards a renewal: the rows to be written were read before the bank was asked, which takes
 * seconds.
 *
 * @throws ConnectionChanged when another command or request was quicker
 */
function* requireUnchanged(connections: Connection[]): Transaction<void> {
  for (const connection of connections) {
    const [current] = yield* connectionById(connection)
    if (current?.private_key_sealed !== connection.private_key_sealed) {
      throw new ConnectionChanged('The connection was changed meanwhile; nothing was renewed.')
    }
  }
}

/**
 * Connects a bank, through which the seller's buyers pay from now on. Connections that lead to it
 * already get the new settings and keep their ids, so that their charges and refunds go on.
 *
 * @param known the result of `connectionsAt`
 * @throws ActorEnded, ConnectionLimitReached, ConnectionChanged
 */
export async function connectBank(
  db: QueryRunner,
  vault: Vault,
  renewal: Renewal,
): Promise<Connection> {
  const connected = await db.run(function* () {
    const { known, kept, ...bank } = renewal
    yield* lockSeller({ id: bank.seller_id })
    yield* requireActing(bank.seller_id, bank.actor)
    yield* requireUnchanged(kept ? [...known, kept] : known)
    let inUse: Connection | undefined
    for (const connection of known) {
      const renewed = yield* renew(connection, bank, vault)
      if (renewed?.disconnected_at === null) inUse = renewed
    }
    if (!inUse) {
      yield* requireRoom(renewal)
      inUse = yield* newConnection(vault, bank)
    }
    yield* recordRenewal(known, renewal, vault)
    if (bank.mails) yield* bank.mails.bankChanged(inUse, bank.actor, bank.now)
    return (yield* keepStanding([inUse], renewal)) ?? inUse
  })
  await hasten(db, renewal)
  return connected
}

/**
 * Gives the connections that lead to one bank new settings, which every process uses from its next
 * request on.
 *
 * @throws ConnectionChanged when another command was quicker; then nothing is changed
 */
export async function renewBank(db: QueryRunner, vault: Vault, renewal: Renewal): Promise<void> {
  await db.run(function* () {
    const { seller_id, known, actor, mails, now } = renewal
    yield* lockSeller({ id: seller_id })
    yield* requireUnchanged(known)
    for (const connection of known) yield* renew(connection, renewal, vault)
    yield* recordRenewal(known, renewal, vault)
    yield* keepStanding(known, renewal)
    const [changed] = known
    if (changed && mails) yield* mails.bankChanged(changed, actor, now)
  })
  await hasten(db, renewal)
}
