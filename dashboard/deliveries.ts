/** Deliveries to webhooks, as the pages of a checkout, an event and an endpoint show them. */
import type { components } from '../generated/types.ts'
import { link, status, text } from './blocks.ts'
import type { Block, Cell, Tone } from './blocks.ts'
import { time } from './lists.ts'
import type { Pages } from './lists.ts'
import { readEach } from './names.ts'
import type { PageContext } from './page.ts'
import { checkouts } from './texts/checkouts.ts'
import { events } from './texts/events.ts'

type Delivery = components['schemas']['WebhookDelivery']

const tones: Record<Delivery['status'], Tone> = {
  pending: 'plain',
  delivered: 'good',
  failed: 'bad',
  unknown: 'warn',
}

const deliveryStatus = ({ locale }: PageContext, { status: state }: Delivery): Cell =>
  status(tones[state], events[locale].delivery_statuses[state])

/** How much of an answer's body, or of an error, a list shows. */
const SHOWN_CHARACTERS = 120

export const inMilliseconds = (duration_ms: number): string => `${duration_ms} ms`

/** The status, how long it took, and the beginning of what was answered or of the error. */
function answerOf({ response_status, duration_ms, body, error }: Delivery): Cell {
  const answer = (error ?? body ?? '').slice(0, SHOWN_CHARACTERS)
  const took = duration_ms === null ? '' : inMilliseconds(duration_ms)
  const parts = [response_status === null ? '' : String(response_status), took, answer]
  return text(parts.filter((part) => part !== '').join(' · '))
}

/** @param more the addresses of the pages beside this one, and what is said of an empty list */
export async function deliveriesTable(
  context: PageContext,
  deliveries: readonly Delivery[],
  more: Pages & { empty?: string } = {},
): Promise<Block> {
  const { call, locale } = context
  const checkoutTexts = checkouts[locale]
  const [announced, endpoints] = await Promise.all([
    readEach(
      deliveries.map(({ event_id }) => event_id),
      (eventId) => call('getEvent', { path: { eventId } }),
    ),
    readEach(
      deliveries.map(({ webhook_endpoint_id }) => webhook_endpoint_id),
      (webhookEndpointId) => call('getWebhookEndpoint', { path: { webhookEndpointId } }),
    ),
  ])
  const eventName = ({ event_id }: Delivery): string => {
    const event = announced.get(event_id)
    return event ? events[locale].types[event.type] : checkoutTexts.event
  }
  return {
    kind: 'table',
    caption: checkoutTexts.deliveries,
    columns: [
      checkoutTexts.event,
      checkoutTexts.webhook,
      context.text.status,
      checkoutTexts.answer,
      checkoutTexts.when,
    ],
    rows: deliveries.map((delivery) => [
      link(`/dashboard/events/${delivery.event_id}`, eventName(delivery)),
      link(
        `/dashboard/webhooks/${delivery.webhook_endpoint_id}`,
        endpoints.get(delivery.webhook_endpoint_id)?.url ?? checkoutTexts.webhook,
      ),
      deliveryStatus(context, delivery),
      answerOf(delivery),
      time(context, delivery.attempted_at ?? delivery.created_at),
    ]),
    empty: checkoutTexts.no_deliveries,
    ...more,
  }
}
