/** The rows of passkeys. */
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { newId } from '../../runtime/ids.ts'
import { trimmedName } from '../formats/names.ts'
import { and, eq } from '../../db/operators.ts'
import { everyColumn, isAnyOf, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { rowByKey } from '../../db/rows.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { UserKey } from '../identity/userRows.ts'

export type Passkey = Row<'passkeys'>
type Key = Pick<Passkey, 'seller_id' | 'id'>

/** Passkeys of a user. */
export const MAX_PASSKEYS = 10

/** Characters of a passkey's name. */
const NAME_LENGTH = 80

const addPasskey = query('add_passkey', (db, { passkeys: t }, _: Arguments<Passkey>) =>
  db
    .insert(t)
    .values(everyColumn(t))
    .onConflictDoNothing({ target: [t.seller_id, t.credential_id] }),
)

export const passkeyByCredential = query(
  'passkey_by_credential',
  rowByKey('passkeys', 'seller_id', 'credential_id'),
)

const passkeysOfUsers = query(
  'passkeys_of_users',
  (
    db,
    { passkeys: t },
    args: Arguments<{ seller_id: string; user_ids: string[]; limit: number }>,
  ) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.user_id, args.user_ids)))
      .limit(args.limit),
)

/** Deletes a passkey, if it is one of this user's. */
export const deletePasskey = query(
  'delete_passkey',
  (db, { passkeys: t }, args: Arguments<Key & Pick<Passkey, 'user_id'>>) =>
    db
      .delete(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), eq(t.user_id, args.user_id))),
)

export const notePasskeyUse = query(
  'note_passkey_use',
  (db, { passkeys: t }, args: Arguments<Key & { counter: number; now: string }>) =>
    db
      .update(t)
      .set({ counter: args.counter, last_used_at: args.now })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id))),
)

/** The passkeys of each of these users, the oldest first. */
export function* passkeysOf(seller_id: string, user_ids: string[]): Transaction<Passkey[]> {
  const limit = user_ids.length * MAX_PASSKEYS
  const passkeys = yield* passkeysOfUsers({ seller_id, user_ids, limit })
  return passkeys.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Deletes all passkeys of a user. */
export function* deletePasskeysOf({ seller_id, id }: UserKey): Transaction<void> {
  for (const passkey of yield* passkeysOf(seller_id, [id])) yield* deletePasskey(passkey)
}

/** A name that can be stored and shown, whatever was sent. */
function nameOf(text: unknown): string {
  const clean = typeof text === 'string' ? text.slice(0, 1_000).toWellFormed() : ''
  const name = [...trimmedName(clean.replaceAll('\0', ''))].slice(0, NAME_LENGTH).join('').trim()
  return name === '' ? 'Passkey' : name
}

/** A credential that an authenticator has made. */
export type NewCredential = Pick<Passkey, 'credential_id' | 'public_key' | 'counter' | 'transports'>

/**
 * Stores a passkey of a user who is locked.
 *
 * @param name of the device, as the browser's form says
 * @returns the passkey, or why there is none
 */
export function* addNewPasskey(
  { seller_id, id: user_id }: UserKey,
  credential: NewCredential,
  { name, now }: { name: unknown; now: Date },
): Transaction<Passkey | 'passkey_limit_reached' | 'passkey_known'> {
  const others = yield* passkeysOf(seller_id, [user_id])
  if (others.length >= MAX_PASSKEYS) return 'passkey_limit_reached'
  const passkey: Passkey = {
    seller_id,
    id: newId(idPrefixes.passkeys, now),
    user_id,
    ...credential,
    name: nameOf(name),
    created_at: now.toISOString(),
    last_used_at: null,
  }
  const [stored] = yield* addPasskey(passkey)
  return stored ? passkey : 'passkey_known'
}
