/** Breaks a service on purpose: its database does something else than it was asked to. */
import type { Database } from '../../db/database.ts'
import type { Step, Steps } from '../../db/query.ts'

/** What is run in the place of a statement: another one, or nothing, and these rows come of it. */
export type Bent = Step | { rows: unknown[] }

function* bent<Result>(steps: Steps<Result>, bend: (step: Step) => Bent): Steps<Result> {
  let next = steps.next([])
  while (!next.done) {
    const change = bend(next.value)
    next = steps.next('rows' in change ? change.rows : yield change)
  }
  return next.value
}

/** From now on, transactions run what `bend` makes of each of their statements. */
export function bendWrites(db: Database, bend: (step: Step) => Bent): void {
  const run = db.run.bind(db)
  db.run = (body) => run(() => bent(body(), bend))
}

/** Has another statement run in the place of the one with this name, with the same arguments. */
export const instead = <Args extends object>(
  name: string,
  replacement: (args: Args) => Steps<unknown[]>,
) =>
  (step: Step): Step => {
    if (step.definition.name !== name) return step
    const { value } = replacement(step.args as Args).next([])
    if (!value || Array.isArray(value)) throw new Error(`${name} has no replacement.`)
    return value
  }

/** From now on, each statement of a transaction is committed by itself. */
export function tearTransactions(db: Database): void {
  const run = db.run.bind(db)
  db.run = async (body) => {
    const steps = body()
    let next = steps.next([])
    while (!next.done) {
      const step = next.value
      next = steps.next(await run(function* (): Steps<unknown[]> { return yield step }))
    }
    return next.value
  }
}
