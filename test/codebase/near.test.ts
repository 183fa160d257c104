/** `npm run test:near` finds tests for a change in every folder of the service. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { nearMap, nearTests } from '../support/nearMap.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const exists = (path: string) => existsSync(root + path)

/** The files that run within a minute on two cores. */
const MAX_FILES = 5

const ofProject = ['contract', 'dashboard', 'db', 'domain', 'handlers', 'http']
const folders = [...ofProject, 'runtime', 'scripts', 'test', 'packages']
const sources = folders.flatMap((folder) =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.ts$/.test(path) && !/node_modules|generated/.test(path))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
)

test('every source file has a test near it, beside the rules, and no more than a few', () => {
  assert.ok(sources.length > 500)
  const rules = nearTests([], exists).length
  for (const path of sources) {
    const { length } = nearTests([path], exists)
    const isOfRules = /^(test\/(codebase|guarantees)|scripts|packages\/shops)\//.test(path)
    const isIndex = path === 'handlers/index.ts'
    assert.ok(length > rules || isOfRules || isIndex, `${path} has no test near it`)
    assert.ok(length <= MAX_FILES, `${path} has ${length}`)
  }
})

test('every test that the map names exists', () => {
  const named = nearMap.flatMap(([, tests]) => tests).filter((path) => !path.includes('$'))
  assert.deepEqual(
    named.filter((path) => !exists(path)),
    [],
  )
})

test('a handler has its own test near it, and a test itself', () => {
  const own = nearTests(['handlers/createOffer.ts', 'test/units/json.test.ts'], exists)
  assert.deepEqual(own.slice(-2), [
    'test/operations/createOffer.test.ts',
    'test/units/json.test.ts',
  ])
})
