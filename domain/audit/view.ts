/** Audit events in the contract's form. */
import type { Row } from '../../db/schema/tables.ts'
import type { components } from '../../generated/types.ts'

type Wire = components['schemas']

export function auditEventView(row: Row<'audit_events'>): Wire['AuditEvent'] {
  return {
    id: row.id,
    object: 'audit_event',
    sequence: row.sequence,
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    action: row.action,
    target: { type: row.target_type, id: row.target_id },
    changes: row.changes,
    previous_hash: row.previous_hash,
    hash: row.hash,
    created_at: row.created_at,
  }
}
