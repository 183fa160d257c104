import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { GenerationError } from '../contract/build/refused.ts'
import { statementsModule } from '../db/build/statements.ts'
import { buildForPostgres } from '../db/postgres/builder.ts'
import { everyQueryDefinition } from '../db/query.ts'
import type { QueryDefinition } from '../db/query.ts'
import { buildForSqlite } from '../db/sqlite/builder.ts'
// Queries register themselves when their modules are loaded: these load all of them.
import '../domain/mail/message.ts'
import '../server.ts'
import { loadHandlers } from '../handlers/index.ts'
import { createProgram } from '../cli/commands/program.ts'

await createProgram()
await loadHandlers()

const byName = (a: QueryDefinition, b: QueryDefinition) => (a.name < b.name ? -1 : 1)

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = ['db', 'dashboard', 'domain', 'handlers', 'http', 'runtime', 'scripts']

/** The file that declares a query; looked for once something is wrong with it. */
function fileOf(name: string): string | undefined {
  const files = folders.flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
  )
  const declares = (text: string) =>
    text.split('query(').some((rest) => rest.trimStart().startsWith(`'${name}'`))
  return files.find((path) => declares(readFileSync(root + path, 'utf8')))
}

/**
 * Builds one query, on one engine.
 *
 * @throws GenerationError naming the query and its file, for a form that `db/README.md` does not
 *   list as understood
 */
export function built(definition: QueryDefinition, build: (query: QueryDefinition) => string) {
  try {
    return build(definition)
  } catch (error) {
    const { name } = definition
    const message = (error as Error).message.replace(/\.$/, '')
    const place = [fileOf(name), `query('${name}')`].filter(Boolean).join(', ')
    throw new GenerationError(`${place}: ${message}.`)
  }
}

function moduleWith(
  build: (definition: QueryDefinition) => string,
  belongs: (definition: QueryDefinition) => boolean = () => true,
): string {
  const definitions = everyQueryDefinition().filter(belongs).toSorted(byName)
  return statementsModule(
    Object.fromEntries(
      definitions.map((definition) => [definition.name, built(definition, build)]),
    ),
  )
}

/** The text of the module with all statements, for each engine, by its file name. */
export const statementsModules = () => ({
  'statements.sqlite.js': moduleWith(buildForSqlite),
  'statements.postgres.js': moduleWith(buildForPostgres, ({ sqliteOnly }) => !sqliteOnly),
})
