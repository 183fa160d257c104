import type { Dialect } from '../sqlite/dialect.ts'

/** The first answer to each `Idempotency-Key`, kept for 24 hours. */
export function idempotencyKeysTable(d: Dialect) {
  return d.table(
    'idempotency_keys',
    {
      seller_id: d.text().notNull(),
      key: d.text().notNull(),
      /** SHA-256 of the operation, its path and its body. */
      fingerprint: d.text().notNull(),
      status: d.integer().notNull(),
      body: d.json<unknown>().notNull(),
      expires_at: d.text().notNull(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.key] }),
      d.index('idempotency_keys_due').on(t.seller_id, t.expires_at),
    ],
  )
}
