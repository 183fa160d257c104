/**
 * Charges that a process was creating when it was killed. A claim would keep others from them until
 * its time is over (`creating_until`), while a buyer looks at a page without a code.
 */
import type { Database } from '../../../db/database.ts'
import { and, asc, eq, gt, isNotNull, isNull } from '../../../db/operators.ts'
import { query } from '../../../db/query.ts'
import type { Arguments } from '../../../db/query.ts'
import type { Tables } from '../../../db/schema/tables.ts'
import type { Charge, ChargeKey } from './charges.ts'

/** Charges that are looked at in one piece. */
const PIECE = 100

const isBeingCreated = (t: Tables['charges']) => isNotNull(t.creating_by)

// Without a seller: it finds those whose charges a process was creating.
const nextSeller = query(
  'next_seller_with_charges_being_created',
  (db, { charges: t }, { after }: Arguments<{ after: string }>) =>
    db
      .select({ seller_id: t.seller_id })
      .from(t)
      .where(and(isBeingCreated(t), gt(t.seller_id, after)))
      .orderBy(asc(t.seller_id))
      .limit(1),
)

type Page = { seller_id: string; after: string; limit: number }

const beingCreated = query('charges_being_created', (db, { charges: t }, args: Arguments<Page>) =>
  db
    .select()
    .from(t)
    .where(and(eq(t.seller_id, args.seller_id), isBeingCreated(t), gt(t.checkout_id, args.after)))
    .orderBy(asc(t.checkout_id))
    .limit(args.limit),
)

const giveBack = query(
  'give_charge_creation_back',
  (db, { charges: t }, args: Arguments<ChargeKey & Pick<Charge, 'creating_by'>>) =>
    db
      .update(t)
      .set({ creating_until: null, creating_by: null })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.checkout_id, args.checkout_id),
          eq(t.creating_by, args.creating_by),
          isNull(t.pix_code),
        ),
      )
      .returning(),
)

/**
 * Gives back the claims of processes that have ended, on a database that knows which have
 * (`Database.hasEnded`). The claim of a living process is left, however long that stands still.
 *
 * @returns the charges, which have no code yet
 */
export async function giveCreationsBack(db: Database): Promise<Charge[]> {
  const all: Charge[] = []
  if (db.processName === null) return all
  for (let after = ''; ; ) {
    const [next] = await db.read(() => nextSeller({ after }))
    if (!next) return all
    all.push(...(await giveSellersBack(db, next.seller_id)))
    after = next.seller_id
  }
}

async function giveSellersBack(db: Database, seller_id: string): Promise<Charge[]> {
  const all: Charge[] = []
  for (let after = ''; ; ) {
    const page = await db.read(() => beingCreated({ seller_id, after, limit: PIECE }))
    for (const { checkout_id, creating_by } of page) {
      after = checkout_id
      if (creating_by === null || !db.hasEnded(creating_by)) continue
      all.push(...(await db.run(() => giveBack({ seller_id, checkout_id, creating_by }))))
    }
    if (page.length < PIECE) return all
  }
}
