import { defineConfig } from 'drizzle-kit'

/** `npm run migrations` makes the step for both engines. */
const engine = process.env['ENGINE'] === 'postgres' ? 'postgres' : 'sqlite'

export default defineConfig({
  dialect: engine === 'postgres' ? 'postgresql' : 'sqlite',
  schema: `./db/schema/${engine}.ts`,
  out: `./db/migrations/${engine}`,
})
