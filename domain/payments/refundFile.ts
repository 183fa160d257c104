/** Refunds as a table for spreadsheets, each with the customer of its checkout. */
import type { QueryRunner } from '../../db/database.ts'
import { inPlaceOf } from '../../db/longJson.ts'
import type { ListPage, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { dayOf } from '../../runtime/brasilia.ts'
import { buyersOf } from '../search/buyers.ts'
import type { SaleBuyer } from '../search/buyers.ts'
import { listSheet } from '../files/sheet.ts'
import type { Sheet, SheetColumn } from '../files/sheet.ts'
import { CURRENCY } from '../formats/currencies.ts'
import type { Locale } from '../formats/locale.ts'
import { refundsWith } from './refundList.ts'
import type { RefundFilters } from './refundList.ts'
import { refundFileTexts } from './refundFileTexts.ts'

/** The checkout or the subscription that a refund sends money back of. */
const soldBy = ({ checkout_id, subscription_id }: Row<'refunds'>) => checkout_id ?? subscription_id

/** A refund, and what is known of its checkout or subscription. */
type FileRefund = { refund: Row<'refunds'>; sale: SaleBuyer | undefined }

/**
 * Refunds of a page of the list, with the customers of their checkouts.
 *
 * @param showsCustomers true for a caller that may read customers
 */
export const readRefunds = (
  db: QueryRunner,
  filters: RefundFilters,
  { showsCustomers, ...page }: ListPage & { showsCustomers: boolean },
): FileRefund[] | Promise<FileRefund[]> =>
  db.read(function* (): Transaction<FileRefund[]> {
    const refunds = yield* refundsWith(filters, page)
    const ids = [...new Set(refunds.flatMap((refund) => soldBy(refund) ?? []))]
    const sales = yield* buyersOf({ seller_id: page.seller_id, ids, showsCustomers })
    return refunds.map((refund) =>
      inPlaceOf(refund, { refund, sale: sales.get(soldBy(refund) ?? '') }),
    )
  })

const columns: readonly SheetColumn<FileRefund, keyof (typeof refundFileTexts)['en']['columns']>[] =
  [
    ['date', 12, ({ refund }) => ({ day: dayOf(refund.completed_at ?? refund.created_at) })],
    ['status', 14, ({ refund }, locale) => refundFileTexts[locale].statuses[refund.status]],
    ['customer_name', 28, ({ sale }) => sale?.name ?? null],
    ['customer_tax_id', 20, ({ sale }) => sale?.tax_id ?? null],
    ['reason', 40, ({ refund }) => refund.reason],
    ['external_id', 24, ({ refund }) => refund.external_id],
    ['amount', 14, ({ refund }) => ({ amount_minor: refund.amount_minor, currency: CURRENCY })],
    ['currency', 8, () => CURRENCY],
    ['order', 24, ({ sale }) => sale?.external_id ?? null],
    ['origin', 12, ({ refund }, locale) => refundFileTexts[locale].origins[refund.origin]],
    ['failure_reason', 32, ({ refund }) => refund.failure_reason],
    ['created_at', 20, ({ refund }) => ({ moment: refund.created_at })],
    [
      'completed_at',
      20,
      ({ refund }) => (refund.completed_at === null ? null : { moment: refund.completed_at }),
    ],
    ['customer_email', 28, ({ sale }) => sale?.email ?? null],
    ['id', 44, ({ refund }) => refund.id],
    ['payment_id', 44, ({ refund }) => refund.payment_id],
    ['checkout_id', 46, ({ refund }) => refund.checkout_id],
    ['customer_id', 44, ({ sale }) => sale?.customer_id ?? null],
    ['subscription_id', 44, ({ refund }) => refund.subscription_id],
    ['invoice_id', 44, ({ refund }) => refund.invoice_id],
  ]

export const refundSheet = (pieces: AsyncIterable<readonly FileRefund[]>, locale: Locale): Sheet =>
  listSheet(pieces, { texts: refundFileTexts[locale], columns, locale })
