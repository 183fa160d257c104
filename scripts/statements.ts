import { statementsModule } from '../db/build/statements.ts'
import { buildForPostgres } from '../db/postgres/builder.ts'
import { everyQueryDefinition } from '../db/query.ts'
import type { QueryDefinition } from '../db/query.ts'
import { buildForSqlite } from '../db/sqlite/builder.ts'
// Queries are declared when these modules are loaded.
import '../server.ts'
import './commands/program.ts'

const byName = (one: QueryDefinition, other: QueryDefinition) => (one.name < other.name ? -1 : 1)

function moduleWith(build: (definition: QueryDefinition) => string): string {
  const definitions = everyQueryDefinition().toSorted(byName)
  return statementsModule(Object.fromEntries(definitions.map((one) => [one.name, build(one)])))
}

/** For each engine the module of all statements of the program. */
export const statementsModules = () => ({
  'statements.sqlite.js': moduleWith(buildForSqlite),
  'statements.postgres.js': moduleWith(buildForPostgres),
})
