/** When the hosted page of a checkout was first opened. */
import { DatabaseUnavailable } from '../../db/database.ts'
import type { QueryRunner } from '../../db/database.ts'
import { and, eq, isNull } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'
import { setColumns } from '../../db/rows.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { Locale } from '../formats/locale.ts'
import { paths } from '../../generated/paths.ts'
import type { components } from '../../generated/types.ts'

type Checkout = Row<'checkouts'>

type Opening = { seller_id: string; id: string; page_locale: string }

// `updated_at` stays: nothing that the checkout says has changed.
const markPageOpened = query(
  'mark_page_opened',
  (db, { checkouts: t }, args: Arguments<Opening & { now: string }>) =>
    db
      .update(t)
      .set({ page_opened_at: args.now, page_locale: args.page_locale })
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
 * A checkout as it is once its page was opened: from then on it ends later, and the charge that is
 * made for the page lives as long.
 */
export const asOpened = (checkout: Checkout, now: Date): Checkout => ({
  ...checkout,
  page_opened_at: checkout.page_opened_at ?? now.toISOString(),
})

const keepLocale = query('keep_page_locale', setColumns('checkouts', ['page_locale']))

/**
 * Keeps the time of the first request for the page of an open checkout, and where mails are sent,
 * the language in which a customer last saw it: one write for each checkout, and one for each
 * change of the language. A database that cannot write keeps no buyer from paying.
 */
export async function recordPageOpening(
  db: QueryRunner,
  checkout: Checkout,
  { now, locale, isMailOn }: { now: Date; locale: Locale; isMailOn: boolean },
) {
  const { seller_id, id, status, customer_id, page_opened_at, page_locale } = checkout
  const opening = { seller_id, id, page_locale: locale }
  const isFirst = status === 'open' && page_opened_at === null
  const isOther = isMailOn && customer_id !== null && page_locale !== locale
  if (!isFirst && !isOther) return
  const mark = () =>
    isFirst ? markPageOpened({ ...opening, now: now.toISOString() }) : keepLocale(opening)
  await db
    .run(function* () {
      yield* mark()
    })
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
