/** Breaks a service on purpose: its database runs other statements than it was asked to run. */
import type { Database } from '../../../db/database.ts'
import type { QueryCall, Transaction } from '../../../db/query.ts'

/** The statement that runs in the place of another, if any, and a change of the rows it returns. */
export type BrokenQuery = { step?: QueryCall; rows?: (found: unknown[]) => unknown[] }

/** The statements to break, by the names of their queries. */
export type Breakage = Record<string, (step: QueryCall) => BrokenQuery>

const unchanged = (step: QueryCall): BrokenQuery => ({ step })

function* broken<Result>(steps: Transaction<Result>, breakage: Breakage): Transaction<Result> {
  let next = steps.next([])
  while (!next.done) {
    const { [next.value.definition.name]: replace = unchanged } = breakage
    const { step, rows = (found: unknown[]) => found } = replace(next.value)
    next = steps.next(rows(step ? yield step : []))
  }
  return next.value
}

/** Replaces these statements in everything that the database runs from now on. */
export function breakQueries(db: Database, breakage: Breakage): void {
  const { read, run } = { read: db.read.bind(db), run: db.run.bind(db) }
  db.read = (body) => read(() => broken(body(), breakage))
  db.run = (body) => run(() => broken(body(), breakage))
}

/** Runs nothing, and finds nothing. */
export const skipped = (): BrokenQuery => ({})

/** Runs another statement with the same arguments. */
export const replaced =
  <Args extends object>(by: (args: Args) => Transaction<unknown[]>) =>
  ({ args }: QueryCall): BrokenQuery => {
    const { value } = by(args as Args).next([])
    if (!value || Array.isArray(value)) throw new Error('There is nothing in its place.')
    return { step: value }
  }

/** Commits each statement of a transaction by itself from now on. */
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
