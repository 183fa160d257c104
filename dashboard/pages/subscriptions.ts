/** Subscriptions: the list with its filters and files, and those of one customer. */
import { statementTexts } from '../../domain/payments/statement/texts.ts'
import type { components } from '../../generated/types.ts'
import { addDays, dayOf } from '../../runtime/brasilia.ts'
import { link, reference, section, text } from '../blocks.ts'
import type { Block } from '../blocks.ts'
import { fileOfList, linksToFiles, listDownloads } from '../listFiles.ts'
import type { ListTable } from '../listFiles.ts'
import {
  dayCell,
  choiceOf,
  filter,
  filterForm,
  filtersOf,
  pagesOf,
  parametersOf,
} from '../lists.ts'
import { customerCell, customerName, customersOf, readEach } from '../names.ts'
import type { Page, PageContext } from '../page.ts'
import { subscriptions as texts } from '../texts/subscriptions.ts'
import { newSubscriptionLink, sellingNotice } from './newSubscription.ts'
import {
  paidUntilCell,
  priceOf,
  stateCell,
  subscriptionAddress,
  SUBSCRIPTIONS,
} from './subscriptionParts.ts'
import type { Subscription } from './subscriptionParts.ts'

type Customer = components['schemas']['Customer']

/** Subscriptions of a customer that its page shows, the newest. */
const SHOWN_OF_CUSTOMER = 20

const filters = ['status', 'customer_id', 'offer_id', 'external_id', 'created_from', 'created_to']

async function searchForm(context: PageContext): Promise<Block> {
  const { call, locale, query, text: shared } = context
  const words = texts[locale]
  const { customer_id = '', offer_id } = query
  const [customers, offers] = await Promise.all([
    customersOf(context, [customer_id || null]),
    // An archived offer has no name any more.
    readEach(offer_id ? [offer_id] : [], (offerId) => call('getOffer', { path: { offerId } })),
  ])
  const customer = customers.get(customer_id)
  return filterForm(context, {
    action: SUBSCRIPTIONS,
    names: filters,
    fields: [
      choiceOf(context, { name: 'status', label: shared.status, options: words.statuses }),
      filter(context, { name: 'external_id', label: shared.reference, type: 'text' }),
      filter(context, { name: 'created_from', label: words.created_from, type: 'date' }),
      filter(context, { name: 'created_to', label: words.created_to, type: 'date' }),
    ],
    said: {
      customer_id: {
        label: shared.customer,
        value: customer && customerName(context, customer),
      },
      offer_id: { label: words.offer, value: offers.get(offer_id ?? '')?.name },
    },
  })
}

export const subscriptionsPage: Page = {
  path: SUBSCRIPTIONS,
  async draw(context) {
    const { locale, text: shared } = context
    const words = texts[locale]
    const query = parametersOf(context, filters)
    const list = await context.call('listSubscriptions', { query })
    const customers = await customersOf(
      context,
      list.data.map(({ customer_id }) => customer_id),
    )
    return {
      name: 'subscriptions',
      title: words.title,
      blocks: [
        ...(await sellingNotice(context)),
        ...newSubscriptionLink(context),
        await searchForm(context),
        {
          kind: 'table',
          caption: words.title,
          isCards: true,
          columns: [
            words.plan,
            shared.customer,
            shared.reference,
            words.price,
            shared.status,
            words.next_due_on,
          ],
          rows: list.data.map((subscription) => [
            link(subscriptionAddress(subscription.id), subscription.name),
            customerCell(
              context,
              subscription.customer_id,
              customers.get(subscription.customer_id),
            ),
            reference(subscription.external_id),
            text(priceOf(context, subscription)),
            stateCell(context, subscription),
            dayCell(context, subscription.next_due_on),
          ]),
          empty: words.empty,
          ...pagesOf(context, list),
        },
        linksToFiles(context, 'subscriptions', filtersOf(context, filters)),
      ],
    }
  },
}

/** A section for a role that may read subscriptions, where the customer has any. */
export async function subscriptionsOfCustomer(
  context: PageContext,
  customerId: string,
): Promise<Block[]> {
  const { call, can, locale, text: shared } = context
  if (!can('listSubscriptions')) return []
  const words = texts[locale]
  const query = { customer_id: customerId, limit: SHOWN_OF_CUSTOMER }
  const { data, has_more } = await call('listSubscriptions', { query })
  if (data.length === 0) return []
  const table: Block = {
    kind: 'table',
    caption: words.title,
    isCards: true,
    columns: [words.plan, words.price, shared.status, words.next_due_on, words.paid_until],
    rows: data.map((subscription) => [
      link(subscriptionAddress(subscription.id), subscription.name),
      text(priceOf(context, subscription)),
      stateCell(context, subscription),
      dayCell(context, subscription.next_due_on),
      paidUntilCell(context, subscription),
    ]),
    empty: '',
    ...(has_more && { next: `${SUBSCRIPTIONS}?customer_id=${customerId}` }),
  }
  return [section(words.title, table)]
}

type Row = { subscription: Subscription; customer: Customer | undefined }

type Columns = ListTable<'listSubscriptions', Row>['columns']

const dayOrNull = (day: string | null) => (day === null ? null : { day })

function fileColumns(context: PageContext): Columns {
  const { locale, text: shared } = context
  const words = texts[locale]
  const { columns } = statementTexts[locale]
  const own = (cell: (of: Subscription) => ReturnType<Columns[number][2]>) =>
    (({ subscription }: Row) => cell(subscription)) satisfies Columns[number][2]
  return [
    [columns.date, 12, own(({ created_at }) => ({ day: dayOf(created_at) }))],
    [shared.status, 16, own(({ status }) => words.statuses[status])],
    [columns.customer_name, 28, ({ customer }) => customer?.name ?? null],
    [columns.customer_tax_id, 20, ({ customer }) => customer?.tax_id ?? null],
    [columns.description, 40, own(({ name }) => name)],
    [columns.external_id, 24, own(({ external_id }) => external_id)],
    [columns.amount, 14, own((of) => of)],
    [words.price, 28, own((of) => priceOf(context, of))],
    [columns.currency, 8, own(({ currency }) => currency)],
    [words.starts_on, 14, own(({ starts_on }) => dayOrNull(starts_on))],
    [words.next_due_on, 14, own(({ next_due_on }) => dayOrNull(next_due_on))],
    [
      words.paid_until,
      14,
      own(({ paid_until }) => dayOrNull(paid_until && addDays(paid_until, -1))),
    ],
    [words.cycles, 12, own(({ cycles }) => (cycles === null ? null : String(cycles)))],
    [columns.customer_email, 28, ({ customer }) => customer?.email ?? null],
    [columns.id, 44, own(({ id }) => id)],
    [columns.customer_id, 44, own(({ customer_id }) => customer_id)],
  ]
}

export const subscriptionsFiles = listDownloads('subscriptions', (context, format) =>
  fileOfList<'listSubscriptions', Row>(context, {
    id: 'listSubscriptions',
    format,
    table: {
      title: texts[context.locale].title,
      filters: filtersOf(context, filters),
      rows: async (by, subscriptions) => {
        const customers = await customersOf(
          by,
          subscriptions.map(({ customer_id }) => customer_id),
        )
        return subscriptions.map((subscription) => ({
          subscription,
          customer: customers.get(subscription.customer_id),
        }))
      },
      columns: fileColumns(context),
    },
  }),
)
