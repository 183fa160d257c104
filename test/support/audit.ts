/** The audit trail of an account, as its API shows it. */
import { createHash } from 'node:crypto'
import type { components } from '../../generated/types.ts'
import type { TestAccount } from './service.ts'

export type AuditEvent = components['schemas']['AuditEvent']

/** Every event, the oldest first. */
export async function trailOf(seller: TestAccount, filters = ''): Promise<AuditEvent[]> {
  const all: AuditEvent[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after: string = cursor === '' ? '' : `&starting_after=${cursor}`
    const path = `/v1/audit_events?limit=100${filters}${after}`
    const { body } = await seller.get<'AuditEventList'>(path)
    all.push(...body.data)
    cursor = body.next_cursor
  }
  return all.toSorted((one, other) => one.sequence - other.sequence)
}

/** The audit events recorded while some work is done. */
export async function recordedBy(
  seller: TestAccount,
  work: () => Promise<unknown>,
): Promise<AuditEvent[]> {
  const before = await trailOf(seller)
  await work()
  return (await trailOf(seller)).slice(before.length)
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, sorted(inner)] as const)
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** The hash of an event by the words of the contract alone. */
export function hashByContract({ object: _, hash: __, ...event }: AuditEvent, seller_id: string) {
  const text = JSON.stringify(sorted({ ...event, seller_id }))
  return createHash('sha256').update(text).digest('hex')
}
