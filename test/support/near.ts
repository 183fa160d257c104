/**
 * `npm run test:near`: the tests near what has changed since the last commit, on SQLite.
 * `npm run test:near -- domain/catalog` takes paths instead.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nearTests } from './nearMap.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const git = (...args: string[]) =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.split('\n').filter(Boolean)

const named = process.argv.slice(2).map((path) => (/\.\w+$/.test(path) ? path : `${path}/`))
const changed =
  named.length > 0
    ? named
    : [
        ...git('diff', '--name-only', '--relative', 'HEAD'),
        ...git('ls-files', '--others', '--exclude-standard'),
      ]
const tests = nearTests(changed, (path) => existsSync(join(root, path)))
console.log(`Near ${changed.length} changed files: ${tests.join(' ')}`)
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const options = ['--mode=all', '--project=sqlite', '--project=packages']
const { status } = spawnSync(process.execPath, [vitest, 'run', ...options, ...tests], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
