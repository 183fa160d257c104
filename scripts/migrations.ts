/** Writes the next migration for both engines: `npm run migrations -- --name what_changes`. */
import { execFileSync } from 'node:child_process'

for (const ENGINE of ['sqlite', 'postgres']) {
  execFileSync('drizzle-kit', ['generate', ...process.argv.slice(2)], {
    env: { ...process.env, ENGINE },
    stdio: 'inherit',
  })
}
