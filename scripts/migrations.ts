/** Writes the next migration for both engines: `npm run migrations -- --name what_changes`. */
import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'

for (const ENGINE of ['sqlite', 'postgres']) {
  execFileSync('drizzle-kit', ['generate', ...process.argv.slice(2)], {
    env: { ...process.env, ENGINE },
    stdio: 'inherit',
  })
  removeEarlierSnapshots(new URL(`../db/migrations/${ENGINE}/meta/`, import.meta.url))
}

/** drizzle-kit compares the schema with the last snapshot only; each has thousands of lines. */
function removeEarlierSnapshots(folder: URL): void {
  const snapshots = readdirSync(folder).filter((name) => name.endsWith('_snapshot.json'))
  for (const name of snapshots.toSorted().slice(0, -1)) rmSync(new URL(name, folder))
}
