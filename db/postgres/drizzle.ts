/** Drizzle for PostgreSQL, loaded as CommonJS like the rest of it, and only when it is needed. */
import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

export const pgCore = load('drizzle-orm/pg-core') as typeof import('drizzle-orm/pg-core')
