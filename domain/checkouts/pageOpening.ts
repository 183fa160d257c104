/** When the hosted page of a checkout was first opened. */
import { DatabaseUnavailable } from '../../db/database.ts'
import type { QueryRunner } from '../../db/database.ts'
import { and, eq, isNull } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { paths } from '../../generated/paths.ts'
import type { components } from '../../generated/types.ts'

type Checkout = Row<'checkouts'>

// `updated_at` stays: nothing that the checkout says has changed.
const markPageOpened = query(
  'mark_page_opened',
  (db, { checkouts: t }, args: Arguments<{ seller_id: string; id: string; now: string }>) =>
    db
      .update(t)
      .set({ page_opened_at: args.now })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.id, args.id),
          eq(t.status, 'open'),
          isNull(t.page_opened_at),
        ),
      )
      .returning({ id: t.id }),
)

/**
 * Keeps the time of the first request for the page of an open checkout: one write for each
 * checkout. A database that cannot write keeps no buyer from paying.
 */
export async function recordPageOpening(db: QueryRunner, checkout: Checkout, now: Date) {
  const { seller_id, id, status, page_opened_at } = checkout
  if (status !== 'open' || page_opened_at !== null) return
  await db
    .run(() => markPageOpened({ seller_id, id, now: now.toISOString() }))
    .catch((error: unknown) => {
      if (!(error instanceof DatabaseUnavailable)) throw error
    })
}

/**
 * The hosted page in the contract's form.
 *
 * @param baseUrl the public address of the service
 */
export const checkoutPageView = (
  { id, page_token, page_opened_at }: Checkout,
  baseUrl: string,
): components['schemas']['CheckoutPage'] => ({
  object: 'checkout_page',
  checkout_id: id,
  url: baseUrl + paths.getPaymentPage({ token: page_token }),
  first_opened_at: page_opened_at,
})
