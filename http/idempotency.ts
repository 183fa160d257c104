import { createHash } from 'node:crypto'
import { ApiError } from '../contract/apiError.ts'
import type { QueryRunner } from '../db/database.ts'
import { canonicalJson } from '../db/canonicalJson.ts'
import { and, asc, eq, gt, inArray, lte } from '../db/operators.ts'
import { everyColumn, forUpdateSkipLocked, query } from '../db/query.ts'
import type { Arguments, Transaction } from '../db/query.ts'
import { rowByKey, setColumns } from '../db/rows.ts'
import type { Row } from '../db/schema/tables.ts'
import type { Sweep } from '../db/sweep.ts'
import { IDEMPOTENCY_LIFETIME_MS } from '../domain/erasure/answers.ts'
import { withoutReferences, withReferences } from './answerReferences.ts'

/** The header of an answer that is given again. */
export const REPLAYED = 'Idempotent-Replayed'

type KeyRow = Row<'idempotency_keys'>
type Key = { seller_id: string; key: string }
type Response = { status: number; body?: unknown; headers?: Record<string, string> }

// A key that has expired is as good as none: the new claim takes its place.
const claimKey = query(
  'claim_idempotency_key',
  (db, { idempotency_keys: t }, args: Arguments<KeyRow & { now: string }>) =>
    db
      .insert(t)
      .values(everyColumn(t))
      .onConflictDoUpdate({
        target: [t.seller_id, t.key],
        set: {
          fingerprint: args.fingerprint,
          status: args.status,
          body: args.body,
          expires_at: args.expires_at,
        },
        setWhere: lte(t.expires_at, args.now),
      }),
)

const firstKeyOfNextSeller = query(
  'first_idempotency_key_of_next_seller',
  (db, { idempotency_keys: t }, { after }: Arguments<{ after: string }>) =>
    db
      .select({ seller_id: t.seller_id, due_at: t.expires_at })
      .from(t)
      .where(gt(t.seller_id, after))
      .orderBy(asc(t.seller_id), asc(t.expires_at))
      .limit(1),
)

const forgetFirst = query(
  'forget_first_idempotency_keys',
  (
    db,
    { idempotency_keys: t },
    args: Arguments<{ seller_id: string; now: string; limit: number }>,
  ) => {
    const first = db.$with('first').as(
      forUpdateSkipLocked(
        db
          .select({ key: t.key })
          .from(t)
          .where(and(eq(t.seller_id, args.seller_id), lte(t.expires_at, args.now)))
          .orderBy(asc(t.expires_at))
          .limit(args.limit),
      ),
    )
    return db
      .with(first)
      .delete(t)
      .where(and(eq(t.seller_id, args.seller_id), inArray(t.key, db.select().from(first))))
  },
)

/** Deletes the keys that have expired; no request is answered by them any more. */
export const expiredKeys: Sweep = {
  name: 'expired idempotency keys',
  firstOfNextSeller: firstKeyOfNextSeller,
  piece: forgetFirst,
}

const storedResponse = query('stored_answer', rowByKey('idempotency_keys', 'seller_id', 'key'))

const keepResponse = query(
  'keep_answer',
  setColumns('idempotency_keys', ['status', 'body'], 'seller_id', 'key'),
)

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** The names of an object have no order (RFC 8259 §4): a repeat may write them in another one. */
const fingerprintOf = (parts: unknown[]) => hashOf(canonicalJson(parts))

type Request = Key & {
  client_id: string
  /** Parts that make two requests the same: the operation, its path and its body. */
  parts: unknown[]
  /** Properties of the response that are not kept; a repeat does not get them. */
  secrets: readonly string[]
  now: Date
}

function withoutSecrets(body: unknown, secrets: readonly string[]): unknown {
  if (secrets.length === 0) return body
  const shown = Object.entries(body as object).filter(([name]) => !secrets.includes(name))
  return Object.fromEntries(shown)
}

/**
 * A database whose transactions run once for each idempotency key of an API client: the key is
 * claimed, the work done and its response kept in one commit, so that neither a repeat, nor two at
 * once, nor a crash does the work twice. A repeat does not run the body, and so has none of its
 * effects after the commit. An error undoes the claim: it keeps nothing and may be tried again.
 */
export function answeringOnce(
  db: QueryRunner,
  { seller_id, client_id, key, parts, secrets, now }: Request,
): QueryRunner {
  // A client's own key has no space in it.
  const scopedKey = { seller_id, key: `${client_id} ${key}` }
  const fingerprint = fingerprintOf(parts)
  const at = now.toISOString()
  function* once<Result>(body: () => Transaction<Result>): Transaction<Result> {
    // Version 1.0.0 kept a key for the whole account; such a row holds until it ends.
    const [older] = yield* storedResponse({ seller_id, key })
    if (older && older.expires_at > at) {
      return (yield* replayed(older, fingerprint, parts)) as Result
    }
    const expires_at = new Date(now.getTime() + IDEMPOTENCY_LIFETIME_MS).toISOString()
    const claim = { ...scopedKey, fingerprint, status: 0, body: null, expires_at }
    const [claimed] = yield* claimKey({ ...claim, now: at })
    if (!claimed) {
      const [stored] = yield* storedResponse(scopedKey)
      return (yield* replayed(stored, fingerprint, parts)) as Result
    }
    const response = yield* body()
    const { status, body: kept } = response as Response
    yield* keepResponse({
      ...scopedKey,
      status,
      body: withReferences(withoutSecrets(kept, secrets)),
    })
    return response
  }
  return {
    read: (body) => db.read(body),
    run: (body) => db.run(() => once(body)),
  }
}

function* replayed(
  stored: KeyRow | undefined,
  fingerprint: string,
  parts: unknown[],
): Transaction<Response> {
  // Version 1.0.0 left the names in the order in which they were sent.
  const fingerprints = [fingerprint, hashOf(JSON.stringify(parts))]
  if (!stored || !fingerprints.includes(stored.fingerprint)) {
    throw new ApiError('idempotency_key_reused', { param: 'Idempotency-Key' })
  }
  const { status, seller_id } = stored
  const body = yield* withoutReferences(seller_id, stored.body)
  return { status, body, headers: { [REPLAYED]: 'true' } }
}
