import { and, eq } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'

type Key = { seller_id: string; id: string }

export const customerById = query('customer_by_id', (db, { customers: t }, args: Arguments<Key>) =>
  db
    .select()
    .from(t)
    .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id))),
)
