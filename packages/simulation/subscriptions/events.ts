/** Each change of a subscription and of an invoice was announced once, in a possible order. */
import type { Rows } from './rows.ts'

/** The events that a subscription may have, in their order, by its final status. */
const subscriptionTrails: Record<string, RegExp> = {
  active: /^subscription\.activated$/,
  past_due: /^subscription\.activated$/,
  canceled: /^(subscription\.activated )?subscription\.canceled$/,
  expired: /^subscription\.expired$/,
  ended: /^subscription\.activated subscription\.ended$/,
}

const failed = String.raw`(invoice\.payment_failed )*`
const reversed = String.raw`( invoice\.reversed)*`

/** The same of an invoice that is collected by itself; one that a code pays is not created. */
const invoiceTrails: Record<string, RegExp> = {
  draft: /^invoice\.created$/,
  open: new RegExp(`^invoice\\.created ${failed}$`),
  paid: new RegExp(
    `^invoice\\.created ${failed}(invoice\\.uncollectible )?invoice\\.paid${reversed}$`,
  ),
  // Money that comes too late may be back before the bank has confirmed the end.
  void: new RegExp(
    `^invoice\\.created ${failed}(invoice\\.reversed )*invoice\\.voided${reversed}$`,
  ),
  uncollectible: new RegExp(`^invoice\\.created ${failed}invoice\\.uncollectible${reversed}$`),
}

export function eventDifferences({ subscriptions, invoices, events }: Rows): string[] {
  const trails = Map.groupBy(events, ({ id }) => id)
  const trailOf = (id: string) => (trails.get(id) ?? []).map(({ type }) => type).join(' ')
  const wrong = subscriptions.filter(
    ({ id, status }) => !(subscriptionTrails[status]?.test(trailOf(id)) ?? false),
  )
  const wrongInvoices = invoices.filter(({ id, status, collection }) => {
    const begun = collection === 'code' ? 'invoice.created ' : ''
    const trail = collection === 'code' && status === 'open' ? begun : begun + trailOf(id)
    return !(invoiceTrails[status]?.test(`${trail}${status === 'open' ? ' ' : ''}`) ?? false)
  })
  return [...wrong, ...wrongInvoices].map(
    ({ id, status }) => `M12: ${id} is ${status}, and was announced as ${trailOf(id)}`,
  )
}
