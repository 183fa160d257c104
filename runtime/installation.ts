import type { Database } from '../db/database.ts'
import { eq } from '../db/operators.ts'
import { forUpdate, query } from '../db/query.ts'
import type { Arguments } from '../db/query.ts'
import type { Row } from '../db/schema/tables.ts'
import { EnvironmentError } from './environment.ts'
import type { Environment } from './environment.ts'

export type Mode = Environment['mode']

const installation = query('installation', (db, { installation: t }) => db.select().from(t))

const addInstallation = query(
  'add_installation',
  (db, { installation: t }, args: Arguments<Pick<Row<'installation'>, 'mode' | 'created_at'>>) =>
    db
      .insert(t)
      .values({ id: 1, mode: args.mode, created_at: args.created_at })
      .onConflictDoNothing(),
)

const setBaseUrl = query(
  'set_base_url',
  (db, { installation: t }, args: Arguments<{ base_url: string }>) =>
    db.update(t).set({ base_url: args.base_url }).where(eq(t.id, 1)),
)

/** Lets one of several processes that start at once make the rows that exist once. */
export const lockInstallation = query(
  'lock_installation',
  (db, { installation: t }) => forUpdate(db.select({ id: t.id }).from(t).where(eq(t.id, 1))),
  { lockOnly: true },
)

const anyCheckout = query('any_checkout', (db, { checkouts: t }) =>
  db.select({ id: t.id }).from(t).limit(1),
)

/** @returns how a database is served; undefined when it never was, or only by an older version */
export async function knownInstallation(db: Database): Promise<Row<'installation'> | undefined> {
  const [row] = await db.read(() => installation({}))
  return row
}

/** @returns the mode in which a database was first served; undefined when it is not known */
export const knownMode = async (db: Database): Promise<Mode | undefined> =>
  (await knownInstallation(db))?.mode

/**
 * Keeps the address that a service was given. A command that is called without it writes the same
 * address into events and mails, and sends the same one to banks.
 */
export async function keepBaseUrl(
  db: Database,
  { baseUrl, baseUrlGiven }: Environment,
): Promise<void> {
  if (!baseUrlGiven || (await knownInstallation(db))?.base_url === baseUrl) return
  await db.run(() => setBaseUrl({ base_url: baseUrl }))
}

/**
 * Binds a database to the mode in which it is first served. A live database that was served in the
 * sandbox would let any buyer press Pay.
 *
 * A database of an older version does not say its mode. MODE decides then. When MODE is not set, a
 * service without SECRET_KEY can only be a sandbox, since live mode requires that key.
 *
 * @throws EnvironmentError when the database has the other mode, or its mode is unknown
 */
export async function claimMode(db: Database, environment: Environment, now: Date): Promise<void> {
  const { mode, modeGiven, secretKey } = environment
  let known = await knownMode(db)
  if (known === undefined) {
    const [used] = await db.read(() => anyCheckout({}))
    if (used && !modeGiven && secretKey !== undefined) {
      throw new EnvironmentError(
        'MODE: not set, and this database was used before it remembered ' +
          'its mode: set MODE to what it has been, sandbox or live',
      )
    }
    await db.run(() => addInstallation({ mode, created_at: now.toISOString() }))
    // Of several processes that start at once, the first one decides.
    known = await knownMode(db)
  }
  requireMode(known, environment)
}

/** @throws EnvironmentError when the database has another mode than the environment */
export function requireMode(keptMode: Mode | undefined, { mode, modeGiven }: Environment): void {
  if (keptMode === undefined || keptMode === mode) return
  const said = modeGiven ? `is ${mode}` : `is not set, which means ${mode}`
  throw new EnvironmentError(`MODE: ${said}, and this database is a ${keptMode} one`)
}
