/** Real shops, and packages as they are published, in folders outside the repository. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** The compiler is the repository's. */
const env = {
  ...process.env,
  PATH: [`${root}node_modules/.bin`, process.env['PATH']].join(delimiter),
}

const MAX_OUTPUT_BYTES = 16 * 1024 * 1024

/** Runs a command to its end. @throws with all that it has printed */
export async function command(
  cwd: string,
  environment: Record<string, string>,
  name: string,
  ...args: string[]
): Promise<string> {
  try {
    const options = { cwd, env: { ...env, ...environment }, maxBuffer: MAX_OUTPUT_BYTES }
    const { stdout } = await run(name, args, options)
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${name} ${args.join(' ')}: ${stdout}${stderr}`, { cause: error })
  }
}

/** False for what is made or installed, which is not copied. */
const isSource = (path: string): boolean =>
  !/[\\/](node_modules|dist)([\\/]|$)/.test(path.slice(root.length - 1))

/**
 * Installs a shop, once: the folder is used again by every later run. Its `.npmrc` says until which
 * day a version counts, so that each run installs the same ones without a lock file.
 *
 * @param folder has `package.json` and `.npmrc`
 */
export async function installDated(name: string, folder: string): Promise<string> {
  const files = ['package.json', '.npmrc']
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(join(folder, file)))
  const installed = join(tmpdir(), 'balcao-shops', `${name}-${hash.digest('hex').slice(0, 16)}`)
  if (existsSync(installed)) return installed
  const begun = `${installed}-${process.pid}`
  mkdirSync(begun, { recursive: true })
  for (const file of files) cpSync(join(folder, file), join(begun, file))
  await command(begun, {}, 'npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund')
  renameSync(begun, installed)
  return installed
}

/**
 * Compiles the client and integrations, and lays them where a shop finds them, as `npm install` of
 * their packages would.
 *
 * @param isChecked true when the shop's types are there, so that the integration is held to them
 */
export async function addPackages(
  names: readonly string[],
  installed: string,
  { isChecked }: { isChecked: boolean },
): Promise<void> {
  const sources = join(installed, 'sources')
  rmSync(sources, { recursive: true, force: true })
  const integrations = names.map((name) => `packages/shops/${name}`)
  for (const path of ['packages/client', 'packages/shops/shared', ...integrations]) {
    cpSync(root + path, join(sources, path), { recursive: true, filter: isSource })
  }
  await addPackage('client', join(sources, 'packages/client'), installed)
  for (const name of names) {
    const integration = join(sources, 'packages/shops', name)
    if (isChecked) await command(integration, {}, 'tsc', '--noEmit')
    await addPackage(name, integration, installed)
  }
}

async function addPackage(name: string, folder: string, installed: string): Promise<void> {
  const args = ['pack', '--json', '--silent', '--pack-destination', installed]
  const [{ filename }] = JSON.parse(await command(folder, {}, 'npm', ...args)) as [
    { filename: string },
  ]
  const target = join(installed, 'node_modules/@balcao', name)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const file = join(installed, filename)
  await command(installed, {}, 'tar', '-xzf', file, '--strip-components=1', '-C', target)
  rmSync(file)
}
