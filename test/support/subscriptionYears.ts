/** A year of subscriptions by the calendar alone, in steps of one length. */
import { approveMandate, receiveTransfer, startOn } from '../../domain/subscriptions/bankWords.ts'
import { startService } from './service.ts'
import { brasilia, Plans } from './subscriptions.ts'

const START = brasilia('2026-03-31T12:00:00')
export const HOUR_MS = 60 * 60 * 1000
export const DAY_MS = 24 * HOUR_MS
export const YEAR_MS = 365 * DAY_MS

/** An offer of each length of a period. */
const offers = [
  { billing_interval: 'week', interval_count: 1 },
  { billing_interval: 'month', interval_count: 1 },
  { billing_interval: 'month', interval_count: 3 },
  { billing_interval: 'month', interval_count: 6 },
  { billing_interval: 'year', interval_count: 1 },
] as const

const payer = { tax_id: null, bank_ispb: null }

/** Sells a plan in each interval, one that ends and one that starts later. */
async function sold(plans: Plans) {
  const opened = []
  for (const interval of offers)
    opened.push(await plans.open({ offer_id: await plans.offer(interval) }))
  opened.push(await plans.open({ cycles: 5 }), await plans.open({ starts_on: '2026-05-31' }))
  for (const { id, pays_with_code } of opened) {
    const key = { seller_id: plans.seller_id, id }
    await plans.run((recorder) => startOn(key, recorder))
    await plans.run((recorder) => approveMandate({ ...key, payer }, recorder))
    if (!pays_with_code) continue
    const { id: invoice_id } = await plans.invoice({ id }, 1)
    const transfer = plans.transfer()
    const paid = { ...key, id: invoice_id, transfer }
    await plans.run((recorder) => receiveTransfer(paid, recorder))
  }
  return opened
}

/** The state of each subscription after a year, without ids. */
export async function year(stepMs: number) {
  const service = await startService()
  const plans = new Plans(await service.account(), START)
  const opened = await sold(plans)
  for (let ms = stepMs; ms <= YEAR_MS; ms += stepMs) await plans.passTo(new Date(+START + ms))
  const found = []
  for (const one of opened) {
    const { status, paid_until, next_due_on, check_at } = await plans.read(one)
    const invoices = (await plans.invoices(one)).map(
      ({ number, status, due_on, period_end, paid_at, finalizes_at }) =>
        `${number} ${status} ${due_on} ${period_end} ${paid_at} ${finalizes_at}`,
    )
    found.push({ status, paid_until, next_due_on, check_at, invoices })
  }
  return { found, events: plans.told(), plans, opened }
}
