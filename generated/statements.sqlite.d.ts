// Made from the queries of the program by `npm run generate`; edits here are lost.

/** See `Statement` in db/statement.ts. */
type Statement = {
  readonly text: string
  readonly tables: string[]
  readonly values: (args: Record<string, unknown>) => unknown[]
  readonly row: (values: unknown[]) => Record<string, unknown>
}

export declare const statements: (
  given: (value: unknown, name: string) => unknown,
) => Record<string, Statement>
