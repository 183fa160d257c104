import type { SQL, SQLWrapper } from 'drizzle-orm'
import { sql } from './operators.ts'

/**
 * Of an object of the contract that is kept as JSON, the checkout that it belongs to, or its own
 * id. The index of events and the queries use this same expression.
 */
export const subjectOf = (json: SQLWrapper): SQL<string> =>
  sql`(case when ${json} ->> 'checkout_id' is null
  then ${json} ->> 'id' else ${json} ->> 'checkout_id' end)`
