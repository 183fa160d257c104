/** One subscription: who pays what and when, how it stands, and what a person may do about it. */
import { drawQr, svgOf } from '../../domain/checkouts/page/qr.ts'
import { formatMoney } from '../../domain/formats/locale.ts'
import type { components } from '../../generated/types.ts'
import { code, id, isolated, link, metadata, none, reference, section, taxId } from '../blocks.ts'
import { text } from '../blocks.ts'
import type { Block, Cell, Field } from '../blocks.ts'
import { dayCell, formatDay, money, time } from '../lists.ts'
import { customerCell, customerName, customersOf, readEach } from '../names.ts'
import { action } from '../page.ts'
import type { Page, PageContext, View } from '../page.ts'
import { checkouts } from '../texts/checkouts.ts'
import { events as eventTexts } from '../texts/events.ts'
import { invoices as invoiceTexts } from '../texts/invoices.ts'
import { subscriptions as texts } from '../texts/subscriptions.ts'
import { undelivered } from './emails.ts'
import { invoicesTable } from './invoices.ts'
import { offerAddress } from './offerParts.ts'
import { playSubscriptionActions, subscriptionButtons } from './playing.ts'
import { linkBlocks } from './sharing.ts'
import {
  INVOICES,
  invoiceAddress,
  knownFacts,
  paidUntilCell,
  priceOf,
  stateCell,
  subscriptionAddress,
  SUBSCRIPTIONS,
} from './subscriptionParts.ts'
import type { Invoice, Subscription } from './subscriptionParts.ts'

type Customer = components['schemas']['Customer']
type Event = components['schemas']['Event']

/** Invoices and events that the page shows, the newest; links lead to the others. */
const INVOICES_SHOWN = 12
const EVENTS_SHOWN = 20

const isOver = ({ status }: Subscription): boolean =>
  status === 'canceled' || status === 'expired' || status === 'ended'

type Standing = { subscription: Subscription; invoices: readonly Invoice[] }

/** The newest invoice of which a debit has failed or nothing came. */
const behindOf = (invoices: readonly Invoice[]): Invoice | undefined =>
  invoices.find(({ status, failure_reason }) =>
    status === 'open' ? failure_reason !== null : status === 'uncollectible',
  )

function pastDueNote({ locale }: PageContext, { invoices }: Standing): Block[] {
  const { standing } = texts[locale]
  const invoice = behindOf(invoices)
  if (!invoice) return []
  const { failure_reason, next_attempt_on } = invoice
  const why = standing.past_due(invoiceTexts[locale].reasons[failure_reason ?? 'other'])
  const next =
    next_attempt_on === null
      ? standing.pay_by_code
      : standing.next_attempt(formatDay(locale, next_attempt_on))
  const link = { href: invoiceAddress(invoice.id), text: standing.show }
  return [{ kind: 'note', tone: 'bad', text: `${why} ${next}`, link }]
}

/** The side that has ended it and its reason, in sentences. */
function endOf({ locale }: PageContext, { cancellation }: Subscription): string {
  const { standing } = texts[locale]
  if (!cancellation) return standing.expired
  const { by, reason, code: bankCode } = cancellation
  const why = by === 'seller' && reason !== null ? [standing.reason(isolated(reason))] : []
  const said = bankCode === null ? [] : [standing.code(isolated(bankCode))]
  return [standing.canceled[by], ...why, ...said].join(' ')
}

/** The standing in a sentence; nothing of one that is paid as agreed. */
function standingNotes(context: PageContext, of: Standing): Block[] {
  const { subscription, invoices } = of
  const { standing } = texts[context.locale]
  const note = (words: string): Block[] => [{ kind: 'note', tone: 'plain', text: words }]
  switch (subscription.status) {
    case 'incomplete':
      if (invoices[0]?.status === 'paid')
        return [{ kind: 'note', tone: 'warn', text: standing.paid_only }]
      return note(invoices.length > 0 ? standing.incomplete : standing.incomplete_later)
    case 'past_due':
      return pastDueNote(context, of)
    case 'expired':
      return note(
        subscription.paid_until === null ? endOf(context, subscription) : standing.expired_paid,
      )
    case 'canceled':
      return note(endOf(context, subscription))
    case 'ended':
      return note(standing.ended)
    default:
      return []
  }
}

/** The buyer's page, to be opened at once or sent. */
function shareSection(
  context: PageContext,
  subscription: Subscription,
  customer: Customer | undefined,
): Block {
  const { locale, session } = context
  const { share, open_page: open } = texts[locale]
  const { subscription_url: url } = subscription
  const title = priceOf(context, subscription)
  const qr = drawQr(url)
  return section(
    share.title,
    ...(qr ? [{ kind: 'poster' as const, title, svg: svgOf(qr), url, hint: share.scan }] : []),
    ...linkBlocks(url, {
      ...share,
      message: share.message(title, session.seller.shop_name, url),
      subject: share.subject(session.seller.shop_name),
      to: customer?.email ?? '',
      open,
    }),
  )
}

/** The offer whose terms were copied; one that was archived has no page. */
async function planCell({ call }: PageContext, { name, offer_id }: Subscription): Promise<Cell> {
  const offers = await readEach([offer_id], (offerId) => call('getOffer', { path: { offerId } }))
  const offer = offers.get(offer_id)
  return offer ? link(offerAddress(offer), name) : text(name)
}

/** Amounts beyond its price: a first period of another amount, or amounts that change. */
function amountFacts(context: PageContext, subscription: Subscription) {
  const { locale, text: shared } = context
  const words = texts[locale]
  const { currency, first_amount_minor, variable } = subscription
  const limit = variable?.minimum_limit_minor ?? null
  const said = limit === null ? shared.yes : words.least_limit(formatMoney(locale, currency, limit))
  return [
    ...(first_amount_minor === null
      ? []
      : [
          {
            label: words.first_amount,
            cell: money(context, { currency, amount_minor: first_amount_minor }),
          },
        ]),
    ...(variable === null ? [] : [{ label: words.variable, cell: text(said) }]),
  ]
}

async function factsOf(
  context: PageContext,
  subscription: Subscription,
  customer: Customer | undefined,
): Promise<Block> {
  const { locale, text: shared } = context
  const words = texts[locale]
  const { status, starts_on, cycles, next_due_on, retries } = subscription
  const count = cycles === null ? words.endless : words.cycles_of(cycles)
  return knownFacts([
    { label: shared.status, cell: stateCell(context, subscription) },
    { label: words.plan, cell: await planCell(context, subscription) },
    { label: shared.customer, cell: customerCell(context, subscription.customer_id, customer) },
    { label: words.price, cell: text(priceOf(context, subscription)) },
    ...amountFacts(context, subscription),
    {
      label: words.next_due_on,
      cell:
        next_due_on === null && isOver(subscription)
          ? text(words.no_next)
          : dayCell(context, next_due_on),
    },
    { label: words.paid_until, cell: paidUntilCell(context, subscription) },
    { label: words.cycles, cell: text(count) },
    {
      label: words.starts_on,
      cell: starts_on === null ? text(words.with_code) : dayCell(context, starts_on),
    },
    { label: words.retries, cell: text(retries ? shared.yes : shared.no) },
    { label: shared.reference, cell: reference(subscription.external_id) },
    ...(status === 'incomplete'
      ? [{ label: words.expires_at, cell: time(context, subscription.expires_at) }]
      : // Of an incomplete one the page stands above, to be given away.
        [
          {
            label: words.page,
            cell: { kind: 'address' as const, href: subscription.subscription_url },
          },
        ]),
    { label: words.activated_at, cell: time(context, subscription.activated_at) },
    { label: shared.created_at, cell: time(context, subscription.created_at) },
    { label: shared.identifier, cell: id(subscription.id) },
  ])
}

const digits = (taxNumber: string): string => taxNumber.replace(/[^0-9A-Za-z]/g, '')

/** The mandate with its payer, who need not be the customer. */
function mandateSection(
  context: PageContext,
  { mandate }: Subscription,
  customer: Customer | undefined,
): Block {
  const words = texts[context.locale].mandate
  const { payer, approved_at } = mandate
  const number = payer?.tax_id ?? null
  const isOther =
    number !== null && customer?.tax_id != null && digits(customer.tax_id) !== digits(number)
  return section(
    words.title,
    ...(isOther
      ? [{ kind: 'note' as const, tone: 'plain' as const, text: words.other_payer }]
      : []),
    knownFacts([
      { label: words.status, cell: text(words.statuses[mandate.status]) },
      { label: words.approved_at, cell: time(context, approved_at) },
      { label: words.payer, cell: taxId(number) },
      { label: words.bank, cell: code(payer?.bank_ispb ?? null) },
      { label: words.id, cell: mandate.id === null ? none : id(mandate.id) },
    ]),
  )
}

/** Its events and those of its invoices, newest first. */
function storySection(
  context: PageContext,
  { id: subscription_id }: Subscription,
  events: { data: Event[]; next_cursor: string | null },
): Block {
  const words = texts[context.locale]
  const { types } = eventTexts[context.locale]
  const checkoutTexts = checkouts[context.locale]
  const { next_cursor } = events
  const more = new URLSearchParams({ subscription_id, starting_after: next_cursor ?? '' })
  return section(words.story, {
    kind: 'table',
    caption: words.story,
    isCards: true,
    columns: [checkoutTexts.event, checkoutTexts.when],
    rows: events.data.map((event) => [
      link(`/dashboard/events/${event.id}`, types[event.type]),
      time(context, event.created_at),
    ]),
    empty: eventTexts[context.locale].empty,
    ...(next_cursor !== null && { next: `/dashboard/events?${more}` }),
  })
}

function cancelForm({ locale }: PageContext, { id }: Subscription): Block {
  const { cancel } = texts[locale]
  const fields: Field[] = [{ name: 'reason', label: cancel.reason, type: 'text', maxLength: 140 }]
  return {
    kind: 'form',
    action: `${subscriptionAddress(id)}/cancel`,
    title: cancel.title,
    text: cancel.text,
    fields,
    submit: cancel.submit,
    isDangerous: true,
  }
}

export const subscriptionPage: Page = {
  path: `${SUBSCRIPTIONS}/:subscriptionId`,
  async draw(context): Promise<View> {
    const { call, can, params, locale } = context
    const words = texts[locale]
    const { subscriptionId = '' } = params
    const subscription = await call('getSubscription', { path: { subscriptionId } })
    const { customer_id } = subscription
    const [invoices, events, customers, failures] = await Promise.all([
      call('listInvoices', { query: { subscription_id: subscriptionId, limit: INVOICES_SHOWN } }),
      call('listEvents', { query: { subscription_id: subscriptionId, limit: EVENTS_SHOWN } }),
      customersOf(context, [customer_id]),
      undelivered(context, subscriptionId),
    ])
    const customer = customers.get(customer_id)
    const all = { href: `${INVOICES}?subscription_id=${subscriptionId}`, text: words.all_invoices }
    const of = { subscription, invoices: invoices.data }
    return {
      name: 'subscription',
      title: `${words.one} · ${subscription.name}`,
      blocks: [
        ...failures,
        ...standingNotes(context, of),
        ...(subscription.status === 'incomplete'
          ? [shareSection(context, subscription, customer)]
          : []),
        await factsOf(context, subscription, customer),
        section(
          words.invoices,
          invoicesTable(context, invoices.data, new Map([[subscriptionId, subscription]])),
          ...(invoices.has_more ? [{ kind: 'links' as const, links: [all] }] : []),
        ),
        mandateSection(context, subscription, customer),
        ...subscriptionButtons(context, subscription, invoices.data[0]),
        storySection(context, subscription, events),
        ...metadata(words.metadata, subscription.metadata),
        ...(can('cancelSubscription') && !isOver(subscription)
          ? [cancelForm(context, subscription)]
          : []),
      ],
    }
  },
}

const cancelAction = action<'cancelSubscription'>({
  path: `${SUBSCRIPTIONS}/:subscriptionId/cancel`,
  operation: 'cancelSubscription',
  confirm: async (context) => {
    const { subscriptionId = '' } = context.params
    const { name, customer_id } = await context.call('getSubscription', {
      path: { subscriptionId },
    })
    const customer = (await customersOf(context, [customer_id])).get(customer_id)
    const buyer = customer ? customerName(context, customer) : customer_id
    return texts[context.locale].cancel.confirm(isolated(name), isolated(buyer))
  },
  done: ({ id }) => ({ to: subscriptionAddress(id), done: 'subscription_canceled' }),
  page: subscriptionPage,
})

export const subscriptionActions = [cancelAction, ...playSubscriptionActions(subscriptionPage)]
