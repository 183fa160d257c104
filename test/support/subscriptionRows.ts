/**
 * A subscription, its paid invoice with attempt and payment, and the total of that day, as
 * statements that add their rows.
 */

type Value = string | number | boolean | null

function insert(table: string, columns: Record<string, Value>): string {
  const values = Object.values(columns).map((value) =>
    typeof value === 'string' ? `'${value}'` : String(value),
  )
  return `insert into ${table} (${Object.keys(columns).join()}) values (${values.join()})`
}

const AT = '2026-03-01T12:00:00.000Z'

const END_TO_END_ID = `E${'1'.repeat(31)}`

/**
 * @returns a statement for each of `sub_1`, `inv_1`, `att_1`, the code of `sub_1`, `pay_inv_1`, and
 *   the day's total
 */
export function subscriptionRows({
  seller_id,
  customer_id,
}: {
  seller_id: string
  customer_id: string
}): string[] {
  const of = { seller_id, created_at: AT, updated_at: AT }
  const subscription = insert('subscriptions', {
    ...of,
    id: 'sub_1',
    customer_id,
    status: 'active',
    offer_id: 'offer_1',
    name: 'Café',
    currency: 'BRL',
    amount_minor: 4990,
    is_variable: false,
    billing_interval: 'month',
    interval_count: 1,
    retries: true,
    pays_with_code: true,
    starts_on: '2026-03-01',
    mandate_status: 'approved',
    paid_until: '2026-04-01',
    latest_invoice_id: 'inv_1',
    page_token: 'token-1',
    metadata: '{}',
    expires_at: '2026-03-02T12:00:00.000Z',
    activated_at: AT,
    check_at: '2026-03-22T03:00:00.000Z',
  })
  const invoice = insert('invoices', {
    ...of,
    id: 'inv_1',
    subscription_id: 'sub_1',
    customer_id,
    number: 1,
    status: 'paid',
    amount_minor: 4990,
    period_start: '2026-03-01',
    period_end: '2026-04-01',
    due_on: '2026-03-01',
    collection: 'code',
    txid: '0'.repeat(32),
    is_closed: false,
    paid_at: AT,
    payment_id: 'pay_inv_1',
    end_to_end_id: END_TO_END_ID,
  })
  const attempt = insert('attempts', {
    ...of,
    id: 'att_1',
    invoice_id: 'inv_1',
    date: '2026-03-01',
    kind: 'first',
    status: 'paid',
  })
  const code = insert('subscription_codes', {
    ...of,
    subscription_id: 'sub_1',
    number: 0,
    connection_id: 'bank_1',
    txid: '0'.repeat(32),
    viewed_at: AT,
  })
  const payment = insert('payments', {
    ...of,
    id: 'pay_inv_1',
    subscription_id: 'sub_1',
    invoice_id: 'inv_1',
    rail: 'sandbox',
    end_to_end_id: END_TO_END_ID,
    txid: '0'.repeat(32),
    amount_minor: 4990,
    paid_at: AT,
  })
  const total = insert('daily_totals', {
    seller_id,
    date: AT.slice(0, 10),
    currency: 'BRL',
    part: 1,
    payments_count: 1,
    amount_minor: 4990,
    refunds_count: 0,
    amount_refunded_minor: 0,
  })
  return [subscription, invoice, attempt, code, payment, total]
}
