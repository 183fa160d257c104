/** A million sales of before, written by SQL as the program of that time would have. */
import type pg from 'pg'

/** An id of the same millisecond as its table's others, in their order. */
const id = (prefix: string) => `'${prefix}_019b0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0')`

/** The id of one of the copied checkouts, by its number from 1 on. */
export const idOfCopy = (n: number): string =>
  `checkout_019b0000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/**
 * Copies a sale so many times, a day before it, each with ids of its own. No event tells of them:
 * they are older than those that are kept.
 *
 * @param checkout_id of the sale
 */
export async function multiply(
  client: pg.Client,
  checkout_id: string,
  count: number,
): Promise<void> {
  const has = async (table: string, column: string) =>
    ((
      await client.query(
        'select 1 from information_schema.columns where table_name = $1 and column_name = $2',
        [table, column],
      )
    ).rowCount ?? 0) > 0
  const before = (column: string) => `
    '${column}', to_char((t.${column}::timestamptz - interval '1 day') at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const named = await has('checkouts', 'payment_id')
  await client.query(
    `insert into checkouts select r.* from checkouts t, generate_series(1, ${count}) n,
     lateral jsonb_populate_record(t, jsonb_build_object('id', ${id('checkout')},
       'page_token', 'bulk' || n, ${named ? `'payment_id', ${id('pay')},` : ''}
       ${before('created_at')}, ${before('expires_at')}, ${before('completed_at')})) r
     where t.id = $1`,
    [checkout_id],
  )
  const txid = (await has('payments', 'txid'))
    ? `'txid', replace(substr(${id('x')}, 3), '-', ''),`
    : ''
  // When it was recorded, in versions that keep it: after that, an event has to tell of it.
  const recorded = (await has('payments', 'created_at')) ? `${before('created_at')},` : ''
  await client.query(
    `insert into payments select r.* from payments t, generate_series(1, ${count}) n,
     lateral jsonb_populate_record(t, jsonb_build_object('id', ${id('pay')}, ${txid}
       'checkout_id', ${id('checkout')}, 'end_to_end_id', 'E' || lpad(n::text, 31, '0'),
       ${recorded} ${before('paid_at')})) r
     where t.checkout_id = $1`,
    [checkout_id],
  )
  if (await has('daily_totals', 'part')) {
    await client.query(`
      insert into daily_totals
      select p.seller_id, to_char(p.paid_at::timestamptz at time zone 'UTC' - interval '3 hours',
        'YYYY-MM-DD'), 'BRL', 0, count(*), sum(p.amount_minor), 0, 0
      from payments p where p.id like 'pay_019b0000-0000-7000-8000-%' group by 1, 2`)
  }
  await client.query('analyze')
}
