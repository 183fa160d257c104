// Made from the queries of the program by `npm run generate`; edits here are lost.

/** The statements by the names of their queries; `given` throws for a missing argument. */
export declare const statements: (given: (value: unknown, name: string) => unknown) => Record<
  string,
  {
    text: string
    tables: string[]
    values: (args: Record<string, unknown>) => unknown[]
    row: (values: unknown[]) => Record<string, unknown>
    source: string
  }
>
