/**
 * Tables that are looked up without a seller. They stay small, so that each node of a distributed
 * database can hold them whole.
 */
import { sql } from '../sqlite/drizzle.ts'
import type { Dialect } from '../sqlite/dialect.ts'

export function sellersTable(d: Dialect) {
  return d.table(
    'sellers',
    {
      id: d.id('seller_').primaryKey(),
      name: d.text().notNull(),
      /** A suspended seller gets no tokens and no new charges. */
      status: d.oneOf(['active', 'suspended']).notNull(),
      default_currency: d.text().notNull(),
      /**
       * How far the search terms of what versions before them have written are filled in
       * (domain/search/fill.ts); null when they all are.
       */
      search_fill: d.text().default(''),
      created_at: d.text().notNull(),
      updated_at: d.text().notNull(),
    },
    (t) => [d.index('sellers_to_fill').on(t.id).where(sql`${t.search_fill} is not null`)],
  )
}

export function apiClientsTable(d: Dialect, sellers: ReturnType<typeof sellersTable>) {
  return d.table(
    'api_clients',
    {
      id: d.id('client_').primaryKey(),
      seller_id: d
        .text()
        .notNull()
        .references(() => sellers.id),
      client_id: d.text().notNull().unique(),
      name: d.text().notNull(),
      /** SHA-256 of the secret in base64url; the secret itself has 256 random bits. */
      secret_hash: d.text().notNull(),
      scopes: d.json<string[]>().notNull(),
      /** The id of the user or API client that made it; null when the operator did. */
      created_by: d.text(),
      /** When it last got a token, to the hour. */
      last_used_at: d.text(),
      /** Counted up when tokens end at once; a token carries the count that it was issued under. */
      generation: d.integer().notNull(),
      revoked_at: d.text(),
      /** Hash of the secret before the last rotation; it gets tokens, too, until then. */
      previous_secret_hash: d.text(),
      previous_secret_until: d.text(),
      created_at: d.text().notNull(),
      updated_at: d.text().notNull(),
    },
    (t) => [
      d.index('api_clients_of_seller').on(t.seller_id, t.id),
      d.index('api_clients_in_force').on(t.seller_id, t.id).where(sql`${t.revoked_at} is null`),
    ],
  )
}

export function signingKeysTable(d: Dialect) {
  return d.table('signing_keys', {
    kid: d.id('key_').primaryKey(),
    public_jwk: d.json<Record<string, unknown>>().notNull(),
    /** The private key, sealed under SECRET_KEY (domain/identity/vault.ts). */
    private_jwk_sealed: d.text().notNull(),
    /** Counted up by each rotation. The highest number signs, whatever the clock says. */
    generation: d.integer().notNull().default(0),
    /** Signatures of this key are refused from this moment on. */
    revoked_at: d.text(),
    created_at: d.text().notNull(),
  })
}

/**
 * Secrets from which the Ed25519 keys that sign webhooks are derived; there are two rows at most.
 */
export function webhookKeysTable(d: Dialect) {
  return d.table('webhook_keys', {
    kid: d.id('whkey_').primaryKey(),
    /** 32 random bytes in base64url, sealed under SECRET_KEY (domain/identity/vault.ts). */
    secret_sealed: d.text().notNull(),
    /** Counted up by each rotation; of processes that make a key at once, one does. */
    generation: d.integer().notNull().unique(),
    revoked_at: d.text(),
    created_at: d.text().notNull(),
  })
}

/**
 * How far the sandbox clock was advanced, shared by all processes; one row at most. From 2026 on,
 * an offset within its check leads to the year 9999, the last that a timestamp can name.
 */
export function sandboxClockTable(d: Dialect) {
  return d.table(
    'sandbox_clock',
    {
      id: d.integer().primaryKey(),
      offset_ms: d.integer().notNull(),
    },
    (t) => [
      d.check('sandbox_clock_one_row', sql`${t.id} = 1`),
      d.check('sandbox_clock_forward_only', sql`${t.offset_ms} >= 0`),
      d.check('sandbox_clock_bounded', sql`${t.offset_ms} <= 251603539200000`),
    ],
  )
}

/** How the database is served; one row at most. */
export function installationTable(d: Dialect) {
  return d.table(
    'installation',
    {
      id: d.integer().primaryKey(),
      /** Mode in which it was first served. */
      mode: d.oneOf(['sandbox', 'live']).notNull(),
      /** The last `BASE_URL` that a service was given. */
      base_url: d.text(),
      created_at: d.text().notNull(),
    },
    (t) => [
      d.check('installation_one_row', sql`${t.id} = 1`),
      d.check('installation_mode', sql`${t.mode} in ('sandbox', 'live')`),
    ],
  )
}
