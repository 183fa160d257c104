/** How many places of a limited link one network may hold by sessions that are open and unpaid. */
import { and, count, eq, gte, isNotNull, lt, sql } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { networksOf } from '../../runtime/network.ts'
import type { Vault } from '../identity/vault.ts'

type Link = Pick<Row<'payment_links'>, 'seller_id' | 'id' | 'max_payments' | 'payments_count'>

/** The part of a link's places that one network may hold: at least one, and at most so many. */
const SHARE = 1 / 10
const MAX_SHARE = 10

/** A /48 counts as two networks, and a /32 as five: the widest first, as `networksOf` has them. */
const WEIGHTS = [5, 2, 1]

/** The weights of a caller's networks; IPv4 has one alone. */
export const weightsOf = (networks: readonly unknown[]): number[] =>
  WEIGHTS.slice(WEIGHTS.length - networks.length)

const LABEL = 'balcao networks of link openers'

/** Hexadecimal digits that stand for one network. */
const DIGITS = 16

/** Sorts after every digit. */
const AFTER_DIGITS = 'g'

/**
 * The text by which a session says which network holds its place: a signature of each of the
 * caller's networks, the widest first, so that all of one network begin alike. No address can be
 * read from it, and of one network it is another at each link.
 *
 * @returns null for a caller without a network
 */
export function holderOf(address: string, link: Pick<Link, 'id'>, vault: Vault): string | null {
  const signed = networksOf(address).map((network) =>
    vault
      .sign(Buffer.from(`${link.id} ${network}`), LABEL)
      .toString('hex')
      .slice(0, DIGITS),
  )
  return signed.length === 0 ? null : signed.join('')
}

const countHeld = query(
  'count_places_held_by_network',
  (
    db,
    { checkouts: t },
    args: Arguments<{
      seller_id: string
      payment_link_id: string
      from: string
      to: string
      limit: number
    }>,
  ) => {
    const held = db
      .select({ seller_id: t.seller_id })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.payment_link_id, args.payment_link_id),
          eq(t.status, sql`'open'`),
          isNotNull(t.opened_from),
          gte(t.opened_from, args.from),
          lt(t.opened_from, args.to),
        ),
      )
      .limit(args.limit)
      .as('held')
    return db.select({ count: count() }).from(held)
  },
)

/**
 * The most places that a network may hold. Half of what is left stays for others, so that a /32
 * cannot take all of a link with few places.
 */
function shareOf(max_payments: number, remaining: number, weight: number): number {
  const share = Math.min(Math.max(Math.floor(max_payments * SHARE), 1), MAX_SHARE)
  return Math.max(Math.min(weight * share, Math.floor(remaining / 2)), 1)
}

/**
 * True when the networks of a caller hold as many places of a link as they may. In the transaction
 * that takes a place it is asked under the link's lock.
 *
 * @param holder of the caller (`holderOf`)
 */
export function* holdsShare(
  { seller_id, id, max_payments, payments_count }: Link,
  holder: string | null,
): Transaction<boolean> {
  if (max_payments === null || holder === null) return false
  const ends = Array.from({ length: holder.length / DIGITS }, (_, i) => (i + 1) * DIGITS)
  for (const [i, weight] of weightsOf(ends).entries()) {
    const from = holder.slice(0, ends[i])
    const limit = shareOf(max_payments, max_payments - payments_count, weight)
    const range = { from, to: from + AFTER_DIGITS, limit }
    const [held] = yield* countHeld({ seller_id, payment_link_id: id, ...range })
    if ((held?.count ?? 0) >= limit) return true
  }
  return false
}
