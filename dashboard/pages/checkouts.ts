/** Checkouts: the list with its search, and one with its whole story. */
import { writtenPhone } from '../../domain/formats/phone.ts'
import { writtenTaxId } from '../../domain/formats/taxId.ts'
import type { components } from '../../generated/types.ts'
import { id, link, metadata, none, reference, section, status, text } from '../blocks.ts'
import type { Block, Cell, Tone } from '../blocks.ts'
import { statementTexts } from '../../domain/payments/statement/texts.ts'
import { deliveriesTable } from '../deliveries.ts'
import {
  choiceOf,
  filter,
  filterForm,
  filtersOf,
  money,
  pagesOf,
  parametersOf,
  refundedCell,
  refundedOf,
  time,
} from '../lists.ts'
import { customerCell, customerName, customersOf, headingOf, itemsOf } from '../names.ts'
import { action } from '../page.ts'
import { fileOfList, linksToFiles, listDownloads } from '../listFiles.ts'
import type { ListTable } from '../listFiles.ts'
import type { Page, PageContext, View } from '../page.ts'
import { checkouts as texts } from '../texts/checkouts.ts'
import { payments as paymentTexts } from '../texts/payments.ts'
import { sums } from '../texts/sums.ts'
import { dayOf } from '../../runtime/brasilia.ts'
import { undelivered } from './emails.ts'
import { toRefund } from './refundForm.ts'
import { newCheckoutLink } from './newCheckout.ts'
import { creditNotes, storyOf } from './chargeStory.ts'
import { shareSection } from './sharing.ts'
import { moneyIn, pageSums } from './sums.ts'
import { checkoutsFound } from './search.ts'

type Checkout = components['schemas']['Checkout']
type Customer = components['schemas']['Customer']
type Event = components['schemas']['Event']

const tones: Record<Checkout['status'], Tone> = {
  open: 'warn',
  completed: 'good',
  expired: 'plain',
  canceled: 'plain',
}

/** Events of a checkout that its page shows; more are a page of events. */
const EVENTS_SHOWN = 20
/** Of so many events the deliveries are shown. */
const EVENTS_WITH_DELIVERIES = 5

const filters = ['status', 'customer_id', 'external_id', 'created_from', 'created_to']

const stateCell = ({ locale }: PageContext, { status: state }: Checkout): Cell =>
  status(tones[state], texts[locale].statuses[state])

const total = (context: PageContext, { currency, amount_total_minor }: Checkout): Cell =>
  money(context, { currency, amount_minor: amount_total_minor })

/** Counts all checkouts of this page of the list, and adds up the paid ones. */
function sumsOf(
  context: PageContext,
  list: { data: Checkout[]; next_cursor: string | null },
): Block[] {
  const paid = list.data.filter(({ status: state }) => state === 'completed')
  const sum = (amountOf: (checkout: Checkout) => number) =>
    paid.reduce((minor, checkout) => minor + amountOf(checkout), 0)
  const of = {
    count: paid.length,
    gross: sum(({ amount_total_minor }) => amount_total_minor),
    refunded: sum(({ amount_refunded_minor }) => amount_refunded_minor),
  }
  const count = sums[context.locale].checkouts(list.data.length)
  return pageSums(context, list, [count, ...moneyIn(context, of)])
}

async function searchForm(context: PageContext): Promise<Block> {
  const words = texts[context.locale]
  const { customer_id = '' } = context.query
  const customer = (await customersOf(context, [customer_id || null])).get(customer_id)
  return filterForm(context, {
    action: '/dashboard/checkouts',
    names: filters,
    fields: [
      filter(context, {
        name: 'search',
        label: words.search,
        type: 'text',
        hint: words.search_hint,
      }),
      choiceOf(context, { name: 'status', label: context.text.status, options: words.statuses }),
      filter(context, { name: 'created_from', label: words.created_from, type: 'date' }),
      filter(context, { name: 'created_to', label: words.created_to, type: 'date' }),
    ],
    said: {
      customer_id: { label: words.customer, value: customer && customerName(context, customer) },
      external_id: { label: words.reference },
    },
  })
}

export const checkoutsPage: Page = {
  path: '/dashboard/checkouts',
  async draw(context) {
    const words = texts[context.locale]
    const { text: shared } = context
    const listed = await checkoutsFound(context)
    if ('to' in listed) return listed
    const query = { ...parametersOf(context, filters), ...listed.filters }
    const list = listed.isNothing
      ? { data: [], next_cursor: null }
      : await context.call('listCheckouts', { query })
    const customers = await customersOf(
      context,
      list.data.map(({ customer_id }) => customer_id),
    )
    const rows = list.data.map((checkout) => [
      link(`/dashboard/checkouts/${checkout.id}`, itemsOf(checkout)),
      customerCell(context, checkout.customer_id, customers.get(checkout.customer_id ?? '')),
      reference(checkout.external_id),
      total(context, checkout),
      refundedCell(context, checkout),
      stateCell(context, checkout),
      time(context, checkout.created_at),
    ])
    const columns = [
      shared.items,
      shared.customer,
      shared.reference,
      shared.amount,
      { text: shared.refunded, isWideOnly: true as const, isNumber: true as const },
      shared.status,
      shared.created_at,
    ]
    const exported = { ...filtersOf(context, filters), ...listed.filters }
    return {
      name: 'checkouts',
      title: words.title,
      blocks: [
        ...newCheckoutLink(context),
        await searchForm(context),
        ...sumsOf(context, list),
        {
          kind: 'table',
          caption: words.title,
          isCards: true,
          columns,
          rows,
          empty: words.empty,
          ...pagesOf(context, list),
        },
        ...(listed.isNothing ? [] : [linksToFiles(context, 'checkouts', exported)]),
      ],
    }
  },
}

/** The text that a link's buyer typed, which proves nothing of the customer beside it. */
function buyerFact(label: string, { buyer }: Checkout) {
  if (!buyer) return []
  const { name, email } = buyer
  const number = buyer.tax_id && writtenTaxId(buyer.tax_id)
  const phone = buyer.phone && writtenPhone(buyer.phone)
  const typed = [name, email, number, phone].filter(Boolean).join(' · ')
  return [{ label, cell: text(typed) }]
}

function factsOf(context: PageContext, checkout: Checkout, customer: Customer | undefined): Block {
  const { text: shared, locale } = context
  const words = texts[locale]
  const { payment_id } = checkout
  const payment = payment_id && link(`/dashboard/payments/${payment_id}`, words.show_payment)
  return {
    kind: 'facts',
    facts: [
      { label: shared.status, cell: stateCell(context, checkout) },
      { label: shared.amount, cell: total(context, checkout) },
      { label: words.refunded, cell: refundedCell(context, checkout) },
      { label: words.customer, cell: customerCell(context, checkout.customer_id, customer) },
      ...buyerFact(words.buyer, checkout),
      { label: words.reference, cell: reference(checkout.external_id) },
      { label: words.payment, cell: payment || none },
      // Of one that is open, its link stands above, to be given away.
      ...(checkout.status === 'open'
        ? []
        : [{ label: words.page, cell: link(checkout.checkout_url, words.open_page) }]),
      { label: words.expires_at, cell: time(context, checkout.expires_at) },
      ...(checkout.cancel_at === null
        ? []
        : [{ label: words.cancel_at, cell: time(context, checkout.cancel_at) }]),
      { label: shared.identifier, cell: id(checkout.id) },
    ],
  }
}

async function deliveriesOf({ call }: PageContext, events: Event[]) {
  const shown = events.slice(0, EVENTS_WITH_DELIVERIES)
  const lists = await Promise.all(
    shown.map(({ id }) => call('listWebhookDeliveries', { query: { event_id: id, limit: 20 } })),
  )
  return lists.flatMap(({ data }) => data)
}

/** Each item with its price, in the order in which the seller has sent them. */
function itemsTable(context: PageContext, { line_items, currency }: Checkout): Block {
  const words = texts[context.locale]
  const price = (amount_minor: number) => money(context, { currency, amount_minor })
  return {
    kind: 'table',
    caption: words.items,
    columns: [
      words.product,
      words.kind,
      { text: words.quantity, isNumber: true },
      words.unit_price,
      context.text.amount,
    ],
    rows: line_items.map((item) => [
      text(item.offer_name === item.name ? item.name : `${item.name} · ${item.offer_name}`),
      text(words.kinds[item.kind]),
      text(String(item.quantity)),
      price(item.unit_amount_minor),
      price(item.total_amount_minor),
    ]),
    empty: '',
  }
}

function cancelForm(context: PageContext, { id }: Checkout): Block {
  const { cancel } = texts[context.locale]
  return {
    kind: 'form',
    action: `/dashboard/checkouts/${id}/cancel`,
    title: cancel.title,
    text: cancel.text,
    fields: [],
    submit: cancel.submit,
    isDangerous: true,
  }
}

export const checkoutPage: Page = {
  path: '/dashboard/checkouts/:checkoutId',
  async draw(context): Promise<View> {
    const { call, can, params, locale } = context
    const words = texts[locale]
    const { checkoutId = '' } = params
    const checkout = await call('getCheckout', { path: { checkoutId } })
    const query = { checkout_id: checkoutId, limit: EVENTS_SHOWN }
    const [events, page, customers, failures] = await Promise.all([
      call('listEvents', { query }),
      call('getCheckoutPage', { path: { checkoutId } }),
      customersOf(context, [checkout.customer_id]),
      undelivered(context, checkoutId),
    ])
    const customer = customers.get(checkout.customer_id ?? '')
    const story = { events, openedAt: page.first_opened_at }
    const deliveries = can('listWebhookDeliveries') && (await deliveriesOf(context, events.data))
    const isOpen = checkout.status === 'open'
    return {
      name: 'checkout',
      title: headingOf(context, words.one, {
        ...checkout,
        amount_minor: checkout.amount_total_minor,
      }),
      blocks: [
        ...failures,
        ...(await creditNotes(context, checkout)),
        ...toRefund(context, checkout),
        ...(isOpen ? [await shareSection(context, checkout, customer)] : []),
        factsOf(context, checkout, customer),
        itemsTable(context, checkout),
        section(words.story, storyOf(context, checkout, story)),
        ...(deliveries
          ? [section(words.deliveries, await deliveriesTable(context, deliveries))]
          : []),
        ...metadata(words.metadata, checkout.metadata),
        ...(isOpen && can('cancelCheckout') ? [cancelForm(context, checkout)] : []),
      ],
    }
  },
}

export const cancelAction = action<'cancelCheckout'>({
  path: '/dashboard/checkouts/:checkoutId/cancel',
  operation: 'cancelCheckout',
  done: ({ id }) => ({ to: `/dashboard/checkouts/${id}`, done: 'checkout_canceled' }),
  page: checkoutPage,
})

const everyItem = ({ line_items }: Checkout): string =>
  line_items
    .map(({ name, quantity }) => (quantity === 1 ? name : `${quantity} × ${name}`))
    .join('; ')

type CheckoutRow = { checkout: Checkout; customer: Customer | undefined }

type CheckoutColumns = ListTable<'listCheckouts', CheckoutRow>['columns']

function fileColumns({ locale, text: shared }: PageContext): CheckoutColumns {
  const words = texts[locale]
  const { columns } = statementTexts[locale]
  return [
    [columns.date, 12, ({ checkout }) => ({ day: dayOf(checkout.created_at) })],
    [shared.status, 14, ({ checkout }) => words.statuses[checkout.status]],
    [
      columns.customer_name,
      28,
      ({ checkout, customer }) => customer?.name ?? checkout.buyer?.name ?? null,
    ],
    [
      columns.customer_tax_id,
      20,
      ({ checkout, customer }) => customer?.tax_id ?? checkout.buyer?.tax_id ?? null,
    ],
    [columns.description, 48, ({ checkout }) => everyItem(checkout)],
    [columns.external_id, 24, ({ checkout }) => checkout.external_id],
    [
      columns.amount,
      14,
      ({ checkout: { currency, amount_total_minor: amount_minor } }) => ({
        currency,
        amount_minor,
      }),
    ],
    [words.refunded, 14, ({ checkout }) => refundedOf(checkout)],
    [columns.currency, 8, ({ checkout }) => checkout.currency],
    [shared.created_at, 20, ({ checkout }) => ({ moment: checkout.created_at })],
    [
      paymentTexts[locale].paid_at,
      20,
      ({ checkout: { completed_at } }) => (completed_at === null ? null : { moment: completed_at }),
    ],
    [
      columns.customer_email,
      28,
      ({ checkout, customer }) => customer?.email ?? checkout.buyer?.email ?? null,
    ],
    [columns.id, 46, ({ checkout }) => checkout.id],
    [columns.payment_id, 44, ({ checkout }) => checkout.payment_id],
    [columns.customer_id, 44, ({ checkout }) => checkout.customer_id],
  ]
}

export const checkoutsFiles = listDownloads('checkouts', (context, format) =>
  fileOfList<'listCheckouts', CheckoutRow>(context, {
    id: 'listCheckouts',
    format,
    table: {
      title: texts[context.locale].title,
      filters: filtersOf(context, filters),
      rows: async (by, checkouts) => {
        const customers = await customersOf(
          by,
          checkouts.map(({ customer_id }) => customer_id),
        )
        return checkouts.map((checkout) => ({
          checkout,
          customer: customers.get(checkout.customer_id ?? ''),
        }))
      },
      columns: fileColumns(context),
    },
  }),
)
