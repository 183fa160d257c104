/** Home: what came in, by day, what needs attention, and a checkout to try. */
import { formatDate, formatMoney } from '../../domain/checkouts/page/locale.ts'
import type { components } from '../../generated/types.ts'
import { addDays, dayOf, startOfDay } from '../../runtime/brasilia.ts'
import { isolated, section } from '../blocks.ts'
import type { Block, Tone } from '../blocks.ts'
import { action } from '../page.ts'
import type { Page, PageContext } from '../page.ts'
import { bankNotices } from './bank.ts'
import { newCheckoutLink } from './newCheckout.ts'
import { isChargeable } from './offerParts.ts'
import { home as texts } from '../texts/home.ts'

type DailyTotal = components['schemas']['DailyTotal']

/** Days of the chart, and of the two longest periods that are compared. */
const CHART_DAYS = 31
const DAYS_READ = 60

/** For how long what failed is pointed at: by then it was seen to, or is not going to be. */
const ATTENTION_DAYS = 30

const HOME = '/dashboard/home'

type Sum = { amount: number; refunded: number; count: number }

/** What came in within so many days, the last of them included. */
function sumOf(totals: readonly DailyTotal[], last: string, days: number): Sum {
  const first = addDays(last, 1 - days)
  const within = totals.filter(({ date }) => date >= first && date <= last)
  return {
    amount: within.reduce((sum, { amount_minor }) => sum + amount_minor, 0),
    refunded: within.reduce((sum, one) => sum + one.amount_refunded_minor, 0),
    count: within.reduce((sum, { payments_count }) => sum + payments_count, 0),
  }
}

function changeOf({ locale }: PageContext, now: number, before: number) {
  const own = texts[locale]
  if (before === 0) return { change: own.no_before, tone: 'plain' as Tone }
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  })
  const share = (now - before) / before
  const tone: Tone = share > 0 ? 'good' : share < 0 ? 'warn' : 'plain'
  return { change: own.against(format.format(share)), tone }
}

function figuresOf(context: PageContext, totals: DailyTotal[], today: string): Block {
  const { locale, session } = context
  const own = texts[locale]
  const money = (minor: number) => formatMoney(locale, session.seller.default_currency, minor)
  const periods = [
    [own.today, 1],
    [own.week, 7],
    [own.month, 30],
  ] as const
  return {
    kind: 'figures',
    figures: periods.map(([label, days]) => {
      const now = sumOf(totals, today, days)
      const before = sumOf(totals, addDays(today, -days), days)
      const details = [own.payments(now.count)]
      if (now.refunded > 0) details.push(own.refunded(money(now.refunded)))
      const { change, tone } = changeOf(context, now.amount, before.amount)
      return { label: `${label} · ${details.join(' · ')}`, value: money(now.amount), change, tone }
    }),
  }
}

function chartOf({ locale, session }: PageContext, totals: DailyTotal[], today: string): Block {
  const own = texts[locale]
  const byDay = new Map(totals.map((total) => [total.date, total.amount_minor]))
  const days = Array.from({ length: CHART_DAYS }, (_, n) => addDays(today, n + 1 - CHART_DAYS))
  return {
    kind: 'chart',
    caption: own.chart,
    bars: days.map((day) => {
      const value = byDay.get(day) ?? 0
      const label = formatDate(locale, startOfDay(day))
      return { label, value, title: formatMoney(locale, session.seller.default_currency, value) }
    }),
    columns: [own.day, own.received],
  }
}

/** What has failed of late, of the lists that the role may read. */
async function attentionOf(context: PageContext): Promise<Block> {
  const { call, can, locale, now } = context
  const own = texts[locale]
  const query = { status: 'failed', limit: 1 }
  const refunds = await call('listRefunds', { query })
  const deliveries =
    can('listWebhookDeliveries') && (await call('listWebhookDeliveries', { query }))
  const notes: Block[] = []
  const since = startOfDay(addDays(dayOf(now), -ATTENTION_DAYS))
  const [refund] = refunds.data
  if (refund && refund.updated_at >= since) {
    const link = { href: `/dashboard/payments/${refund.payment_id}`, text: own.show }
    notes.push({ kind: 'note', tone: 'bad', text: own.failed_refunds, link })
  }
  const [delivery] = deliveries ? deliveries.data : []
  if (delivery && delivery.updated_at >= since) {
    const href = `/dashboard/webhooks/${delivery.webhook_endpoint_id}?status=failed`
    const link = { href, text: own.show }
    notes.push({ kind: 'note', tone: 'warn', text: own.failed_deliveries, link })
  }
  if (can('getBankConnection')) {
    const link = { href: '/dashboard/bank', text: own.show }
    const notices = bankNotices(context, await call('getBankConnection'))
    notes.push(...notices.map((notice) => ({ ...notice, link })))
  }
  if (notes.length === 0) notes.push({ kind: 'note', tone: 'good', text: own.all_well })
  return section(own.attention, ...notes)
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
    const own = texts[locale]
    const today = dayOf(now)
    const query = { from: addDays(today, 1 - DAYS_READ), to: today }
    const { data: totals } = await call('listDailyTotals', { query })
    return {
      name: 'home',
      title: own.title,
      blocks: [
        ...newCheckoutLink(context),
        figuresOf(context, totals, today),
        chartOf(context, totals, today),
        await attentionOf(context),
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
