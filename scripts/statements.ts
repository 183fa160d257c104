import { statementsModule } from '../db/build/statements.ts'
import { buildForPostgres } from '../db/postgres/builder.ts'
import { everyDefinition } from '../db/query.ts'
import type { Definition } from '../db/query.ts'
import { buildForSqlite } from '../db/sqlite/builder.ts'
// Whatever statements there are are declared by what these load.
import '../server.ts'
import './commands/program.ts'

const byName = (one: Definition, other: Definition) => one.name < other.name ? -1 : 1

function moduleWith(build: (definition: Definition) => string): string {
  const definitions = everyDefinition().toSorted(byName)
  return statementsModule(Object.fromEntries(definitions.map((one) => [one.name, build(one)])))
}

/** For each engine the module of all statements of the program. */
export const statementsModules = () => ({
  'statements.sqlite.js': moduleWith(buildForSqlite),
  'statements.postgres.js': moduleWith(buildForPostgres),
})
