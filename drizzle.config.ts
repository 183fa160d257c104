import { defineConfig } from 'drizzle-kit'

/** `npm run migrations` makes the step for both engines, of a schema that it writes for each. */
const engine = process.env['ENGINE'] === 'postgres' ? 'postgres' : 'sqlite'

export default defineConfig({
  dialect: engine === 'postgres' ? 'postgresql' : 'sqlite',
  schema: process.env['SCHEMA'] ?? '',
  out: `./db/migrations/${engine}`,
})
