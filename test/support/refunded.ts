/** Refunds of a payment, in every state, however the service would come to have them. */
import { newId } from '../../runtime/ids.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { TestAccount } from './service.ts'

export type Refunded = { amount_minor: number; status: Row<'refunds'>['status']; at: string }

const sumOf = (refunds: Refunded[]) =>
  refunds.reduce((sum, { amount_minor }) => sum + amount_minor, 0)

/**
 * Puts refunds of the payment of a completed checkout into the database, in the order of their
 * creation, and what they add up to.
 *
 * @returns the id of the payment
 */
export async function putRefunds(
  { seller_id, on: { sql, clock } }: TestAccount,
  checkout_id: string,
  refunds: Refunded[],
): Promise<string> {
  const [payment] = await sql<{ id: string }>(
    'select id from payments where seller_id = ? and checkout_id = ?',
    seller_id,
    checkout_id,
  )
  if (!payment) throw new Error(`${checkout_id} has no payment.`)
  for (const { amount_minor, status, at } of refunds) {
    const id = newId('refund_', clock.now())
    const completed_at = status === 'succeeded' ? at : null
    await sql(
      `
      insert into refunds (seller_id, id, payment_id, checkout_id, amount_minor, status, origin,
        nature, payment_outcome, return_id, completed_at, created_at, updated_at)
      values (?, ?, ?, ?, ?, ?, 'bank', 'ORIGINAL', 'settled', ?, ?, ?, ?)`,
      ...[seller_id, id, payment.id, checkout_id, amount_minor, status, id, completed_at, at, at],
    )
  }
  const refunded_minor = sumOf(refunds.filter(({ status }) => status === 'succeeded'))
  await sql(
    `
    update payments set amount_refunded_minor = ?, amount_committed_minor = ?
    where seller_id = ? and id = ?`,
    refunded_minor,
    sumOf(refunds.filter(({ status }) => status !== 'failed')),
    seller_id,
    payment.id,
  )
  await sql(
    'update checkouts set amount_refunded_minor = ? where seller_id = ? and id = ?',
    refunded_minor,
    seller_id,
    checkout_id,
  )
  return payment.id
}

/** Puts so many failed refunds of a payment into the database, by one statement. */
export async function putFailedRefunds(
  { seller_id, on: { sql, clock } }: TestAccount,
  payment: { id: string; checkout_id: string },
  count: number,
): Promise<void> {
  const at = clock.now().toISOString()
  const rows = Array.from({ length: count }, () => {
    const id = newId('refund_', clock.now())
    return [
      seller_id,
      id,
      payment.id,
      payment.checkout_id,
      1,
      'failed',
      'bank',
      'ORIGINAL',
      'settled',
      id,
      at,
      at,
    ]
  })
  const row = `(${rows[0]?.map(() => '?').join(', ')})`
  await sql(
    `
    insert into refunds (seller_id, id, payment_id, checkout_id, amount_minor, status, origin,
      nature, payment_outcome, return_id, created_at, updated_at)
    values ${rows.map(() => row).join(', ')}`,
    ...rows.flat(),
  )
}
