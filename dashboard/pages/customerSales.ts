/** A customer's payments and refunds, each leading to its page. */
import type { components } from '../../generated/types.ts'
import { link, none, reference, section, status } from '../blocks.ts'
import type { Block, Tone } from '../blocks.ts'
import { money, time } from '../lists.ts'
import { itemsOf } from '../names.ts'
import type { PageContext } from '../page.ts'
import { customers as texts } from '../texts/customers.ts'
import { payments } from '../texts/payments.ts'
import { refunds as refundTexts } from '../texts/refunds.ts'
import { paymentAddress } from './refundForm.ts'
import { refundsTable } from './refunds.ts'

type Checkout = components['schemas']['Checkout']

/** Paid charges that the page shows, the newest; a link leads to the others. */
const SALES_SHOWN = 20

/** How much of a payment has gone back, as the payment's own status says it. */
function stateOf({ amount_total_minor, amount_refunded_minor: refunded }: Checkout) {
  if (refunded === 0) return 'succeeded'
  return refunded < amount_total_minor ? 'partially_refunded' : 'refunded'
}

const tones: Record<ReturnType<typeof stateOf>, Tone> = {
  succeeded: 'good',
  partially_refunded: 'warn',
  refunded: 'plain',
}

function paymentsTable(context: PageContext, sales: Checkout[]): Block {
  const { locale, text: shared } = context
  const words = payments[locale]
  return {
    kind: 'table',
    caption: words.title,
    isCards: true,
    columns: [shared.items, shared.reference, shared.amount, shared.status, words.paid_at],
    rows: sales.map((sale) => [
      sale.payment_id ? link(paymentAddress(sale.payment_id), itemsOf(sale)) : none,
      reference(sale.external_id),
      money(context, { currency: sale.currency, amount_minor: sale.amount_total_minor }),
      status(tones[stateOf(sale)], words.statuses[stateOf(sale)]),
      time(context, sale.completed_at),
    ]),
    empty: words.empty,
  }
}

/** Sections for a role that may read charges. */
export async function customerSales(context: PageContext, customerId: string): Promise<Block[]> {
  const { call, can, locale } = context
  if (!can('listCheckouts')) return []
  const query = { customer_id: customerId, status: 'completed', limit: SALES_SHOWN }
  const { data: sales } = await call('listCheckouts', { query })
  const lists = await Promise.all(
    sales.map(({ id }) => call('listRefunds', { query: { checkout_id: id, limit: SALES_SHOWN } })),
  )
  const refunds = lists.flatMap(({ data }) => data).toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const href = `/dashboard/checkouts?customer_id=${customerId}`
  return [
    section(payments[locale].title, paymentsTable(context, sales)),
    ...(refunds.length === 0
      ? []
      : [
          section(
            refundTexts[locale].title,
            refundsTable(context, refunds, { caption: refundTexts[locale].title }),
          ),
        ]),
    { kind: 'links', links: [{ href, text: texts[locale].checkouts }] },
  ]
}
