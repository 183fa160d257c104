import { createHash } from 'node:crypto'
import { canBeStale } from '../contract/generatedFiles.ts'
import type { JsonCell } from './longJson.ts'
import type { QueryDefinition } from './query.ts'

type Args = Record<string, unknown>
type Row = Record<string, unknown>

/** A statement as an engine sends it. */
export type Statement = {
  readonly text: string
  /** The tables that are read or written, without those named in subqueries only. */
  readonly tables: string[]
  /** The parameters, in the order of their placeholders in the text. */
  readonly values: (args: Args) => unknown[]
  /** Makes an object of the values of a row's columns; `{}` when the statement returns none. */
  readonly row: (values: unknown[]) => Row
  /** The columns of JSON in the values of a row, which are text. */
  readonly json?: readonly JsonCell[]
  /** `sourceHash` of the query that the statement was generated from. */
  readonly source: string
}

/** Checks an argument, and makes of it what the driver takes. */
export type Argument = (value: unknown, name: string) => unknown

/**
 * The module that is generated for an engine: makers of statements, by their names.
 *
 * @param given makes what the engine's driver takes of an argument
 * @param whole leaves one as it is, since it is stored as JSON
 */
export type GeneratedStatements = (
  given: Argument,
  whole: Argument,
) => Record<string, () => Statement>

/** @throws Error for an argument that is missing */
export function whole(value: unknown, name: string): unknown {
  if (value === undefined) throw new Error(`The argument ${name} is missing.`)
  return value
}

/** @param code of a statement, as `codeOf` in db/build/statements.ts writes it */
export const compiled = (code: string, given: Argument = whole): Statement =>
  new Function('given', 'whole', `return (${code})`)(given, whole) as Statement

/**
 * Identifies the source of a query. White space does not count: Node leaves some in the place of
 * types, and a formatter moves it.
 */
export const sourceHash = ({ source }: QueryDefinition): string =>
  createHash('sha256').update(source.replaceAll(/\s/g, '')).digest('base64url').slice(0, 12)

function requireFresh(definition: QueryDefinition, statement: Statement): Statement {
  if (canBeStale && statement.source !== sourceHash(definition)) {
    throw new Error(`The query ${definition.name} has changed: run npm run generate.`)
  }
  return statement
}

/**
 * Where an engine gets the statement of a query from.
 *
 * @param generated the statements that `npm run generate` has made of the program's queries
 * @param given makes what the engine's driver takes of an argument
 * @param builder loads the builder, for any other query, such as one of a test
 * @returns the statement of a query. Outside production it throws when the query's source has
 *   changed since the statement was generated
 */
export function statementLookup(
  generated: GeneratedStatements,
  given: Argument,
  builder: () => (definition: QueryDefinition) => string,
): (definition: QueryDefinition) => Statement {
  const known = generated(given, whole)
  const statements = new Map<QueryDefinition, Statement>()
  return (definition) => {
    let statement = statements.get(definition)
    if (!statement) {
      const found = known[definition.name]?.()
      statement = found ? requireFresh(definition, found) : compiled(builder()(definition), given)
      statements.set(definition, statement)
    }
    return statement
  }
}
