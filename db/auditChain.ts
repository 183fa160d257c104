/** The chain of audit events, and the content that each hash covers. */
import { hash } from 'node:crypto'
import { canonicalJson } from './canonicalJson.ts'
import type { Row } from './schema/tables.ts'

/**
 * In the place of a seller: the chain of changes that belong to no seller, such as those of signing
 * keys.
 */
export const INSTALLATION = 'installation'

/** The hash before the first event. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64)

/**
 * The hash of an event: SHA-256, in hexadecimal, of the canonical JSON of the event as the API
 * shows it, without `object` and `hash`, with `seller_id`.
 */
export function hashOfEvent(event: Omit<Row<'audit_events'>, 'hash'>): string {
  const { seller_id, id, sequence, action, changes, previous_hash, created_at } = event
  const actor = { id: event.actor_id, name: event.actor_name, type: event.actor_type }
  const target = { id: event.target_id, type: event.target_type }
  // The members are written in the order of their names. Only `changes` needs to be sorted, which
  // takes longer than the hash does.
  const first = JSON.stringify({ action, actor }).slice(0, -1)
  const rest = { created_at, id, previous_hash, seller_id, sequence, target }
  const text = `${first},"changes":${canonicalJson(changes)},${JSON.stringify(rest).slice(1)}`
  return hash('sha256', text)
}

/** The place that a seal vouches for: the event at this place of a chain has this hash. */
export type SealedPlace = { seller_id: string; sequence: number; hash: string }

/** The seals of chains, under a key that the database does not have (domain/audit/seals.ts). */
export type AuditSeals = {
  seal(place: SealedPlace): string
  /** True when the seal was made for this place, under SECRET_KEY or the one before. */
  fits(seal: string, place: SealedPlace): boolean
  /** True when the seal names SECRET_KEY, or the one before, as its key. */
  isKnown(seal: string): boolean
  /** True when the seal names SECRET_KEY as its key. */
  isCurrent(seal: string): boolean
}
