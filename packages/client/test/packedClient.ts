/** The client as `npm publish` would send it. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))

/** True for a path of the client's sources, and not for tests or what is made or installed. */
const isSource = (path: string): boolean =>
  !/\/(node_modules|dist|test)(\/|$)/.test(path.slice(root.length - 1))

/**
 * Packs the client in a copy of its folder, and unpacks it as an installation would.
 *
 * @param folder an empty one, where the package file is left
 * @param installed where its files come
 * @returns the package file, and the paths in it
 */
export async function packClient(
  folder: string,
  installed: string,
  env: NodeJS.ProcessEnv,
): Promise<{ file: string; paths: string[] }> {
  const copy = join(folder, 'sources/client')
  cpSync(`${root}packages/client`, copy, { recursive: true, filter: isSource })
  // Beside it: below it, npm would read what each of a thousand packages says of itself.
  symlinkSync(`${root}node_modules`, join(folder, 'sources/node_modules'))
  const args = ['pack', '--json', '--silent', '--pack-destination', folder]
  const { stdout } = await run('npm', args, { cwd: copy, env })
  const [{ filename, files }] = JSON.parse(stdout) as [
    { filename: string; files: { path: string }[] },
  ]
  const file = join(folder, filename)
  mkdirSync(installed, { recursive: true })
  await run('tar', ['-xzf', file, '--strip-components=1', '-C', installed])
  return { file, paths: files.map(({ path }) => path) }
}
