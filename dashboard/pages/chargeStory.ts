/** The story of a charge: the money that arrived for it, in sentences, and its events. */
import { formatMoney } from '../../domain/formats/locale.ts'
import type { components } from '../../generated/types.ts'
import { clockTime, dayOf } from '../../runtime/brasilia.ts'
import { link, text } from '../blocks.ts'
import type { Block } from '../blocks.ts'
import { formatDay, time } from '../lists.ts'
import type { Pages } from '../lists.ts'
import type { PageContext } from '../page.ts'
import { checkouts as texts } from '../texts/checkouts.ts'
import { events as eventTexts } from '../texts/events.ts'

type Checkout = components['schemas']['Checkout']
type Event = components['schemas']['Event']
type Payment = components['schemas']['Payment']
type Refund = components['schemas']['Refund']

/** Transfers of one charge that its page tells of, and their refunds. */
const TRANSFERS_TOLD = 20
const REFUNDS_READ = 100

/** A time of day; with its day, where that is not the day of the charge. */
function momentOf({ locale }: PageContext, { created_at }: Checkout, iso: string): string {
  const { at, on } = texts[locale].credit
  const clock = at(clockTime(iso).slice('yyyy-mm-ddT'.length, -':ss'.length))
  const day = dayOf(iso)
  return day === dayOf(created_at) ? clock : `${on(formatDay(locale, day))} ${clock}`
}

/** The return of money that settled nothing: all of it goes back. */
function returnOf(context: PageContext, checkout: Checkout, refund: Refund | undefined): string {
  const { credit } = texts[context.locale]
  if (!refund?.completed_at) return refund?.status === 'failed' ? credit.stuck : credit.going_back
  return credit.went_back(momentOf(context, checkout, refund.completed_at))
}

function sentenceOf(
  context: PageContext,
  { checkout, payment, refunds }: { checkout: Checkout; payment: Payment; refunds: Refund[] },
): string {
  const { credit } = texts[context.locale]
  const { currency, amount_minor, return_reason: reason, paid_at } = payment
  const money = (minor: number) => formatMoney(context.locale, currency, minor)
  const arrived = {
    amount: money(amount_minor),
    due: money(checkout.amount_total_minor),
    at: momentOf(context, checkout, paid_at),
  }
  if (reason === null) return `${credit.paid(arrived)}.`
  const refund = refunds.find(({ payment_id }) => payment_id === payment.id)
  return `${credit.returned[reason](arrived)}; ${returnOf(context, checkout, refund)}.`
}

/** Why a charge was credited or was not: each transfer with what became of it, the oldest first. */
export async function creditNotes(context: PageContext, checkout: Checkout): Promise<Block[]> {
  const { call, locale } = context
  const { credit, show_payment } = texts[locale]
  const query = { checkout_id: checkout.id }
  const [payments, refunds] = await Promise.all([
    call('listPayments', { query: { ...query, limit: TRANSFERS_TOLD } }),
    call('listRefunds', { query: { ...query, limit: REFUNDS_READ } }),
  ])
  const notes = payments.data.toReversed().map(
    (payment): Block => ({
      kind: 'note',
      tone: payment.return_reason === null ? 'good' : 'warn',
      text: sentenceOf(context, { checkout, payment, refunds: refunds.data }),
      link: { href: `/dashboard/payments/${payment.id}`, text: show_payment },
    }),
  )
  const isOver = checkout.status === 'expired' || checkout.status === 'canceled'
  const nothing: Block = { kind: 'note', tone: 'plain', text: credit.nothing }
  return notes.length === 0 && isOver ? [nothing] : notes
}

type EventPage = { data: Event[]; next_cursor: string | null }

/** Events of a checkout and the opening of its page, newest first. */
export function storyOf(
  context: PageContext,
  checkout: Checkout,
  { events, openedAt }: { events: EventPage; openedAt: string | null },
): Block {
  const words = texts[context.locale]
  const types = eventTexts[context.locale].types
  const steps = events.data.map(({ id, type, created_at }) => ({
    at: created_at,
    cell: link(`/dashboard/events/${id}`, types[type]),
  }))
  if (openedAt !== null) steps.push({ at: openedAt, cell: text(words.page_opened) })
  // Sorting is stable: of two at one time, the event is the later one.
  const happened = steps.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  return {
    kind: 'table',
    caption: words.story,
    isCards: true,
    columns: [words.event, words.when],
    rows: [
      ...happened.map(({ at, cell }) => [cell, time(context, at)]),
      [text(words.opened), time(context, checkout.created_at)],
    ],
    empty: '',
    ...earlierEvents(checkout, events),
  }
}

function earlierEvents({ id }: Checkout, { next_cursor }: EventPage): Pages {
  if (next_cursor === null) return {}
  const query = new URLSearchParams({ checkout_id: id, starting_after: next_cursor })
  return { next: `/dashboard/events?${query}` }
}
