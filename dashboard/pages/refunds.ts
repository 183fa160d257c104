/** Refunds: the list, and one with why it was made and what became of it. */
import type { components } from '../../generated/types.ts'
import { formatMoney } from '../../domain/formats/locale.ts'
import { id, link, reference, status, text } from '../blocks.ts'
import type { Block, Cell, Tone } from '../blocks.ts'
import { linksToFiles, ownDownloads } from '../listFiles.ts'
import {
  choiceOf,
  filter,
  filterForm,
  filtersOf,
  money,
  pagesOf,
  parametersOf,
  time,
} from '../lists.ts'
import { buyerCell, headingOf, referenceCell, salesOf, soldCell, sourceFact } from '../names.ts'
import type { Page, PageContext } from '../page.ts'
import { payments } from '../texts/payments.ts'
import { refunds as texts } from '../texts/refunds.ts'
import { undelivered } from './emails.ts'
import { pageSums } from './sums.ts'

export type Refund = components['schemas']['Refund']

export const refundAddress = (refundId: string): string => `/dashboard/refunds/${refundId}`

const LIST = '/dashboard/refunds'

const tones: Record<Refund['status'], Tone> = { pending: 'warn', succeeded: 'good', failed: 'bad' }

const filters = ['status', 'external_id', 'payment_id', 'checkout_id']

export const refundState = ({ locale }: PageContext, { status: state }: Refund): Cell =>
  status(tones[state], payments[locale].refund_statuses[state])

/** Why it was made: in the seller's words, else by whom. */
export const reasonCell = ({ locale }: PageContext, { reason, origin }: Refund): Cell =>
  text(reason ?? payments[locale].origins[origin])

type RefundsTable = Pick<Extract<Block, { kind: 'table' }>, 'caption' | 'next' | 'previous'>

/** Refunds of one payment or customer, each leading to its page. */
export function refundsTable(
  context: PageContext,
  refunds: readonly Refund[],
  table: RefundsTable,
): Block {
  const { locale, text: shared } = context
  const words = texts[locale]
  const { origins, no_refunds } = payments[locale]
  return {
    kind: 'table',
    isCards: true,
    columns: [words.reason, words.reference, shared.amount, shared.status, shared.created_at],
    rows: refunds.map((refund) => [
      link(refundAddress(refund.id), refund.reason ?? origins[refund.origin]),
      reference(refund.external_id),
      money(context, refund),
      refundState(context, refund),
      time(context, refund.created_at),
    ]),
    empty: no_refunds,
    ...table,
  }
}

/** Why the bank did not carry it out, in its words. */
const failureCell = ({ failure_reason }: Refund): Cell => text(failure_reason)

function sumsOf(context: PageContext, list: { data: Refund[]; next_cursor: string | null }) {
  const words = texts[context.locale]
  const done = list.data.filter(({ status: state }) => state === 'succeeded')
  const sum = done.reduce((minor, { amount_minor }) => minor + amount_minor, 0)
  const { default_currency } = context.session.seller
  return pageSums(context, list, [
    words.count(list.data.length),
    words.done(formatMoney(context.locale, default_currency, sum)),
  ])
}

export const refundsFiles = ownDownloads('refunds', 'exportRefunds', filters)

export const refundsPage: Page = {
  path: LIST,
  async draw(context) {
    const { locale, text: shared } = context
    const words = texts[locale]
    const list = await context.call('listRefunds', { query: parametersOf(context, filters) })
    const saleOf = await salesOf(context, list.data)
    return {
      name: 'refunds',
      title: words.title,
      blocks: [
        filterForm(context, {
          action: LIST,
          names: filters,
          fields: [
            choiceOf(context, {
              name: 'status',
              label: shared.status,
              options: payments[locale].refund_statuses,
            }),
            filter(context, { name: 'external_id', label: words.reference, type: 'text' }),
          ],
          said: {
            payment_id: { label: payments[locale].one, value: words.chosen },
            checkout_id: { label: payments[locale].checkout, value: words.chosen },
          },
        }),
        ...sumsOf(context, list),
        {
          kind: 'table',
          caption: words.title,
          isCards: true,
          columns: [
            shared.items,
            shared.customer,
            words.reason,
            { text: words.reference, isWideOnly: true },
            shared.amount,
            shared.status,
            shared.created_at,
          ],
          rows: list.data.map((refund) => {
            const sale = saleOf(refund)
            return [
              soldCell(refundAddress(refund.id), sale, words.one),
              buyerCell(context, sale),
              reasonCell(context, refund),
              reference(refund.external_id),
              money(context, refund),
              refundState(context, refund),
              time(context, refund.created_at),
            ]
          }),
          empty: words.empty,
          ...pagesOf(context, list),
        },
        linksToFiles(context, 'refunds', filtersOf(context, filters)),
      ],
    }
  },
}

function factsOf(context: PageContext, refund: Refund): Block {
  const { locale, text: shared } = context
  const words = texts[locale]
  return {
    kind: 'facts',
    facts: [
      { label: shared.amount, cell: money(context, refund) },
      { label: shared.status, cell: refundState(context, refund) },
      { label: words.reason, cell: text(refund.reason) },
      { label: words.reference, cell: reference(refund.external_id) },
      { label: payments[locale].origin, cell: text(payments[locale].origins[refund.origin]) },
      ...(refund.failure_reason === null
        ? []
        : [{ label: payments[locale].failure, cell: failureCell(refund) }]),
      { label: shared.created_at, cell: time(context, refund.created_at) },
      { label: words.completed_at, cell: time(context, refund.completed_at) },
      { label: shared.identifier, cell: id(refund.id) },
    ],
  }
}

export const refundPage: Page = {
  path: `${LIST}/:refundId`,
  async draw(context) {
    const { call, locale, params, text: shared } = context
    const words = texts[locale]
    const refund = await call('getRefund', { path: { refundId: params['refundId'] ?? '' } })
    const { payment_id } = refund
    const sale = (await salesOf(context, [refund]))(refund)
    return {
      name: 'refund',
      title: headingOf(context, words.one, refund),
      blocks: [
        ...(await undelivered(context, refund.id)),
        factsOf(context, refund),
        {
          kind: 'facts',
          facts: [
            { label: shared.items, cell: text(sale?.sold ?? null) },
            { label: shared.customer, cell: buyerCell(context, sale) },
            { label: words.order, cell: referenceCell(sale) },
            {
              label: payments[locale].one,
              cell: link(`/dashboard/payments/${payment_id}`, words.show_payment),
            },
            sourceFact(context, refund),
          ],
        },
      ],
    }
  },
}
