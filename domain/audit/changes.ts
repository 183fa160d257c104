import { isDeepStrictEqual } from 'node:util'
import type { AuditChange } from '../../db/schema/audit.ts'

/** The fields whose values may be recorded: no secret, and nothing about a person. */
const harmless: ReadonlySet<string> = new Set([
  'name',
  'scopes',
  'url',
  'event_types',
  'enabled',
  'role',
  'status',
  'amount_minor',
  'compare_at_amount_minor',
  'currency',
  'active',
  'max_payments',
  'ends_at',
  'is_default',
  'payment_id',
  'origin',
  'profile',
  'public_only',
])

/**
 * The fields that differ between an object before and after a change, the harmless ones with their
 * values.
 *
 * @param before undefined for an object that was just made
 */
export function changesBetween<Shape extends object>(
  before: Partial<Shape> | undefined,
  after: Shape,
  fields: readonly (keyof Shape & string)[],
): AuditChange[] {
  return fields.flatMap((field) => {
    const [oldValue, newValue] = [before?.[field] ?? null, after[field] ?? null]
    if (isDeepStrictEqual(oldValue, newValue)) return []
    return harmless.has(field) ? { field, before: oldValue, after: newValue } : { field }
  })
}

/** The same without any values, for objects that hold the data of buyers. */
export const fieldsChanged = <Shape extends object>(
  before: Partial<Shape>,
  after: Shape,
  fields: readonly (keyof Shape & string)[],
): AuditChange[] => changesBetween(before, after, fields).map(({ field }) => ({ field }))
