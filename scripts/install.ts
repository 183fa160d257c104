/**
 * Installs a package that only a few suites or the bench need, by its own lock file, when the first
 * of them runs: `node scripts/install.ts packages/bench`. Installed packages stay until the lock
 * file changes.
 */
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const at = (folder: string) => resolve(root, folder)

/** Another process may be at it, over a slow network. */
const WAIT_MS = 30 * 60 * 1000

const stampOf = (folder: string) => `${at(folder)}/node_modules/.installed`

const lockOf = (folder: string) =>
  createHash('sha256')
    .update(readFileSync(`${at(folder)}/package-lock.json`))
    .digest('hex')

const isInstalled = (folder: string) =>
  existsSync(stampOf(folder)) && readFileSync(stampOf(folder), 'utf8') === lockOf(folder)

/** Does work that no other process does meanwhile; the system frees the lock of a dead one. */
async function alone(name: string, work: () => void): Promise<void> {
  const { default: Sqlite } = await import('better-sqlite3')
  const folder = `${root}node_modules/.cache/balcao-install`
  mkdirSync(folder, { recursive: true })
  const lock = new Sqlite(`${folder}/${name.replaceAll(/\W/g, '-')}.db`, { timeout: WAIT_MS })
  try {
    lock.exec('begin exclusive')
    work()
  } finally {
    lock.close()
  }
}

function installNow(folder: string): void {
  if (isInstalled(folder)) return
  console.error(`Installing ${folder}, once.`)
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  // Windows starts npm by its command file only.
  const options = { cwd: at(folder), shell: process.platform === 'win32' }
  execFileSync('npm', ['ci', ...quiet], { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
  writeFileSync(stampOf(folder), lockOf(folder))
}

/**
 * @param folder relative to the repository, with `package.json` and `package-lock.json`
 * @returns its `node_modules`, with all that the lock file names
 */
export async function installed(folder: string): Promise<string> {
  if (!isInstalled(folder)) {
    const args = [fileURLToPath(import.meta.url), folder]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${folder} cannot be installed: npm ci ended with ${code}.`)
  }
  return `${at(folder)}/node_modules`
}

if (import.meta.main) {
  for (const folder of process.argv.slice(2)) await alone(folder, () => installNow(folder))
}
