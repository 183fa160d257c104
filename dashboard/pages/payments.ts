/** Payments: the list, one with its refunds, and the form that refunds. */
import type { components } from '../../generated/types.ts'
import { id, section, status, text, toForm } from '../blocks.ts'
import type { Block, Tone } from '../blocks.ts'
import { sourceIdOf } from '../../domain/payments/payments.ts'
import { statementTexts } from '../../domain/payments/statement/texts.ts'
import {
  choiceOf,
  filter,
  filterForm,
  filtersOf,
  isDay,
  money,
  pagesOf,
  parametersOf,
  refundedCell,
  refundedOf,
  time,
} from '../lists.ts'
import { buyerCell, headingOf, referenceCell, salesOf, soldCell, sourceFact } from '../names.ts'
import type { Sale } from '../names.ts'
import { fileOfList, linksToFiles, listDownloads } from '../listFiles.ts'
import type { ListTable } from '../listFiles.ts'
import type { Page, PageContext } from '../page.ts'
import { payments as texts } from '../texts/payments.ts'
import { sums } from '../texts/sums.ts'
import { dayOf } from '../../runtime/brasilia.ts'
import { undelivered } from './emails.ts'
import { refundableOf, paymentAddress, refundForm, refundsAddress } from './refundForm.ts'
import { refundsTable } from './refunds.ts'
import { moneyIn, pageSums, totalsOf } from './sums.ts'

type Payment = components['schemas']['Payment']

const tones: Record<Payment['status'], Tone> = {
  succeeded: 'good',
  partially_refunded: 'warn',
  refunded: 'plain',
  returned: 'plain',
}

const filters = ['status', 'end_to_end_id', 'txid', 'checkout_id', 'paid_from', 'paid_to']

type PaymentPage = { data: Payment[]; next_cursor: string | null }

/** The most days that the API sums. */
const MAX_DAYS = 100

/** The days that a list is filtered by, where it is filtered by nothing else. */
function daysOf({ query }: PageContext): { from: string; to: string } | undefined {
  const { paid_from: from = '', paid_to: to = '' } = query
  const isOnly = filters.every((name) => name.startsWith('paid_') || !query[name])
  const days = 1 + (Date.parse(to) - Date.parse(from)) / (24 * 60 * 60 * 1000)
  return isOnly && isDay(from) && isDay(to) && days >= 1 && days <= MAX_DAYS
    ? { from, to }
    : undefined
}

/** Sums of a filtered list: by daily totals for whole days, else of the payments on the page. */
async function sumsOf(context: PageContext, list: PaymentPage): Promise<Block[]> {
  const days = daysOf(context)
  if (days) {
    const { data } = await context.call('listDailyTotals', { query: days })
    const said = moneyIn(context, totalsOf(data))
    return [{ kind: 'sums', label: sums[context.locale].days, said }]
  }
  const settled = list.data.filter(({ status: state }) => state !== 'returned')
  const sum = (amountOf: (payment: Payment) => number) =>
    settled.reduce((minor, payment) => minor + amountOf(payment), 0)
  return pageSums(
    context,
    list,
    moneyIn(context, {
      count: settled.length,
      gross: sum(({ amount_minor }) => amount_minor),
      refunded: sum(({ amount_refunded_minor }) => amount_refunded_minor),
    }),
  )
}

function filtersForm(context: PageContext): Block {
  const words = texts[context.locale]
  const { text: shared } = context
  return filterForm(context, {
    action: '/dashboard/payments',
    names: filters,
    fields: [
      choiceOf(context, { name: 'status', label: shared.status, options: words.statuses }),
      filter(context, { name: 'end_to_end_id', label: words.end_to_end_id, type: 'text' }),
      filter(context, { name: 'paid_from', label: words.paid_from, type: 'date' }),
      filter(context, { name: 'paid_to', label: words.paid_to, type: 'date' }),
    ],
    said: {
      txid: { label: words.txid },
      checkout_id: { label: words.checkout, value: words.chosen },
    },
  })
}

export const paymentsPage: Page = {
  path: '/dashboard/payments',
  async draw(context) {
    const words = texts[context.locale]
    const list = await context.call('listPayments', { query: parametersOf(context, filters) })
    const saleOf = await salesOf(context, list.data)
    const rows = list.data.map((payment) => {
      const sale = saleOf(payment)
      return [
        soldCell(`/dashboard/payments/${payment.id}`, sale, words.one),
        buyerCell(context, sale),
        referenceCell(sale),
        money(context, payment),
        refundedCell(context, payment),
        status(tones[payment.status], words.statuses[payment.status]),
        time(context, payment.paid_at),
      ]
    })
    const { text: shared } = context
    return {
      name: 'payments',
      title: words.title,
      blocks: [
        filtersForm(context),
        ...(await sumsOf(context, list)),
        {
          kind: 'table',
          caption: words.title,
          isCards: true,
          columns: [
            shared.items,
            shared.customer,
            shared.reference,
            shared.amount,
            { text: words.refunded, isWideOnly: true, isNumber: true },
            shared.status,
            words.paid_at,
          ],
          rows,
          empty: words.empty,
          ...pagesOf(context, list),
        },
        linksToFiles(context, 'payments', filtersOf(context, filters)),
      ],
    }
  },
}

function factsOf(context: PageContext, payment: Payment, sale: Sale | undefined): Block {
  const { text: shared } = context
  const words = texts[context.locale]
  const { status: state, return_reason } = payment
  return {
    kind: 'facts',
    facts: [
      { label: shared.status, cell: status(tones[state], words.statuses[state]) },
      ...(return_reason === null
        ? []
        : [{ label: words.return_reason, cell: text(words.reasons[return_reason]) }]),
      { label: shared.amount, cell: money(context, payment) },
      { label: words.refunded, cell: refundedCell(context, payment) },
      { label: words.paid_at, cell: time(context, payment.paid_at) },
      { label: shared.customer, cell: buyerCell(context, sale) },
      sourceFact(context, payment, sale?.sold),
      { label: shared.reference, cell: referenceCell(sale) },
      { label: words.end_to_end_id, cell: id(payment.end_to_end_id) },
      { label: words.txid, cell: id(payment.txid) },
      { label: shared.identifier, cell: id(payment.id) },
    ],
  }
}

export const paymentPage: Page = {
  path: '/dashboard/payments/:paymentId',
  async draw(context) {
    const { call, can, params } = context
    const words = texts[context.locale]
    const { paymentId = '' } = params
    const payment = await call('getPayment', { path: { paymentId } })
    const query = { ...parametersOf(context, []), payment_id: paymentId }
    const [refunds, saleOf, refundable, failures] = await Promise.all([
      call('listRefunds', { query }),
      salesOf(context, [payment]),
      refundableOf(context, payment),
      undelivered(context, sourceIdOf(payment)),
    ])
    const sale = saleOf(payment)
    const isRefundable = refundable > 0 && can('createRefund')
    return {
      name: 'payment',
      title: headingOf(context, words.one, payment),
      blocks: [
        ...failures,
        ...(isRefundable ? [toForm(refundsAddress(paymentId), words.refund.title)] : []),
        factsOf(context, payment, sale),
        section(
          words.refunds,
          refundsTable(context, refunds.data, {
            caption: words.refunds,
            ...pagesOf(context, refunds, paymentAddress(payment.id)),
          }),
          ...(isRefundable ? [refundForm(context, payment, refundable)] : []),
        ),
      ],
    }
  },
}

type PaymentRow = { payment: Payment; sale: Sale | undefined }

type PaymentColumns = ListTable<'listPayments', PaymentRow>['columns']

function fileColumns({ locale, text: shared }: PageContext): PaymentColumns {
  const words = texts[locale]
  const { columns } = statementTexts[locale]
  return [
    [columns.date, 12, ({ payment }) => ({ day: dayOf(payment.paid_at) })],
    [shared.status, 20, ({ payment }) => words.statuses[payment.status]],
    [columns.customer_name, 28, ({ sale }) => sale?.customer?.name ?? null],
    [columns.customer_tax_id, 20, ({ sale }) => sale?.customer?.tax_id ?? null],
    [columns.description, 48, ({ sale }) => sale?.sold ?? null],
    [columns.external_id, 24, ({ sale }) => sale?.external_id ?? null],
    [columns.amount, 14, ({ payment }) => payment],
    [words.refunded, 14, ({ payment }) => refundedOf(payment)],
    [columns.currency, 8, ({ payment }) => payment.currency],
    [words.paid_at, 20, ({ payment }) => ({ moment: payment.paid_at })],
    [
      words.return_reason,
      24,
      ({ payment: { return_reason } }) => return_reason && words.reasons[return_reason],
    ],
    [columns.customer_email, 28, ({ sale }) => sale?.customer?.email ?? null],
    [columns.id, 44, ({ payment }) => payment.id],
    [columns.end_to_end_id, 36, ({ payment }) => payment.end_to_end_id],
    [columns.txid, 36, ({ payment }) => payment.txid],
    [columns.checkout_id, 46, ({ payment }) => payment.checkout_id],
    [columns.customer_id, 44, ({ sale }) => sale?.customer_id ?? null],
    [columns.subscription_id, 44, ({ payment }) => payment.subscription_id],
    [columns.invoice_id, 44, ({ payment }) => payment.invoice_id],
  ]
}

export const paymentsFiles = listDownloads('payments', (context, format) =>
  fileOfList<'listPayments', PaymentRow>(context, {
    id: 'listPayments',
    format,
    table: {
      title: texts[context.locale].title,
      filters: filtersOf(context, filters),
      rows: async (by, payments) => {
        const saleOf = await salesOf(by, payments)
        return payments.map((payment) => ({ payment, sale: saleOf(payment) }))
      },
      columns: fileColumns(context),
    },
  }),
)
