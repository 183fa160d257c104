import { statementsModule } from '../db/build/statements.ts'
import { buildForPostgres } from '../db/postgres/builder.ts'
import { everyQueryDefinition } from '../db/query.ts'
import type { QueryDefinition } from '../db/query.ts'
import { buildForSqlite } from '../db/sqlite/builder.ts'
// Queries register themselves when their modules are loaded: these two load all of them.
import '../server.ts'
import { createProgram } from './commands/program.ts'

await createProgram()

const byName = (one: QueryDefinition, other: QueryDefinition) => (one.name < other.name ? -1 : 1)

function moduleWith(build: (definition: QueryDefinition) => string): string {
  const definitions = everyQueryDefinition().toSorted(byName)
  return statementsModule(Object.fromEntries(definitions.map((one) => [one.name, build(one)])))
}

/** The text of the module with all statements, for each engine, by its file name. */
export const statementsModules = () => ({
  'statements.sqlite.js': moduleWith(buildForSqlite),
  'statements.postgres.js': moduleWith(buildForPostgres),
})
