/** A folder with doubles of shops' packages, and the integrations as they are published. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addPackages } from './install.ts'

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))

/** Packages of the repository that the published ones need. */
const needed = ['standardwebhooks', '@stablelib', 'fast-sha256', '@types', 'better-sqlite3']

/** @param doubles folders by the names of the packages that they stand for */
export async function installDoubles(
  names: readonly string[],
  doubles: Record<string, string>,
): Promise<{ folder: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), `balcao-double-${names.join('-')}-`))
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  mkdirSync(join(folder, 'node_modules'))
  for (const one of needed) symlinkSync(join(modules, one), join(folder, 'node_modules', one))
  for (const [name, path] of Object.entries(doubles)) {
    const target = join(folder, 'node_modules', name)
    mkdirSync(dirname(target), { recursive: true })
    cpSync(path, target, { recursive: true })
  }
  await addPackages(names, folder, { isChecked: false })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
