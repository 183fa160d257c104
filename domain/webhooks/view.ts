/** Webhook endpoints and deliveries in the contract's form. */
import { EVENT_TYPES } from '../../db/schema/eventTypes.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { components } from '../../generated/types.ts'
import { stillAhead } from '../identity/view.ts'
import { answerOf, statusOf } from './deliveries.ts'

type Wire = components['schemas']

export function webhookEndpointView(
  row: Row<'webhook_endpoints'>,
  now: Date,
): Wire['WebhookEndpoint'] {
  return {
    id: row.id,
    object: 'webhook_endpoint',
    url: row.url,
    event_types: row.event_types ?? [...EVENT_TYPES],
    enabled: row.disabled_at === null,
    previous_secret_expires_at: stillAhead(row.previous_secret_until, now),
    deleted_at: row.deleted_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export function webhookDeliveryView(row: Row<'deliveries'>): Wire['WebhookDelivery'] {
  return {
    id: row.id,
    object: 'webhook_delivery',
    webhook_endpoint_id: row.endpoint_id,
    event_id: row.event_id,
    status: statusOf(row),
    response_status: row.response_status,
    response_text: row.response_text,
    ...answerOf(row),
    duration_ms: row.duration_ms,
    attempted_at: row.claimed_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
