/** Generated files that git does not keep are made again byte for byte, and missed in one line. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { unkeptPaths } from '../../../contract/generatedFiles.ts'
import { temporaryFolder } from '../../support/commandLine.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const LEFT_OUT =
  /(^|\/)node_modules$|^(\.git|test|data|dist|site|packages\/shops\/(?!woocommerce)[^/]+)(\/|$)/

/** A clone as `npm ci --ignore-scripts` leaves it. */
function bareClone(): string {
  const folder = join(temporaryFolder(), 'balcao')
  cpSync(root, folder, {
    recursive: true,
    filter: (path) => {
      const name = relative(root, path).replaceAll('\\', '/')
      return !LEFT_OUT.test(name) && !unkeptPaths.includes(name)
    },
  })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

const clone = bareClone()

function run(...args: string[]) {
  const { NODE_ENV: _, ...env } = process.env
  const DATABASE_URL = `sqlite:${join(clone, 'data/balcao.db')}`
  const options = {
    cwd: clone,
    encoding: 'utf8',
    env: { ...env, DATABASE_URL, PORT: '1' },
  } as const
  return spawnSync(process.execPath, args, options)
}

/** Service, command line, and what `npm test` begins with. */
const commands = [
  ['server.ts'],
  ['cli/cli.ts', 'sandbox'],
  ['cli/balcao.js', 'sandbox'],
  ['contract/generatedFiles.ts'],
]

test('git ignores what it does not keep, by the same paths', () => {
  const lines = readFileSync(`${root}.gitignore`, 'utf8').split('\n')
  const ignored = lines.filter((line) => /^\/.*generated\//.test(line))
  assert.deepEqual(
    ignored.map((line) => line.replace(/^\/|\/$/g, '')).toSorted(),
    unkeptPaths.toSorted(),
  )
})

test('commands and tests without generated files end with a line that names the cure', () => {
  for (const command of commands) {
    const { status, stdout, stderr } = run(...command)
    assert.match(stderr, /^\S*generated\S* is missing, .* `npm ci` makes it, .*\n$/)
    assert.deepEqual([status, stdout], [1, ''])
  }
})

test('preparing makes generated files byte for byte, and leaves alone what git keeps', () => {
  const kept = join(clone, 'generated/routes.ts')
  appendFileSync(kept, '// drift\n')
  const { status, stderr } = run('scripts/prepare.ts')
  assert.deepEqual([status, stderr], [0, ''])
  const made = ['generated', 'packages/client/generated'].flatMap((folder) =>
    readdirSync(join(clone, folder), { recursive: true, withFileTypes: true }),
  )
  const files = made.filter((entry) => entry.isFile()).map((one) => join(one.parentPath, one.name))
  const different = files.filter(
    (file) => !readFileSync(file).equals(readFileSync(join(root, relative(clone, file)))),
  )
  assert.deepEqual(different, [kept])
})

test('generated files of another contract than openapi.yaml are refused in one line', () => {
  appendFileSync(join(clone, 'openapi.yaml'), '# changed\n')
  for (const command of commands) {
    const { status, stderr } = run(...command)
    assert.match(stderr, /^generated\/ is of another contract .* `npm run generate`\.\n$/)
    assert.equal(status, 1)
  }
})
