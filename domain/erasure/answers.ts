/** The stored answers to an `Idempotency-Key` that show a customer, or an object of one. */
import { and, eq } from '../../db/operators.ts'
import { isAnyOf, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { setColumns } from '../../db/rows.ts'
import { subjectOf } from '../../db/subjects.ts'
import { withoutPerson } from '../formats/personalData.ts'

/** How long the first answer to a key is kept and given again. */
export const IDEMPOTENCY_LIFETIME_MS = 24 * 60 * 60 * 1000

/** Answers to one object at one moment: its creation, or its end. */
const MAX_ANSWERS = 1_000

// An answer shows the moment of its request as that of the object's creation or last change, and
// is kept for the same time from then on: so the index by the end of the keys finds it.
const answersOf = query(
  'stored_answers_of_object',
  (
    db,
    { idempotency_keys: t },
    args: Arguments<{ seller_id: string; id: string; ends: string[]; limit: number }>,
  ) =>
    db
      .select({ key: t.key, body: t.body })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          isAnyOf(t.expires_at, args.ends),
          eq(subjectOf(t.body), args.id),
        ),
      )
      .limit(args.limit),
)

const setAnswer = query(
  'replace_stored_answer',
  setColumns('idempotency_keys', ['body'], 'seller_id', 'key'),
)

/**
 * Removes the person from the stored answers to requests that created or changed an object at one
 * of these moments. A repeat of such a request is answered with the rest of the object.
 *
 * @param id of the customer or the checkout that the answers show, or to which they belong
 */
export function* eraseAnswers({
  seller_id,
  id,
  times,
}: {
  seller_id: string
  id: string
  times: string[]
}): Transaction<void> {
  const ends = times.map((at) => new Date(Date.parse(at) + IDEMPOTENCY_LIFETIME_MS).toISOString())
  for (const { key, body } of yield* answersOf({ seller_id, id, ends, limit: MAX_ANSWERS })) {
    yield* setAnswer({ seller_id, key, body: withoutPerson(body as object) })
  }
}
