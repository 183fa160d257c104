import type { AuditSeals } from '../auditChain.ts'
import { DatabaseUnavailable } from '../database.ts'
import { brokenChains } from './auditChains.ts'
import { openSnapshot, schemaFault } from './snapshot.ts'
import { conditionsOf, invariantsOf } from './invariants.ts'
import type { Invariant } from './invariants.ts'

/** How many rows are named for each invariant that is broken. */
const NAMED_ROWS = 20

/**
 * One invariant that was checked; `broken` names rows that break it, and `repair` the command that
 * mends them, where there is one.
 */
export type Check = { name: string; ok: boolean; broken: string[]; repair: string | null }

type Subject = { name: string; repair?: string | undefined }

/** A query that fails, because the database is damaged, counts as a broken invariant. */
async function check({ name, repair }: Subject, look: () => Promise<string[]>): Promise<Check> {
  try {
    const broken = await look()
    return { name, ok: broken.length === 0, broken, repair: repair ?? null }
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    return { name, ok: false, broken: [(error as Error).message], repair: null }
  }
}

const SCHEMA: Subject = { name: 'the schema is up to date', repair: 'db migrate' }

const TRAIL: Subject = { name: 'no audit event is missing or altered' }

/**
 * Checks a snapshot of a database, while other processes may go on writing: the engine's own
 * integrity checks, the version of the schema, and every invariant of the data.
 *
 * @param auditSeals those of the database's SECRET_KEY; without them it is not checked that the
 *   audit trail was not cut at its end
 * @throws when it does not exist or is not a database, and when the server ends the check
 */
export async function checkDatabase(
  databaseUrl: string,
  { auditSeals }: { auditSeals?: AuditSeals | undefined } = {},
): Promise<Check[]> {
  const snapshot = await openSnapshot(databaseUrl)
  const look = (invariant: Invariant) =>
    check(invariant, async () => {
      const rows = await snapshot.rows(`${invariant.broken} limit ${NAMED_ROWS}`)
      return rows.map(([row]) => String(row))
    })
  try {
    const checks: Check[] = []
    for (const condition of conditionsOf(snapshot.engine)) checks.push(await look(condition))
    const schema = await check(SCHEMA, async () => {
      const fault = await schemaFault(snapshot)
      return fault === undefined ? [] : [fault]
    })
    checks.push(schema)
    if (!schema.ok) return checks
    for (const invariant of invariantsOf(snapshot.engine)) checks.push(await look(invariant))
    checks.push(await check(TRAIL, () => brokenChains(snapshot, NAMED_ROWS, auditSeals)))
    return checks
  } finally {
    await snapshot.close()
  }
}
