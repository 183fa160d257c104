/** Invoices of subscriptions: the list with its filters and files. */
import { statementTexts } from '../../domain/payments/statement/texts.ts'
import type { components } from '../../generated/types.ts'
import { text } from '../blocks.ts'
import type { Block } from '../blocks.ts'
import { fileOfList, linksToFiles, listDownloads } from '../listFiles.ts'
import type { ListTable } from '../listFiles.ts'
import {
  dayCell,
  choiceOf,
  filter,
  filterForm,
  filtersOf,
  money,
  pagesOf,
  parametersOf,
  refundedOf,
} from '../lists.ts'
import type { Pages } from '../lists.ts'
import { customerCell, customerName, customersOf, subscriptionsOf } from '../names.ts'
import type { Page, PageContext } from '../page.ts'
import { invoices as texts } from '../texts/invoices.ts'
import {
  invoiceCell,
  invoiceName,
  INVOICES,
  invoiceStateCell,
  periodCell,
} from './subscriptionParts.ts'
import type { Invoice, Subscription } from './subscriptionParts.ts'

type Customer = components['schemas']['Customer']

const filters = ['status', 'subscription_id', 'customer_id', 'due_from', 'due_to']

/** The day of its debit; one that a code pays has none before that code is made. */
const dueCell = (context: PageContext, { due_on, collection }: Invoice) =>
  due_on === null && collection === 'code'
    ? text(texts[context.locale].by_code)
    : dayCell(context, due_on)

/**
 * Invoices of one subscription, or of several with their customers.
 *
 * @param customers left out where the page is about one of them
 */
export function invoicesTable(
  context: PageContext,
  invoices: readonly Invoice[],
  subscriptions: ReadonlyMap<string, Subscription>,
  { customers, ...pages }: Pages & { customers?: ReadonlyMap<string, Customer> } = {},
): Block {
  const { locale, text: shared } = context
  const words = texts[locale]
  return {
    kind: 'table',
    caption: words.title,
    isCards: true,
    columns: [
      words.one,
      ...(customers ? [shared.customer] : []),
      { text: words.period, isWideOnly: true as const },
      words.due_on,
      shared.amount,
      shared.status,
    ],
    rows: invoices.map((invoice) => [
      invoiceCell(context, invoice, subscriptions.get(invoice.subscription_id)),
      ...(customers
        ? [customerCell(context, invoice.customer_id, customers.get(invoice.customer_id))]
        : []),
      periodCell(context, invoice),
      dueCell(context, invoice),
      money(context, invoice),
      invoiceStateCell(context, invoice),
    ]),
    empty: words.empty,
    ...pages,
  }
}

async function searchForm(context: PageContext): Promise<Block> {
  const { locale, query, text: shared } = context
  const words = texts[locale]
  const { customer_id = '', subscription_id } = query
  const [customers, subscriptions] = await Promise.all([
    customersOf(context, [customer_id || null]),
    subscriptionsOf(context, subscription_id ? [subscription_id] : []),
  ])
  const customer = customers.get(customer_id)
  return filterForm(context, {
    action: INVOICES,
    names: filters,
    fields: [
      choiceOf(context, { name: 'status', label: shared.status, options: words.statuses }),
      filter(context, { name: 'due_from', label: words.due_from, type: 'date' }),
      filter(context, { name: 'due_to', label: words.due_to, type: 'date' }),
    ],
    said: {
      customer_id: { label: shared.customer, value: customer && customerName(context, customer) },
      subscription_id: {
        label: words.subscription,
        value: subscriptions.get(subscription_id ?? '')?.name ?? words.chosen,
      },
    },
  })
}

/** The subscriptions and customers of invoices. */
async function namesOf(context: PageContext, invoices: readonly Invoice[]) {
  const [subscriptions, customers] = await Promise.all([
    subscriptionsOf(
      context,
      invoices.map(({ subscription_id }) => subscription_id),
    ),
    customersOf(
      context,
      invoices.map(({ customer_id }) => customer_id),
    ),
  ])
  return { subscriptions, customers }
}

export const invoicesPage: Page = {
  path: INVOICES,
  async draw(context) {
    const words = texts[context.locale]
    const list = await context.call('listInvoices', { query: parametersOf(context, filters) })
    const { subscriptions, customers } = await namesOf(context, list.data)
    return {
      name: 'invoices',
      title: words.title,
      blocks: [
        await searchForm(context),
        invoicesTable(context, list.data, subscriptions, { customers, ...pagesOf(context, list) }),
        linksToFiles(context, 'invoices', filtersOf(context, filters)),
      ],
    }
  },
}

type Row = {
  invoice: Invoice
  subscription: Subscription | undefined
  customer: Customer | undefined
}

type Columns = ListTable<'listInvoices', Row>['columns']

function fileColumns(context: PageContext): Columns {
  const { locale, text: shared } = context
  const words = texts[locale]
  const { columns } = statementTexts[locale]
  const own = (cell: (of: Invoice) => ReturnType<Columns[number][2]>) =>
    (({ invoice }: Row) => cell(invoice)) satisfies Columns[number][2]
  const day = (value: string | null) => (value === null ? null : { day: value })
  return [
    [words.due_on, 14, own(({ due_on }) => day(due_on))],
    [shared.status, 16, own(({ status }) => words.statuses[status])],
    [columns.customer_name, 28, ({ customer }) => customer?.name ?? null],
    [columns.customer_tax_id, 20, ({ customer }) => customer?.tax_id ?? null],
    [
      columns.description,
      40,
      ({ invoice, subscription }) => invoiceName(context, invoice, subscription),
    ],
    [columns.external_id, 24, ({ subscription }) => subscription?.external_id ?? null],
    [columns.amount, 14, own((of) => of)],
    [words.refunded, 14, own((of) => refundedOf(of))],
    [columns.currency, 8, own(({ currency }) => currency)],
    [words.paid_at, 20, own(({ paid_at }) => (paid_at === null ? null : { moment: paid_at }))],
    [
      words.reason,
      40,
      own(({ failure_reason }) => failure_reason && words.reasons[failure_reason]),
    ],
    [columns.customer_email, 28, ({ customer }) => customer?.email ?? null],
    [columns.end_to_end_id, 36, own(({ end_to_end_id }) => end_to_end_id)],
    [columns.txid, 36, own(({ txid }) => txid)],
    [columns.invoice_id, 44, own(({ id }) => id)],
    [columns.payment_id, 44, own(({ payment_id }) => payment_id)],
    [columns.customer_id, 44, own(({ customer_id }) => customer_id)],
    [columns.subscription_id, 44, own(({ subscription_id }) => subscription_id)],
  ]
}

export const invoicesFiles = listDownloads('invoices', (context, format) =>
  fileOfList<'listInvoices', Row>(context, {
    id: 'listInvoices',
    format,
    table: {
      title: texts[context.locale].title,
      filters: filtersOf(context, filters),
      rows: async (by, invoices) => {
        const { subscriptions, customers } = await namesOf(by, invoices)
        return invoices.map((invoice) => ({
          invoice,
          subscription: subscriptions.get(invoice.subscription_id),
          customer: customers.get(invoice.customer_id),
        }))
      },
      columns: fileColumns(context),
    },
  }),
)
