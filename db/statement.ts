import type { QueryDefinition } from './query.ts'

type Args = Record<string, unknown>
type Row = Record<string, unknown>

/** A statement as an engine sends it. */
export type Statement = {
  readonly text: string
  /** The tables that are read or written, but for those that only a subquery names. */
  readonly tables: string[]
  /** The parameters, in the order of their places in the text. */
  readonly values: (args: Args) => unknown[]
  /** Makes a row of the values of its columns; without any, what stands for one. */
  readonly row: (values: unknown[]) => Row
}

type Given = (value: unknown, name: string) => unknown

/** Statements by their names; they are told how an argument is asked for. */
export type Statements = (given: Given) => Record<string, Statement>

function given(value: unknown, name: string): unknown {
  if (value === undefined) throw new Error(`The argument ${name} is missing.`)
  return value
}

/** @param code of a statement, as `db/build/statements.ts` writes it */
export const compiled = (code: string): Statement =>
  new Function('given', `return (${code})`)(given) as Statement

/**
 * @param ahead what `npm run generate` has made, of every statement of the program
 * @param builder loads what writes the code of another one, such as a test's own
 * @returns gives the statement of a definition
 */
export function statements(
  ahead: Statements,
  builder: () => (definition: QueryDefinition) => string,
): (definition: QueryDefinition) => Statement {
  const known = ahead(given)
  return (definition) => (known[definition.name] ??= compiled(builder()(definition)))
}
