/** A package that only a few suites need is installed once, however many of them begin at once. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { temporaryFolder } from '../support/commandLine.ts'

const script = fileURLToPath(new URL('../../scripts/install.ts', import.meta.url))
const folder = temporaryFolder()

const write = (path: string, json: object) =>
  writeFileSync(join(folder, path), JSON.stringify(json))

mkdirSync(join(folder, 'one'))
write('one/package.json', { name: 'one', version: '1.0.0' })
const dependencies = { one: 'file:one' }
write('package.json', { private: true, dependencies })
writeFileSync(join(folder, '.npmrc'), 'package-lock=false\n')

/** @returns how many of so many processes have installed it */
async function installs(count: number): Promise<number> {
  const runs = Array.from({ length: count }, () =>
    promisify(execFile)(process.execPath, [script, folder]),
  )
  const said = await Promise.all(runs)
  assert.ok(existsSync(join(folder, 'node_modules/one/package.json')))
  return said.filter(({ stderr }) => stderr.startsWith('Installing ')).length
}

test('three runs at once install once, and none installs again', async () => {
  assert.equal(await installs(3), 1)
  assert.equal(await installs(1), 0)
})

test('a changed day is installed again, once', async () => {
  appendFileSync(join(folder, '.npmrc'), 'before=2026-11-28\n')
  assert.equal(await installs(2), 1)
})
