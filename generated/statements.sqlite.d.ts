// Made from the queries of the program by `npm run generate`; edits here are lost.

type Argument = (value: unknown, name: string) => unknown

/** Makers of statements by the names of queries; both arguments are from db/statement.ts. */
export declare const statements: (given: Argument, whole: Argument) => Record<
  string,
  () => {
    text: string
    tables: string[]
    values: (args: Record<string, unknown>) => unknown[]
    row: (values: unknown[]) => Record<string, unknown>
    source: string
  }
>
