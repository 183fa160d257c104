/** Home: what came in, by day, what needs attention, and a checkout to try. */
import { formatMoney } from '../../domain/formats/locale.ts'
import type { components } from '../../generated/types.ts'
import { addDays, clockTime, dayOf, startOfDay } from '../../runtime/brasilia.ts'
import { isolated, section } from '../blocks.ts'
import type { Block, Tone } from '../blocks.ts'
import { action } from '../page.ts'
import type { Page, PageContext } from '../page.ts'
import { bankNotices } from './bank.ts'
import { checklistOf } from './checklist.ts'
import { undeliveredNotes } from './emails.ts'
import { chartOf } from './homeChart.ts'
import { newCheckoutLink } from './newCheckout.ts'
import { isChargeable } from './offerParts.ts'
import { home as texts } from '../texts/home.ts'

type DailyTotal = components['schemas']['DailyTotal']

/** Of the two longest periods that are compared. */
const DAYS_READ = 60

const DAY_MS = 24 * 60 * 60 * 1000

/** Pages of payments that are read of the day before. */
const PAGES_OF_YESTERDAY = 5

/** For how long what failed is pointed at: by then it was seen to, or is not going to be. */
const ATTENTION_DAYS = 30

const HOME = '/dashboard/home'

type Sum = { amount: number; refunded: number; count: number }

/** Sums the daily totals of the days up to `last`, which is one of them. */
function sumOf(totals: readonly DailyTotal[], last: string, days: number): Sum {
  const first = addDays(last, 1 - days)
  const within = totals.filter(({ date }) => date >= first && date <= last)
  return {
    amount: within.reduce((sum, { amount_minor }) => sum + amount_minor, 0),
    refunded: within.reduce((sum, day) => sum + day.amount_refunded_minor, 0),
    count: within.reduce((sum, { payments_count }) => sum + payments_count, 0),
  }
}

/** Change against an amount of before, in the words of what that is. */
function changeOf(
  { locale }: PageContext,
  now: number,
  before: { amount: number; said: (change: string) => string; nothing: string },
) {
  if (before.amount === 0) return { change: before.nothing, tone: 'plain' as Tone }
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  })
  const share = (now - before.amount) / before.amount
  const tone: Tone = share > 0 ? 'good' : share < 0 ? 'warn' : 'plain'
  return { change: before.said(format.format(share)), tone }
}

type Before = Parameters<typeof changeOf>[2]

/**
 * Yesterday's amount until this time of day. Payments are read one by one for it, so a day with
 * more than PAGES_OF_YESTERDAY pages is compared as a whole, and the text says so.
 */
async function yesterday(context: PageContext, whole: number): Promise<Before> {
  const { call, locale, now } = context
  const words = texts[locale]
  const until = now.getTime() - DAY_MS
  // The end of the filter is not part of it, this very moment is.
  const paid_to = new Date(until + 1).toISOString()
  const paid_from = startOfDay(dayOf(new Date(until)))
  let amount = 0
  let starting_after: string | undefined
  for (let page = 0; page < PAGES_OF_YESTERDAY; page++) {
    const query = { paid_from, paid_to, starting_after, limit: 100 }
    const { data, next_cursor } = await call('listPayments', { query })
    const settled = data.filter(({ status }) => status !== 'returned')
    amount += settled.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
    if (next_cursor === null) {
      const time = clockTime(now.toISOString()).slice('yyyy-mm-ddT'.length, -':ss'.length)
      return {
        amount,
        said: (change) => words.against_yesterday(change, time),
        nothing: words.no_yesterday(time),
      }
    }
    starting_after = next_cursor
  }
  return { amount: whole, said: words.against_whole, nothing: words.no_before }
}

async function figuresOf(
  context: PageContext,
  totals: DailyTotal[],
  today: string,
): Promise<Block> {
  const { locale, session } = context
  const words = texts[locale]
  const money = (minor: number) => formatMoney(locale, session.seller.default_currency, minor)
  const before = (days: number): Before => ({
    amount: sumOf(totals, addDays(today, -days), days).amount,
    said: words.against,
    nothing: words.no_before,
  })
  const periods = [
    [words.today, 1, await yesterday(context, before(1).amount)],
    [words.week, 7, before(7)],
    [words.month, 30, before(30)],
  ] as const
  return {
    kind: 'figures',
    figures: periods.map(([label, days, compared]) => {
      const now = sumOf(totals, today, days)
      const details = [words.payments(now.count)]
      if (now.refunded > 0) details.push(words.refunded(money(now.refunded)))
      const { change, tone } = changeOf(context, now.amount, compared)
      return { label: `${label} · ${details.join(' · ')}`, value: money(now.amount), change, tone }
    }),
  }
}

/** Failures of the last ATTENTION_DAYS days, from the lists that the role may read. */
async function attentionOf(context: PageContext): Promise<Block[]> {
  const { call, can, locale, now } = context
  const words = texts[locale]
  const query = { status: 'failed', limit: 1 }
  const refunds = await call('listRefunds', { query })
  const deliveries =
    can('listWebhookDeliveries') && (await call('listWebhookDeliveries', { query }))
  const notes: Block[] = []
  const since = startOfDay(addDays(dayOf(now), -ATTENTION_DAYS))
  const [refund] = refunds.data
  if (refund && refund.updated_at >= since) {
    const link = { href: `/dashboard/payments/${refund.payment_id}`, text: words.show }
    notes.push({ kind: 'note', tone: 'bad', text: words.failed_refunds, link })
  }
  const [delivery] = deliveries ? deliveries.data : []
  if (delivery && delivery.updated_at >= since) {
    const href = `/dashboard/webhooks/${delivery.webhook_endpoint_id}?status=failed`
    const link = { href, text: words.show }
    notes.push({ kind: 'note', tone: 'warn', text: words.failed_deliveries, link })
  }
  if (can('getBankConnection')) {
    const link = { href: '/dashboard/bank', text: words.show }
    const notices = bankNotices(context, await call('getBankConnection'))
    notes.push(...notices.map((notice) => ({ ...notice, link })))
  }
  if (can('listEmails')) notes.push(...(await undeliveredNotes(context)))
  return notes.length === 0 ? [] : [section(words.attention, ...notes)]
}

/** In the sandbox, a form that opens a checkout of the newest product that can be paid for. */
async function tryIt(context: PageContext): Promise<Block[]> {
  const { call, can, mode, locale } = context
  if (mode !== 'sandbox' || !can('createCheckout')) return []
  const { test } = texts[locale]
  const { data } = await call('listProducts', { query: { limit: 10 } })
  const offer = data.find(
    ({ status, default_offer }) =>
      status === 'active' && default_offer && isChargeable(context, default_offer),
  )
  if (!offer?.default_offer) {
    const link = { href: '/dashboard/products', text: test.products }
    return [{ kind: 'note', tone: 'plain', text: test.no_product, link }]
  }
  return [
    {
      kind: 'form',
      action: HOME,
      title: test.title,
      text: test.text(isolated(offer.name)),
      fields: [{ name: 'offer_id', label: '', type: 'hidden', value: offer.default_offer.id }],
      submit: test.submit,
    },
  ]
}

export const homePage: Page = {
  path: HOME,
  async draw(context) {
    const { call, locale, now } = context
    const words = texts[locale]
    const today = dayOf(now)
    const query = { from: addDays(today, 1 - DAYS_READ), to: today }
    const { data: totals } = await call('listDailyTotals', { query })
    return {
      name: 'home',
      title: words.title,
      blocks: [
        ...(await attentionOf(context)),
        ...newCheckoutLink(context),
        ...(await checklistOf(context)),
        await figuresOf(context, totals, today),
        chartOf(context, totals, today),
        ...(await tryIt(context)),
      ],
    }
  },
}

export const tryAction = action<'createCheckout'>({
  path: HOME,
  operation: 'createCheckout',
  done: ({ id }) => ({ to: `/dashboard/checkouts/${id}`, done: 'checkout_created' }),
  page: homePage,
})
