/** The page of the search in the header: what was found, by what it is. */
import type { components } from '../../generated/types.ts'
import { id as idCell, link, none, reference, status, taxId, text } from '../blocks.ts'
import type { Block, Cell, Tone } from '../blocks.ts'
import { money, time } from '../lists.ts'
import { pageOf } from '../objectPages.ts'
import type { Page, PageContext } from '../page.ts'
import { checkouts } from '../texts/checkouts.ts'
import { customers } from '../texts/customers.ts'
import { invoices } from '../texts/invoices.ts'
import { payments } from '../texts/payments.ts'
import { products } from '../texts/products.ts'
import { search as texts } from '../texts/search.ts'
import { subscriptions } from '../texts/subscriptions.ts'
import { unmatchedOn } from './unmatched.ts'

type Result = components['schemas']['SearchResult']
type Type = Result['type']

const PATH = '/dashboard/search'

/** The contract's. */
const MAX_RESULTS = 20
const MAX_TYPED = 320

const types: readonly Type[] = [
  'customer',
  'checkout',
  'subscription',
  'invoice',
  'payment',
  'refund',
  'product',
  'payment_link',
  'transfer',
]

const good = new Set(['active', 'completed', 'paid', 'succeeded'])
const toneOf = (state: string): Tone => (good.has(state) ? 'good' : 'plain')

/** The words for a state, which each type has its own of. */
function statusCell({ locale }: PageContext, { type, status: state }: Result): Cell {
  const words: Record<Type, Record<string, string>> = {
    customer: customers[locale].statuses,
    checkout: checkouts[locale].statuses,
    subscription: subscriptions[locale].statuses,
    invoice: invoices[locale].statuses,
    payment: payments[locale].statuses,
    refund: payments[locale].refund_statuses,
    product: products[locale].statuses,
    payment_link: texts[locale].link_statuses,
    transfer: texts[locale].transfer_statuses,
  }
  return status(toneOf(state), words[type][state] ?? state)
}

/** The columns of a type that say more than its name: who bought, or who it is. */
function detailsOf(
  type: Type,
  context: PageContext,
): { title: string; cell: (of: Result) => Cell }[] {
  const words = texts[context.locale]
  const detail = { title: words.detail, cell: ({ subtitle }: Result) => text(subtitle) }
  if (type === 'customer') {
    const title = customers[context.locale].tax_id
    return [detail, { title, cell: ({ tax_id }) => taxId(tax_id) }]
  }
  if (type === 'product' || type === 'payment_link') return [detail]
  if (type === 'transfer') {
    const title = texts[context.locale].end_to_end_id
    return [{ title, cell: ({ subtitle }: Result) => idCell(subtitle) }]
  }
  const cell = ({ subtitle }: Result) => reference(subtitle)
  return [
    { title: context.text.customer, cell: ({ buyer }) => text(buyer) },
    { title: context.text.reference, cell },
  ]
}

function rowOf(context: PageContext, result: Result): Cell[] {
  const { title, amount_minor, created_at, id, type } = result
  const { default_currency } = context.session.seller
  return [
    link(type === 'transfer' ? unmatchedOn(created_at) : (pageOf(id) ?? PATH), title),
    ...detailsOf(type, context).map(({ cell }) => cell(result)),
    statusCell(context, result),
    amount_minor === null ? none : money(context, { amount_minor, currency: default_currency }),
    time(context, created_at),
  ]
}

function tableOf(context: PageContext, type: Type, results: Result[]): Block[] {
  const words = texts[context.locale]
  const { status: state, amount, created_at } = context.text
  const rows = results
    .filter((result) => result.type === type)
    .map((result) => rowOf(context, result))
  const details = detailsOf(type, context).map((column) => column.title)
  const amounts = { text: amount, isNumber: true } as const
  const columns = [words.name, ...details, state, amounts, created_at]
  const title = words.types[type]
  if (rows.length === 0) return []
  const table: Block = {
    kind: 'table',
    caption: title,
    isCards: true,
    columns,
    rows,
    empty: words.nothing,
  }
  return [{ kind: 'section', title, blocks: [table] }]
}

/** As the operation takes it: no longer, and of characters that a database holds. */
const typedIn = (q: string): string =>
  q.replaceAll('\0', ' ').trim().slice(0, MAX_TYPED).toWellFormed()

export const searchPage: Page = {
  path: PATH,
  async draw(context) {
    const { call, locale, query } = context
    const words = texts[locale]
    const typed = typedIn(query['q'] ?? '')
    const to = pageOf(typed)
    if (to !== undefined) return { to }
    const view = {
      name: 'search',
      title: typed === '' ? words.title : words.title_of(typed),
    } as const
    const note = (words: string): Block => ({ kind: 'note', tone: 'plain', text: words })
    if (typed === '') return { ...view, blocks: [note(words.ask)] }
    const { data } = await call('search', { query: { q: typed } })
    if (data.length === 0) return { ...view, blocks: [note(words.nothing)] }
    const blocks = types.flatMap((type) => tableOf(context, type, data))
    return { ...view, blocks: data.length < MAX_RESULTS ? blocks : [note(words.most), ...blocks] }
  },
}
