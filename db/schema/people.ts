/** Users of a seller's dashboard, and their means to sign in. */
import { sql } from '../sqlite/drizzle.ts'
import type { Dialect } from '../sqlite/dialect.ts'

export type UsersTable = ReturnType<typeof usersTable>

export function usersTable(d: Dialect) {
  return d.table(
    'users',
    {
      seller_id: d.text().notNull(),
      id: d.id('user_'),
      /** In lower case. */
      email: d.text().notNull(),
      /** The person's own, as they are called; null until it is told. */
      name: d.text(),
      role: d.oneOf(['owner', 'developer', 'finance', 'viewer']).notNull(),
      /**
       * With the role `viewer`, for which older processes take such a person. The check of roles
       * cannot be widened while they write.
       */
      is_attendant: d.boolean().notNull().default(false),
      /** `invited` until the first passkey; a removed user's e-mail may be invited anew. */
      status: d.oneOf(['invited', 'active', 'removed']).notNull(),
      last_signed_in_at: d.text(),
      /** The language in which the dashboard was last seen; null until then. */
      locale: d.text(),
      created_at: d.text().notNull(),
      updated_at: d.text().notNull(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.id] }),
      d.uniqueIndex('users_email').on(t.seller_id, t.email).where(sql`${t.status} <> 'removed'`),
      d.index('users_present').on(t.seller_id, t.id).where(sql`${t.status} <> 'removed'`),
      d.check('users_status', sql`${t.status} in ('invited', 'active', 'removed')`),
      d.check('users_role', sql`${t.role} in ('owner', 'developer', 'finance', 'viewer')`),
    ],
  )
}

/** A link that makes a passkey, once. A user has one at most; one that is used is deleted. */
export function invitationsTable(d: Dialect, users: UsersTable) {
  return d.table(
    'invitations',
    {
      seller_id: d.text().notNull(),
      /** SHA-256 of the token in base64url; the token itself has 256 random bits. */
      id: d.hash('invitation_'),
      user_id: d.text().notNull(),
      /** The id of the user or API client that made it; null when the operator did. */
      invited_by: d.text(),
      created_at: d.text().notNull(),
      expires_at: d.text().notNull(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.id] }),
      d.foreignKey({
        columns: [t.seller_id, t.user_id],
        foreignColumns: [users.seller_id, users.id],
      }),
      d.unique('invitations_of_user').on(t.seller_id, t.user_id),
      d.index('invitations_due').on(t.seller_id, t.expires_at),
    ],
  )
}

/** A public key that a user signs in by (WebAuthn). */
export function passkeysTable(d: Dialect, users: UsersTable) {
  return d.table(
    'passkeys',
    {
      seller_id: d.text().notNull(),
      id: d.id('passkey_'),
      user_id: d.text().notNull(),
      /** In base64url, as the authenticator gave it. */
      credential_id: d.text().notNull(),
      /** COSE_Key in base64url. */
      public_key: d.text().notNull(),
      /** The authenticator's count at its last use; many never count, and stay at 0. */
      counter: d.integer().notNull(),
      transports: d.json<string[]>().notNull(),
      name: d.text().notNull(),
      created_at: d.text().notNull(),
      last_used_at: d.text(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.id] }),
      d.foreignKey({
        columns: [t.seller_id, t.user_id],
        foreignColumns: [users.seller_id, users.id],
      }),
      d.unique('passkeys_credential').on(t.seller_id, t.credential_id),
      d.index('passkeys_of_user').on(t.seller_id, t.user_id, t.id),
    ],
  )
}

/**
 * A session of a user who has signed in. An ended session stays for as long as the challenge that
 * began it is good, so that the same assertion does not begin another.
 */
export function userSessionsTable(d: Dialect, users: UsersTable) {
  return d.table(
    'user_sessions',
    {
      seller_id: d.text().notNull(),
      /** SHA-256 of the token in base64url; the token itself has 256 random bits. */
      id: d.hash('session_'),
      user_id: d.text().notNull(),
      /** Passkey by which the user signed in; null in rows from before this was stored. */
      passkey_id: d.text(),
      /** The browser and the system, as far as the browser names them. */
      device: d.text(),
      /** The challenge whose assertion began it. */
      challenge: d.text().notNull(),
      /** Challenges by which actions were confirmed, while they are good. */
      confirmations: d.json<string[]>().notNull(),
      created_at: d.text().notNull(),
      last_used_at: d.text().notNull(),
      /** When the row may be deleted; a session that has not ended ends then. */
      expires_at: d.text().notNull(),
      ended_at: d.text(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.id] }),
      d.foreignKey({
        columns: [t.seller_id, t.user_id],
        foreignColumns: [users.seller_id, users.id],
      }),
      d.unique('user_sessions_challenge').on(t.seller_id, t.user_id, t.challenge),
      d
        .index('user_sessions_open')
        .on(t.seller_id, t.user_id, t.created_at)
        .where(sql`${t.ended_at} is null`),
      d.index('user_sessions_due').on(t.seller_id, t.expires_at),
    ],
  )
}
