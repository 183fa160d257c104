/**
 * Installs what only a few suites or the bench need, when the first of them runs:
 * `node scripts/install.ts packages/bench`. The folder's `.npmrc` names the day until which a
 * version counts, so that every installation is the same. It stays until either file changes.
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

function fingerprintOf(folder: string): string {
  const hash = createHash('sha256')
  for (const name of ['package.json', '.npmrc']) hash.update(readFileSync(`${at(folder)}/${name}`))
  return hash.digest('hex')
}

const isInstalled = (folder: string) =>
  existsSync(stampOf(folder)) && readFileSync(stampOf(folder), 'utf8') === fingerprintOf(folder)

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
  execFileSync('npm', ['install', ...quiet], { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
  writeFileSync(stampOf(folder), fingerprintOf(folder))
}

/**
 * @param folder relative to the repository, with `package.json` and `.npmrc`
 * @returns its `node_modules`
 */
export async function installed(folder: string): Promise<string> {
  if (!isInstalled(folder)) {
    const args = [fileURLToPath(import.meta.url), folder]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${folder} cannot be installed: npm ended with ${code}.`)
  }
  return `${at(folder)}/node_modules`
}

if (import.meta.main) {
  for (const folder of process.argv.slice(2)) await alone(folder, () => installNow(folder))
}
