/** One invoice: its debits with their reasons, its money, and the forms that void or reprice it. */
import { formatMoney, formatTime } from '../../domain/formats/locale.ts'
import { code, id, isolated, link, none, section, status, text } from '../blocks.ts'
import type { Block, Tone } from '../blocks.ts'
import { dayCell, money, refundedCell, time } from '../lists.ts'
import { customerCell, customersOf, headingOf } from '../names.ts'
import { action } from '../page.ts'
import type { Page, PageContext, View } from '../page.ts'
import { invoices as texts } from '../texts/invoices.ts'
import { undelivered } from './emails.ts'
import { invoiceButtons, playInvoiceActions } from './playing.ts'
import { paymentAddress } from './refundForm.ts'
import { refundsTable } from './refunds.ts'
import {
  invoiceAddress,
  invoiceName,
  INVOICES,
  invoiceStateCell,
  knownFacts,
  periodCell,
  subscriptionAddress,
} from './subscriptionParts.ts'
import type { Invoice, Subscription } from './subscriptionParts.ts'

type Attempt = Invoice['attempts'][number]

const tones: Record<Attempt['status'], Tone> = {
  scheduled: 'warn',
  paid: 'good',
  failed: 'bad',
  canceled: 'plain',
}

const REFUNDS_SHOWN = 20

function factsOf(context: PageContext, invoice: Invoice, { subscription, customer }: Named): Block {
  const { locale, text: shared } = context
  const words = texts[locale]
  const { payment_id, collection, status: state, finalizes_at, next_attempt_on } = invoice
  return knownFacts([
    { label: shared.status, cell: invoiceStateCell(context, invoice) },
    {
      label: words.subscription,
      cell: link(subscriptionAddress(subscription.id), invoiceName(context, invoice, subscription)),
    },
    { label: shared.customer, cell: customerCell(context, invoice.customer_id, customer) },
    { label: shared.amount, cell: money(context, invoice) },
    { label: words.refunded, cell: refundedCell(context, invoice) },
    { label: words.period, cell: periodCell(context, invoice) },
    { label: words.due_on, cell: dayCell(context, invoice.due_on) },
    ...(state === 'draft'
      ? [{ label: words.finalizes_at, cell: time(context, finalizes_at) }]
      : []),
    ...(next_attempt_on !== null && invoice.failure_reason !== null
      ? [{ label: words.next_attempt_on, cell: dayCell(context, next_attempt_on) }]
      : []),
    { label: words.paid_at, cell: time(context, invoice.paid_at) },
    {
      label: words.payment,
      cell: payment_id ? link(paymentAddress(payment_id), words.show_payment) : none,
    },
    { label: words.collection, cell: text(words.collections[collection]) },
    { label: words.end_to_end_id, cell: id(invoice.end_to_end_id) },
    { label: words.txid, cell: id(invoice.txid) },
    { label: shared.identifier, cell: id(invoice.id) },
  ])
}

/** Why there is no debit yet, or none at all. */
function noAttempts({ locale }: PageContext, { collection, status: state }: Invoice): string {
  const words = texts[locale].no_attempts
  if (collection === 'code') return words.code
  return state === 'draft' || state === 'open' ? words[state] : words.none
}

function attemptsSection(context: PageContext, invoice: Invoice): Block {
  const { locale, text: shared } = context
  const words = texts[locale]
  return section(words.attempts, {
    kind: 'table',
    caption: words.attempts,
    isCards: true,
    columns: [words.day, words.kind, shared.status, words.reason, words.code],
    rows: invoice.attempts.map(({ date, kind, status: state, reason, code: bankCode }) => [
      dayCell(context, date),
      text(words.kinds[kind]),
      status(tones[state], words.attempt_statuses[state]),
      text(reason && words.reasons[reason]),
      code(bankCode),
    ]),
    empty: noAttempts(context, invoice),
  })
}

/** A draft, or an open one before its first debit; the API knows until which hour. */
const isVoidable = ({ status: state, collection, void_requested_at, failure_reason }: Invoice) =>
  state === 'draft' ||
  (state === 'open' &&
    collection === 'automatic' &&
    void_requested_at === null &&
    failure_reason === null)

function formsOf(context: PageContext, invoice: Invoice, subscription: Subscription): Block[] {
  const { can, locale } = context
  const words = texts[locale]
  const { id: invoiceId, currency, amount_minor, finalizes_at } = invoice
  const blocks: Block[] = []
  const isVariable = subscription.variable !== null && invoice.status === 'draft'
  if (can('updateInvoice') && isVariable) {
    blocks.push({
      kind: 'form',
      action: invoiceAddress(invoiceId),
      title: words.amount.title,
      text: words.amount.text(formatTime(locale, finalizes_at ?? invoice.created_at)),
      fields: [
        {
          name: 'amount_minor',
          label: words.amount.label,
          type: 'money',
          required: true,
          hint: formatMoney(locale, currency, amount_minor),
        },
      ],
      submit: words.amount.submit,
    })
  }
  if (can('voidInvoice') && isVoidable(invoice)) {
    const { title, text: said, submit } = words.void
    const form = { kind: 'form', action: `${invoiceAddress(invoiceId)}/void`, title } as const
    blocks.push({ ...form, text: said, fields: [], submit, isDangerous: true })
  }
  return blocks
}

async function refundsSection(context: PageContext, { payment_id }: Invoice): Promise<Block[]> {
  if (payment_id === null) return []
  const { refunds: title } = texts[context.locale]
  const query = { payment_id, limit: REFUNDS_SHOWN }
  const { data } = await context.call('listRefunds', { query })
  const address = paymentAddress(payment_id)
  const link = { href: address, text: texts[context.locale].show_payment }
  if (data.length === 0) return []
  return [
    section(title, refundsTable(context, data, { caption: title }), {
      kind: 'links',
      links: [link],
    }),
  ]
}

type Named = {
  subscription: Subscription
  customer: Parameters<typeof customerCell>[2]
}

/** The subscription and the customer of an invoice. */
async function namedOf(context: PageContext, invoice: Invoice): Promise<Named> {
  const { subscription_id: subscriptionId, customer_id } = invoice
  const [subscription, customers] = await Promise.all([
    context.call('getSubscription', { path: { subscriptionId } }),
    customersOf(context, [customer_id]),
  ])
  return { subscription, customer: customers.get(customer_id) }
}

function failureNote({ locale }: PageContext, { status: state, failure_reason }: Invoice): Block[] {
  if (failure_reason === null) return []
  const words = texts[locale]
  const tone = state === 'open' ? 'warn' : 'bad'
  return [{ kind: 'note', tone, text: words.why(words.reasons[failure_reason]) }]
}

export const invoicePage: Page = {
  path: `${INVOICES}/:invoiceId`,
  async draw(context): Promise<View> {
    const { call, params, locale } = context
    const { invoiceId = '' } = params
    const invoice = await call('getInvoice', { path: { invoiceId } })
    const [named, failures, refunds] = await Promise.all([
      namedOf(context, invoice),
      undelivered(context, invoiceId),
      refundsSection(context, invoice),
    ])
    return {
      name: 'invoice',
      title: headingOf(context, texts[locale].one, invoice),
      blocks: [
        ...failures,
        ...failureNote(context, invoice),
        factsOf(context, invoice, named),
        attemptsSection(context, invoice),
        ...refunds,
        ...invoiceButtons(context, invoice),
        ...formsOf(context, invoice, named.subscription),
      ],
    }
  },
}

const voidAction = action<'voidInvoice'>({
  path: `${INVOICES}/:invoiceId/void`,
  operation: 'voidInvoice',
  confirm: async (context) => {
    const { call, params, locale } = context
    const invoice = await call('getInvoice', { path: { invoiceId: params['invoiceId'] ?? '' } })
    const { subscription } = await namedOf(context, invoice)
    const amount = formatMoney(locale, invoice.currency, invoice.amount_minor)
    const name = isolated(invoiceName(context, invoice, subscription))
    return texts[locale].void.confirm(name, amount)
  },
  done: ({ id }) => ({ to: invoiceAddress(id), done: 'invoice_voided' }),
  page: invoicePage,
})

const amountAction = action<'updateInvoice'>({
  path: `${INVOICES}/:invoiceId`,
  operation: 'updateInvoice',
  done: ({ id }) => ({ to: invoiceAddress(id), done: 'invoice_updated' }),
  page: invoicePage,
})

export const invoiceActions = [voidAction, amountAction, ...playInvoiceActions(invoicePage)]
