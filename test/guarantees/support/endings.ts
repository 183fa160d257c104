/** Ends of sessions: those that the database saw, and those that callers were told. */
import assert from 'node:assert/strict'
import { query } from '../../../db/query.ts'
import type { Arguments } from '../../../db/query.ts'
import { and, eq } from '../../../db/operators.ts'
import { engine, type Sql } from '../../support/engine.ts'
import { randomOf } from '../../../packages/simulation/random.ts'

export const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
const next = randomOf(seed)

/** A whole number from 0 up to, and without, a limit. */
export const below = (limit: number): number => Math.floor(next() * limit)

export function shuffled<Value>(values: Value[]): Value[] {
  const left = [...values]
  return values.map(() => left.splice(below(left.length), 1)[0] as Value)
}

/** Runs the works in their order, so many of them at once. */
export async function runAll(works: (() => unknown)[], at_once: number): Promise<void> {
  const queue = works.values()
  await Promise.all(
    Array.from({ length: at_once }, async () => {
      for (const work of queue) await work()
    }),
  )
}

/** Has the database itself write down whenever the status of a session changes. */
export async function recordTransitions(sql: Sql): Promise<void> {
  await sql('create table transitions (checkout_id text, was text, becomes text)')
  await sql('create index transitions_of on transitions (checkout_id)')
  const insert = 'insert into transitions values (new.id, old.status, new.status)'
  if (engine === 'sqlite') {
    return void (await sql(`create trigger transition after update on checkouts
      when old.status <> new.status or old.completed_at is not new.completed_at
      begin ${insert}; end`))
  }
  await sql(`create function transition() returns trigger language plpgsql security definer as
    $$ begin ${insert}; return new; end $$`)
  await sql(`create trigger transition after update on checkouts for each row
    when (old.status <> new.status or old.completed_at is distinct from new.completed_at)
    execute function transition()`)
}

/** The transitions of one session, in their order. */
export const transitionsOf = async (sql: Sql, id: string): Promise<string[]> => {
  const statement = 'select was, becomes from transitions where checkout_id = ?'
  const rows = await sql<{ was: string; becomes: string }>(statement, id)
  return rows.map(({ was, becomes }) => `${was} → ${becomes}`)
}

let moment = 0

/** The statuses of one session that its observers were told, and when. */
export class Witness {
  readonly #told: { status: string; asked: number; answered: number }[] = []

  /** Remembers the status that an answer shows; undefined is an answer that shows none. */
  async hear(asking: () => Promise<string | undefined>): Promise<void> {
    const asked = moment++
    const status = await asking()
    if (status !== undefined) this.#told.push({ status, asked, answered: moment++ })
  }

  /** Asserts that all were told of one end, and none of an open checkout after that. */
  assertConsistent(status: string): void {
    const ends = this.#told.filter((one) => one.status !== 'open')
    assert.deepEqual(new Set(ends.map((one) => one.status)), new Set(ends.length ? [status] : []))
    const known = Math.min(...ends.map(({ answered }) => answered))
    const open = this.#told.filter((one) => one.status === 'open')
    assert.deepEqual(
      open.filter(({ asked }) => asked > known),
      [],
    )
  }
}

/** A settlement that looks neither at the status of the session nor at its end. */
export const completeAnything = query(
  'test_complete_any_checkout',
  (db, { checkouts: t }, args: Arguments<{ seller_id: string; id: string; now: string }>) =>
    db
      .update(t)
      .set({ status: 'completed', completed_at: args.now, updated_at: args.now })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id)))
      .returning(),
)
