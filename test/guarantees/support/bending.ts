/** Breaks a service on purpose: its database does something else than it was asked to. */
import type { Database } from '../../../db/database.ts'
import type { QueryCall, Transaction } from '../../../db/query.ts'

/** What is done in the place of a statement, and what is then said to have come of it. */
export type Bent = { step?: QueryCall; rows?: (found: unknown[]) => unknown[] }

/** What becomes of each statement with this name. */
export type Bends = Record<string, (step: QueryCall) => Bent>

function* bent<Result>(steps: Transaction<Result>, bends: Bends): Transaction<Result> {
  let next = steps.next([])
  while (!next.done) {
    const { [next.value.definition.name]: bend = (step: QueryCall): Bent => ({ step }) } = bends
    const { step, rows = (found: unknown[]) => found } = bend(next.value)
    next = steps.next(rows(step ? yield step : []))
  }
  return next.value
}

/** From now on, statements with these names are bent. */
export function bend(db: Database, bends: Bends): void {
  const { read, run } = { read: db.read.bind(db), run: db.run.bind(db) }
  db.read = (body) => read(() => bent(body(), bends))
  db.run = (body) => run(() => bent(body(), bends))
}

/** Nothing is run, and nothing found. */
export const left = (): Bent => ({})

/** Another statement is run, with the same arguments. */
export const replaced =
  <Args extends object>(by: (args: Args) => Transaction<unknown[]>) =>
  ({ args }: QueryCall): Bent => {
    const { value } = by(args as Args).next([])
    if (!value || Array.isArray(value)) throw new Error('There is nothing in its place.')
    return { step: value }
  }

/** From now on, each statement of a transaction is committed by itself. */
export function tearTransactions(db: Database): void {
  const run = db.run.bind(db)
  db.run = async (body) => {
    const steps = body()
    let next = steps.next([])
    while (!next.done) {
      const step = next.value
      next = steps.next(
        await run(function* (): Transaction<unknown[]> {
          return yield step
        }),
      )
    }
    return next.value
  }
}
