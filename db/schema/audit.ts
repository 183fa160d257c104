import type { Dialect } from '../sqlite/dialect.ts'

/**
 * A field that was changed. Its values stand there only when they are harmless
 * (domain/audit/changes.ts).
 */
export type AuditChange = { field: string; before?: unknown; after?: unknown }

/**
 * The audit trail: actor, change and time. Rows are only added, and pruned from the oldest on. Each
 * row's hash covers the one before it (db/auditChain.ts). A change of the installation itself has a
 * seller of its own that is no row of `sellers`.
 */
export function auditEventsTable(d: Dialect) {
  return d.table(
    'audit_events',
    {
      seller_id: d.text().notNull(),
      id: d.id('audit_'),
      /** Counted from 1 for each seller, without a gap. */
      sequence: d.integer().notNull(),
      actor_type: d.oneOf(['user', 'api_client', 'operator', 'system']).notNull(),
      /** Null for the operator and the system, which have no row. */
      actor_id: d.text(),
      /** The client's name, the user's e-mail or the operating system's user, as it was then. */
      actor_name: d.text(),
      action: d.text().notNull(),
      target_type: d.text().notNull(),
      target_id: d.text().notNull(),
      changes: d.json<AuditChange[]>().notNull(),
      previous_hash: d.text().notNull(),
      hash: d.text().notNull(),
      created_at: d.text().notNull(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.id] }),
      d.unique('audit_events_sequence').on(t.seller_id, t.sequence),
      d.index('audit_events_of_actor').on(t.seller_id, t.actor_id, t.id),
      d.index('audit_events_of_target').on(t.seller_id, t.target_id, t.id),
    ],
  )
}

/**
 * Where the chain of a seller's audit events begins and ends. The row is locked while an event is
 * added, so that sequence numbers have no gap, and it shows when the last events are missing.
 */
export function auditHeadsTable(d: Dialect) {
  return d.table('audit_heads', {
    seller_id: d.text().primaryKey(),
    /** The last event's. */
    sequence: d.integer().notNull(),
    hash: d.text().notNull(),
    /** Last event that `mac` vouches for; null before the first such seal. */
    sealed_sequence: d.integer(),
    /** HMAC of that event's place and hash, under a key derived from SECRET_KEY. */
    mac: d.text(),
    /** That of the first event which is kept, or will be added next. */
    first_sequence: d.integer().notNull(),
    /** The hash of the event before that one, which was pruned. */
    first_previous_hash: d.text().notNull(),
  })
}
