import { openSnapshot, schemaFault } from './snapshot.ts'
import { conditionsOf, invariantsOf } from './invariants.ts'

/** Of each promise that does not hold, this many rows are named. */
const NAMED_ROWS = 20

/** One promise that was checked; `broken` says where it does not hold. */
export type Check = { name: string; ok: boolean; broken: string[] }

/** What cannot even be looked up, because the database is damaged, does not hold either. */
async function check(name: string, look: () => Promise<string[]>): Promise<Check> {
  try {
    const broken = await look()
    return { name, ok: broken.length === 0, broken }
  } catch (error) {
    return { name, ok: false, broken: [(error as Error).message] }
  }
}

/**
 * Checks a database as it is at one moment, while others may go on writing: that the engine finds
 * it whole, that its schema is this program's, and that every invariant of the data holds.
 *
 * @throws when it is not there or is not a database
 */
export async function checkDatabase(database_url: string): Promise<Check[]> {
  const snapshot = await openSnapshot(database_url)
  const look = ({ name, broken }: { name: string; broken: string }) =>
    check(name, async () => {
      const rows = await snapshot.rows(`${broken} limit ${NAMED_ROWS}`)
      return rows.map(([row]) => String(row))
    })
  try {
    const checks: Check[] = []
    for (const one of conditionsOf(snapshot.engine)) checks.push(await look(one))
    const schema = await check('the schema is up to date', async () => {
      const fault = await schemaFault(snapshot)
      return fault === undefined ? [] : [fault]
    })
    checks.push(schema)
    if (!schema.ok) return checks
    for (const one of invariantsOf(snapshot.engine)) checks.push(await look(one))
    return checks
  } finally {
    await snapshot.close()
  }
}
