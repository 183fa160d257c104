import { sql } from '../sqlite/drizzle.ts'
import type { Dialect } from '../sqlite/dialect.ts'
import { subjectOf } from '../subjects.ts'
import { EVENT_TYPES } from './eventTypes.ts'
import type { EventType } from './eventTypes.ts'

export function webhookEndpointsTable(d: Dialect) {
  return d.table(
    'webhook_endpoints',
    {
      seller_id: d.text().notNull(),
      id: d.id('wh_'),
      url: d.text().notNull(),
      /** The id of the user or API client that made it; null when the operator did. */
      created_by: d.text(),
      secret_sealed: d.text().notNull(),
      /** The secret before the last rotation; deliveries are signed with it, too, until then. */
      previous_secret_sealed: d.text(),
      previous_secret_until: d.text(),
      /** Null for every type, those that come later too. */
      event_types: d.json<EventType[]>(),
      /** Since when it is sent nothing; null while it is enabled. */
      disabled_at: d.text(),
      deleted_at: d.text(),
      created_at: d.text().notNull(),
      updated_at: d.text().notNull(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.id] }),
      d.index('webhook_endpoints_in_use').on(t.seller_id, t.id).where(sql`${t.deleted_at} is null`),
      d
        .index('webhook_endpoints_rotated')
        .on(t.seller_id, t.previous_secret_until)
        .where(sql`${t.previous_secret_until} is not null`),
    ],
  )
}

export function eventsTable(d: Dialect) {
  return d.table(
    'events',
    {
      seller_id: d.text().notNull(),
      id: d.id('evt_'),
      type: d.oneOf(EVENT_TYPES).notNull(),
      /** The object as it was when the event happened, as the wire shows it. */
      data: d.json<object>().notNull(),
      /** The subscription of what the event shows; null where it shows a checkout or its refund. */
      subscription_id: d.text(),
      created_at: d.text().notNull(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.id] }),
      d.index('events_of_type').on(t.seller_id, t.type, t.id),
      d.index('events_of_checkout').on(t.seller_id, subjectOf(t.data), t.id),
      d
        .index('events_of_subscription')
        .on(t.seller_id, t.subscription_id, t.id)
        .where(sql`${t.subscription_id} is not null`),
    ],
  )
}

/**
 * One event for one endpoint. A row is claimed, and the claim committed, before its request is
 * sent. A row that stays `claimed` belongs to a process that ended meanwhile: the outcome is
 * unknown, and the request is never sent again.
 */
export function deliveriesTable(
  d: Dialect,
  {
    events,
    webhook_endpoints,
  }: {
    events: ReturnType<typeof eventsTable>
    webhook_endpoints: ReturnType<typeof webhookEndpointsTable>
  },
) {
  return d.table(
    'deliveries',
    {
      seller_id: d.text().notNull(),
      id: d.id('del_'),
      event_id: d.text().notNull(),
      endpoint_id: d.text().notNull(),
      status: d.oneOf(['pending', 'claimed', 'delivered', 'failed']).notNull(),
      claimed_at: d.text(),
      duration_ms: d.integer(),
      response_status: d.integer(),
      /** The beginning of the response body, or the error. */
      response_text: d.text(),
      created_at: d.text().notNull(),
      updated_at: d.text().notNull(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.id] }),
      d.foreignKey({
        columns: [t.seller_id, t.event_id],
        foreignColumns: [events.seller_id, events.id],
      }),
      d.foreignKey({
        columns: [t.seller_id, t.endpoint_id],
        foreignColumns: [webhook_endpoints.seller_id, webhook_endpoints.id],
      }),
      d.unique('deliveries_once').on(t.seller_id, t.event_id, t.endpoint_id),
      d
        .index('deliveries_pending')
        .on(t.seller_id, t.endpoint_id, t.id)
        .where(sql`${t.status} = 'pending'`),
      d.index('deliveries_of_endpoint').on(t.seller_id, t.endpoint_id, t.id),
      d.index('deliveries_of_status').on(t.seller_id, t.status, t.id),
      d.index('deliveries_of_endpoint_and_status').on(t.seller_id, t.endpoint_id, t.status, t.id),
      d.check(
        'deliveries_status',
        sql`${t.status} in ('pending', 'claimed', 'delivered', 'failed')`,
      ),
    ],
  )
}
