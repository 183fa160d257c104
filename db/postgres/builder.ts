import { codeOf, driver } from '../build/statements.ts'
import type { QueryDefinition } from '../query.ts'
import { defineTables } from '../schema/tables.ts'
import { postgres } from './dialect.ts'
import { pgCore } from './drizzle.ts'

/** Drizzle's, for the text of statements only. */
export const postgresBuilder = new pgCore.PgDatabase(new pgCore.PgDialect(), driver, undefined)

export const postgresTables = defineTables(postgres)

/** @returns the code of a statement for PostgreSQL */
export const buildForPostgres = (definition: QueryDefinition): string =>
  codeOf(definition, postgresBuilder, postgresTables)
