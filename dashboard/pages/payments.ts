/** Payments: the list, one with its refunds, and the form that refunds. */
import type { components } from '../../generated/types.ts'
import { parseAmount } from '../../domain/catalog/typedAmount.ts'
import { formatMoney } from '../../domain/checkouts/page/locale.ts'
import { code, link, section, status, text } from '../blocks.ts'
import type { Block, Tone } from '../blocks.ts'
import { statementTexts } from '../../domain/payments/statement/texts.ts'
import { csvOf } from '../csv.ts'
import { lastValue } from '../forms.ts'
import {
  choiceOf,
  filter,
  filterForm,
  filtersOf,
  money,
  nextPage,
  parametersOf,
  time,
} from '../lists.ts'
import { action } from '../page.ts'
import type { Download, Page, PageContext } from '../page.ts'
import { payments as texts } from '../texts/payments.ts'

type Payment = components['schemas']['Payment']
type Refund = components['schemas']['Refund']

const tones: Record<Payment['status'], Tone> = {
  succeeded: 'good',
  partially_refunded: 'warn',
  refunded: 'plain',
  returned: 'plain',
}

const refundTones: Record<Refund['status'], Tone> = {
  pending: 'warn',
  succeeded: 'good',
  failed: 'bad',
}

const filters = ['status', 'end_to_end_id', 'txid', 'checkout_id', 'paid_from', 'paid_to']

export const paymentsPage: Page = {
  path: '/dashboard/payments',
  async draw(context) {
    const own = texts[context.locale]
    const list = await context.call('listPayments', { query: parametersOf(context, filters) })
    const rows = list.data.map((payment) => [
      link(`/dashboard/payments/${payment.id}`, payment.id),
      money(context, payment),
      status(tones[payment.status], own.statuses[payment.status]),
      time(context, payment.paid_at),
      link(`/dashboard/checkouts/${payment.checkout_id}`, payment.checkout_id),
    ])
    const { text: shared } = context
    const file = `/dashboard/payments.csv?${new URLSearchParams(filtersOf(context, filters))}`
    return {
      name: 'payments',
      title: own.title,
      blocks: [
        filterForm(context, {
          action: '/dashboard/payments',
          names: filters,
          fields: [
            choiceOf(context, { name: 'status', label: shared.status, options: own.statuses }),
            filter(context, { name: 'end_to_end_id', label: own.end_to_end_id, type: 'text' }),
            filter(context, { name: 'paid_from', label: own.paid_from, type: 'date' }),
            filter(context, { name: 'paid_to', label: own.paid_to, type: 'date' }),
          ],
        }),
        {
          kind: 'table',
          caption: own.title,
          columns: [shared.identifier, shared.amount, shared.status, own.paid_at, own.checkout],
          rows,
          empty: own.empty,
          next: nextPage(context, list),
        },
        { kind: 'links', links: [{ href: file, text: shared.export }] },
      ],
    }
  },
}

function refundsTable(
  context: PageContext,
  { id }: Payment,
  refunds: { data: Refund[]; next_cursor: string | null },
): Block {
  const own = texts[context.locale]
  const { text: shared } = context
  return {
    kind: 'table',
    caption: own.refunds,
    columns: [shared.identifier, shared.amount, shared.status, own.origin, shared.created_at],
    rows: refunds.data.map((refund) => [
      code(refund.id),
      money(context, refund),
      status(refundTones[refund.status], own.refund_statuses[refund.status]),
      text(own.origins[refund.origin]),
      time(context, refund.created_at),
    ]),
    empty: own.no_refunds,
    next: nextPage(context, refunds, `/dashboard/payments/${id}`),
  }
}

function refundForm(context: PageContext, { id }: Payment): Block {
  const { refund } = texts[context.locale]
  return {
    kind: 'form',
    action: `/dashboard/payments/${id}/refunds`,
    title: refund.title,
    text: refund.text,
    fields: [
      { name: 'amount_minor', label: refund.amount, type: 'money' },
      { name: 'reason', label: refund.reason, type: 'text', maxLength: 140 },
      { name: 'external_id', label: refund.reference, type: 'text', maxLength: 255 },
    ],
    submit: refund.submit,
    isDangerous: true,
  }
}

export const paymentPage: Page = {
  path: '/dashboard/payments/:paymentId',
  async draw(context) {
    const { call, can, params, text: shared } = context
    const own = texts[context.locale]
    const { paymentId = '' } = params
    const payment = await call('getPayment', { path: { paymentId } })
    const query = { ...parametersOf(context, []), payment_id: paymentId }
    const refunds = await call('listRefunds', { query })
    const { status: state, currency, amount_refunded_minor } = payment
    const hasRest = state === 'succeeded' || state === 'partially_refunded'
    const refunded = money(context, { currency, amount_minor: amount_refunded_minor })
    return {
      name: 'payment',
      title: own.one,
      blocks: [
        {
          kind: 'facts',
          facts: [
            { label: shared.amount, cell: money(context, payment) },
            { label: shared.status, cell: status(tones[state], own.statuses[state]) },
            { label: own.paid_at, cell: time(context, payment.paid_at) },
            { label: own.refunded, cell: refunded },
            {
              label: own.checkout,
              cell: link(`/dashboard/checkouts/${payment.checkout_id}`, payment.checkout_id),
            },
            { label: own.end_to_end_id, cell: code(payment.end_to_end_id) },
            { label: own.txid, cell: code(payment.txid) },
            { label: shared.identifier, cell: code(payment.id) },
          ],
        },
        section(
          own.refunds,
          refundsTable(context, payment, refunds),
          ...(hasRest && can('createRefund') ? [refundForm(context, payment)] : []),
        ),
      ],
    }
  },
}

export const refundAction = action<'createRefund'>({
  path: '/dashboard/payments/:paymentId/refunds',
  operation: 'createRefund',
  confirm: ({ locale, session, params }, form) => {
    const { refund } = texts[locale]
    const { default_currency: currency } = session.seller
    const typed = lastValue(form, 'amount_minor') ?? ''
    const minor = parseAmount(locale, currency, typed)
    const amount = minor === undefined ? typed || refund.rest : formatMoney(locale, currency, minor)
    return refund.confirm(amount, params['paymentId'] ?? '')
  },
  done: ({ payment_id }) => ({ to: `/dashboard/payments/${payment_id}`, done: 'refunded' }),
  page: paymentPage,
})

export const paymentsFile: Download = {
  path: '/dashboard/payments.csv',
  fileName: 'payments.csv',
  lines: (context) => {
    const { locale, text: shared } = context
    const own = texts[locale]
    return csvOf(context, 'listPayments', {
      filters: filtersOf(context, filters),
      titles: [
        shared.identifier,
        own.paid_at,
        shared.status,
        statementTexts[locale].columns.currency,
        shared.amount,
        own.refunded,
        own.end_to_end_id,
        own.txid,
        own.return_reason,
        own.checkout,
      ],
      row: ({ currency, ...payment }) => [
        payment.id,
        { moment: payment.paid_at },
        own.statuses[payment.status],
        currency,
        { currency, amount_minor: payment.amount_minor },
        { currency, amount_minor: payment.amount_refunded_minor },
        payment.end_to_end_id,
        payment.txid,
        payment.return_reason && own.reasons[payment.return_reason],
        payment.checkout_id,
      ],
    })
  },
}
