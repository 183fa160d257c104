/** The client as it is published, and the example shop on it, as partners have them. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { temporaryFolder } from '../support/commandLine.ts'
import { isSource, packClient } from '../support/packedClient.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = temporaryFolder()
const shop = join(folder, 'shop')
const installed = join(shop, 'node_modules/@balcao/client')

/** With the Node of these tests, and without what would make its runner part of this one. */
const { NODE_TEST_CONTEXT: _, ...others } = process.env
const env = { ...others, PATH: [dirname(process.execPath), others['PATH']].join(delimiter) }

/** The shop with what `npm install` would give it; all but the client is a link. */
function installShop(): void {
  cpSync(`${root}examples/shop`, shop, { recursive: true, filter: isSource })
  for (const name of ['express', 'standardwebhooks']) {
    symlinkSync(`${root}node_modules/${name}`, join(shop, 'node_modules', name))
  }
  mkdirSync(join(shop, 'node_modules/.bin'))
  symlinkSync(`${root}scripts/cli.ts`, join(shop, 'node_modules/.bin/balcao'))
}

const { paths: packed } = await packClient(folder, installed, env)
installShop()

const readJson = (path: string) =>
  JSON.parse(readFileSync(path, 'utf8')) as {
    version: string
    dependencies: Record<string, string>
  }

test('the package holds JavaScript, its types, and its papers', () => {
  const modules = globSync('{.,generated}/*.ts', { cwd: `${root}client` })
  const built = modules
    .map((path) => path.replace(/\.ts$/, ''))
    .flatMap((path) => [`dist/${path}.js`, `dist/${path}.d.ts`])
  const expected = ['LICENSE', 'README.md', 'package.json', ...built]
  // Of the types alone, nothing is left that could run.
  const typesOnly = ['dist/generated/types.js', 'dist/generated/errors.js', 'dist/operation.js']
  assert.deepEqual(
    packed.filter((path) => !typesOnly.includes(path)).toSorted(),
    expected.filter((path) => !typesOnly.includes(path)).toSorted(),
  )
})

test('it imports what it depends on and nothing else, in the versions that are tested', () => {
  const scripts = globSync('dist/**/*.js', { cwd: installed })
  const imported = scripts.flatMap((path) => [
    ...readFileSync(join(installed, path), 'utf8').matchAll(/\bfrom '([^.'][^']*)'/g),
  ])
  const names = new Set(imported.map(([, name]) => name))
  const manifest = readJson(join(installed, 'package.json'))
  assert.deepEqual([...names], Object.keys(manifest.dependencies))
  const own = readJson(`${root}package.json`)
  assert.equal(manifest.version, own.version)
  for (const [name, range] of Object.entries(manifest.dependencies)) {
    assert.equal(own.dependencies[name], range)
  }
})

test('the code of its README passes the strict compiler with the types as published', async () => {
  const blocks = readFileSync(join(installed, 'README.md'), 'utf8').matchAll(/```ts\n(.*?)```/gs)
  const [first = '', ...rest] = [...blocks].map(([, code = '']) => code)
  assert.equal(rest.length, 6)
  const files = [first, ...rest].map((code, i) => {
    // What follows the first block goes on with its client.
    const client =
      i > 0 && /\bbalcao\./.test(code)
        ? "import type { Balcao } from '@balcao/client'\ndeclare const balcao: Balcao\n"
        : ''
    const file = join(shop, `readme${i}.ts`)
    writeFileSync(file, client + code)
    return file
  })
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess']
  const target = ['--target', 'es2022', '--module', 'nodenext', '--noEmit', '--skipLibCheck']
  const types = ['--types', 'node', '--typeRoots', `${root}node_modules/@types`]
  const tsc = `${root}node_modules/typescript/bin/tsc`
  const said = await run(process.execPath, [tsc, ...strict, ...target, ...types, ...files], { env })
  assert.equal(said.stdout, '')
})

test('the example shop passes its own tests on the package', async () => {
  const args = ['--test', '--test-reporter=tap', 'test/shop.test.ts']
  const { stdout } = await run(process.execPath, args, { cwd: shop, env }).catch(
    (error: { stdout: string }) => error,
  )
  assert.match(stdout, /^# pass [1-9]/m, stdout)
  assert.match(stdout, /^# fail 0$/m, stdout)
})
