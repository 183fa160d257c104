import { sql } from '../sqlite/drizzle.ts'
import type { Dialect } from '../sqlite/dialect.ts'
import type { CheckoutsTable } from './checkouts.ts'

/** The seller's own account at its bank; branch and number are digits. */
export type BankAccount = {
  branch: string
  number: string
  type: 'checking' | 'savings' | 'payment'
}

/**
 * How a seller's bank is reached; its secrets are sealed (domain/identity/vault.ts). At most one
 * connection of a seller is in use. A disconnected one stays for the charges made with it.
 */
export function bankConnectionsTable(d: Dialect) {
  return d.table(
    'bank_connections',
    {
      seller_id: d.text().notNull(),
      id: d.id('bank_'),
      provider: d.oneOf(['bacen']).notNull(),
      /** The id of the user or API client that made it; null when the operator did. */
      created_by: d.text(),
      url: d.text().notNull(),
      token_url: d.text().notNull(),
      client_id: d.text().notNull(),
      client_secret_sealed: d.text().notNull(),
      /** PEM, for mutual TLS. */
      certificate: d.text().notNull(),
      private_key_sealed: d.text().notNull(),
      /** PEM of the bank's own authority, when it is not a public one. */
      authority: d.text(),
      pix_key: d.text().notNull(),
      city: d.text().notNull(),
      /** Rules of the bank beyond the contract (domain/pix/bank/profiles.ts). */
      profile: d.text().notNull().default('bacen'),
      /** The profile's values in JSON, sealed; null when it needs none. */
      profile_values_sealed: d.text(),
      /** The bank is reached at public addresses only. */
      public_only: d.boolean().notNull().default(false),
      /** Time up to which the bank's list of transfers has been read. */
      listed_until: d.text(),
      /** The same of its list of refunded transfers, where that is by their last change. */
      refunds_listed_until: d.text(),
      /** The same of all that it lists, for money that belongs to no charge. */
      unmatched_listed_until: d.text(),
      /** State of our callback address at the bank; `none`: the provider has no callbacks. */
      callbacks: d.oneOf(['registered', 'refused', 'none']).notNull().default('registered'),
      /** Where the bank said that it sends its callbacks; null until it was asked, or nowhere. */
      webhook_url: d.text(),
      /** The scopes that the bank granted, separated by spaces; null while it has not said so. */
      granted_scopes: d.text(),
      /** To which recurring charges name the money; null until the seller has said it. */
      account: d.json<BankAccount>(),
      /** The bank's word on Pix Automático. */
      recurring: d
        .oneOf(['available', 'not_granted', 'not_supported', 'unknown'])
        .notNull()
        .default('unknown'),
      /** State of our address for callbacks about recurrences and recurring charges. */
      recurring_callbacks: d
        .oneOf(['registered', 'refused', 'unknown'])
        .notNull()
        .default('unknown'),
      /** When the bank was last asked for these. */
      tested_at: d.text(),
      disconnected_at: d.text(),
      created_at: d.text().notNull(),
      updated_at: d.text().notNull(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.id] }),
      d
        .uniqueIndex('bank_connections_one_in_use')
        .on(t.seller_id)
        .where(sql`${t.disconnected_at} is null`),
    ],
  )
}

const chargeColumns = (d: Dialect) => ({
  seller_id: d.text().notNull(),
  checkout_id: d.text().notNull(),
  /** The connection that made the charge; polled even after another was connected. */
  connection_id: d.text().notNull(),
  /**
   * The checkout's UUID without dashes, so that creating the charge is idempotent at the bank.
   * After a transfer of a wrong amount has used up the charge, the checkout gets another one,
   * numbered from 2.
   */
  txid: d.text().notNull(),
  /** Code that the buyer copies or scans; null until the bank has answered. */
  pix_code: d.text(),
  /** `open` may still receive money and is polled; `closed` is polled no more. */
  status: d.oneOf(['open', 'closed']).notNull(),
  /** When the bank is polled about it next. */
  check_at: d.text().notNull(),
  /**
   * The lifetime that the bank was last asked for, counted from the creation of the charge, and
   * when it was asked. Null in rows that are older than these two columns.
   */
  lifetime_seconds: d.integer(),
  asked_at: d.text(),
  /** Until when one process alone creates it at the bank; null when none does. */
  creating_until: d.text(),
  /** That process (`Database.processName`); null also where that has no name. */
  creating_by: d.text(),
  /** When the payment page was last seen open, to within one polling interval. */
  viewed_at: d.text(),
  /** Since when the bank has refused to answer about it, or has not known it. */
  trouble_since: d.text(),
  created_at: d.text().notNull(),
  updated_at: d.text().notNull(),
})

/**
 * The charge by which a checkout can be paid, made when the buyer first opens the payment page. A
 * checkout's earlier charges are known by the transfers that arrived for them.
 */
export function chargesTable(
  d: Dialect,
  {
    checkouts,
    bank_connections,
  }: {
    checkouts: CheckoutsTable
    bank_connections: ReturnType<typeof bankConnectionsTable>
  },
) {
  return d.table('charges', chargeColumns(d), (t) => [
    d.primaryKey({ columns: [t.seller_id, t.checkout_id] }),
    d.foreignKey({
      columns: [t.seller_id, t.checkout_id],
      foreignColumns: [checkouts.seller_id, checkouts.id],
    }),
    d.foreignKey({
      columns: [t.seller_id, t.connection_id],
      foreignColumns: [bank_connections.seller_id, bank_connections.id],
    }),
    d.unique('charges_txid').on(t.seller_id, t.txid),
    d
      .index('charges_to_check')
      .on(t.seller_id, t.connection_id, t.check_at)
      .where(sql`${t.status} = 'open'`),
    d
      .index('charges_at_bank')
      .on(t.seller_id, t.connection_id, t.checkout_id)
      .where(sql`${t.pix_code} is not null`),
    d
      .index('charges_being_created')
      .on(t.seller_id, t.checkout_id)
      .where(sql`${t.creating_by} is not null`),
    d.check('charges_status', sql`${t.status} in ('open', 'closed')`),
  ])
}

/**
 * Money at a seller's Pix key that belongs to no charge, and what the bank sent back of it: a row
 * each. A payment under the same end-to-end id, which another process may record, takes its place.
 */
export function transfersTable(d: Dialect) {
  return d.table(
    'transfers',
    {
      seller_id: d.text().notNull(),
      id: d.id('transfer_'),
      /** As the bank writes it; of money that went back, that of the transfer. */
      end_to_end_id: d.text().notNull(),
      /** The same in lower case, since banks write it in either. */
      transfer_key: d.text().notNull(),
      /** The bank's id of what went back, in lower case; empty for what arrived. */
      return_id: d.text().notNull(),
      /** Of a charge that another program made at the bank. */
      txid: d.text(),
      /** Negative for what went back. */
      amount_minor: d.integer().notNull(),
      occurred_at: d.text().notNull(),
      /** Name and message of the payer, as far as the bank says them; forgotten after 90 days. */
      description: d.text(),
      created_at: d.text().notNull(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.id] }),
      d.unique('transfers_once').on(t.seller_id, t.transfer_key, t.return_id),
      d.index('transfers_occurred').on(t.seller_id, t.occurred_at, t.id),
      d.index('transfers_amount').on(t.seller_id, t.amount_minor, t.id),
      d
        .index('transfers_described')
        .on(t.seller_id, t.occurred_at, t.id)
        .where(sql`${t.description} is not null`),
      d.check('transfers_amount', sql`(${t.amount_minor} < 0) = (${t.return_id} <> '')`),
    ],
  )
}
