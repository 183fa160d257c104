/** The stubs that `npm run new operation` writes pass what the whole project passes. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { parse } from 'yaml'
import { test } from 'vitest'
import { notUnderstood } from '../../../contract/build/understood.ts'
import type { Document } from '../../../contract/document.ts'
import { translationProblems } from '../../../packages/docs/translation.ts'
import type { Overlay } from '../../../packages/docs/translation.ts'
import { documentedFields, operationExamples, refusalCodes } from '../../../scripts/lint/rules.ts'
import { projectCopy, runIn, succeedIn } from '../../support/projectCopy.ts'

// A path without parameters, one with two of them, and one that has other operations.
const calls = [
  ['countThings', 'GET', '/v1/things'],
  ['touchOffer', 'POST', '/v1/products/{productId}/offers/{offerId}/touch'],
  ['replaceProduct', 'PUT', '/v1/products/{productId}'],
]
const tests = calls.map(([name]) => `test/operations/${name}.test.ts`)
const files = [...calls.map(([name]) => `handlers/${name}.ts`), ...tests]

const copy = projectCopy()
const read = (path: string) => readFileSync(join(copy, path), 'utf8')

test('a taken name or path, or a wrong argument, is refused in one sentence', () => {
  const refused: [string[], RegExp][] = [
    [['getProduct', 'GET', '/v1/things'], /^handlers\/getProduct\.ts is there already\.\n$/],
    [['readProduct', 'GET', '/v1/products/{productId}'], /^GET .* is there already\.\n$/],
    [['getThing', 'GET', '/v1/things/{thingId}'], /^Add ThingId to components\.parameters of/],
    [['getThing', 'FETCH', '/v1/things'], /^FETCH is no method: use get,/],
    [['GetThing', 'GET', '/v1/things'], /^GetThing is no name: write it as/],
    [['getThing', 'GET', '/things'], /^\/things is no path under \/v1\.\n$/],
  ]
  const before = read('openapi.yaml')
  for (const [args, said] of refused) {
    const { stderr, status } = runIn(copy, 'scripts/new.ts', 'operation', ...args)
    assert.match(stderr, said)
    assert.equal(status, 1)
  }
  assert.equal(read('openapi.yaml'), before)
})

test('stubs are written, and generation takes them', () => {
  for (const call of calls) succeedIn(copy, 'scripts/new.ts', 'operation', ...call)
  succeedIn(copy, 'scripts/generate.ts')
  for (const file of files) assert.match(read(file), /FILL IN/)
})

test('a new operation passes the rules of the contract', async () => {
  const document = parse(read('openapi.yaml')) as Document
  for (const [name = '', method = '', path = ''] of calls) {
    assert.equal(document.paths[path]?.[method.toLowerCase()]?.operationId, name)
  }
  assert.deepEqual(notUnderstood(document), [])
  for (const rule of [operationExamples, refusalCodes, documentedFields]) {
    const found = [...rule(document as unknown as Record<string, unknown>)]
    assert.deepEqual(
      found.map(({ message }) => message.replace(/^object has no example.*/, '')),
      [],
    )
  }
  const overlay = parse(read('openapi.pt-BR.overlay.yaml')) as Overlay
  assert.deepEqual(await translationProblems(document, overlay), [])
})

test('stubs pass the lint', () => {
  const biome = 'node_modules/@biomejs/biome/bin/biome'
  succeedIn(copy, biome, 'ci', '--vcs-enabled=false', '--error-on-warnings', ...files)
})

test('stubs compile', () => {
  const checked = ['handlers/index.ts', ...files]
  const file = join(copy, 'tsconfig.json')
  const { config } = ts.readConfigFile(file, ts.sys.readFile) as { config: object }
  const only = { ...config, files: checked, include: [] }
  const { options, fileNames } = ts.parseJsonConfigFileContent(only, ts.sys, copy, {}, file)
  const program = ts.createProgram(fileNames, options)
  // Only these: the rest of the program is checked by `npm run types`.
  const faults = fileNames.flatMap((name) => {
    const source = program.getSourceFile(name)
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
  })
  assert.equal(fileNames.length, checked.length)
  assert.deepEqual(
    [...program.getOptionsDiagnostics(), ...faults].map(({ file: at, messageText }) => [
      at?.fileName,
      messageText,
    ]),
    [],
  )
})

test('the tests of stubs pass', () => {
  succeedIn(copy, 'node_modules/vitest/vitest.mjs', 'run', '--project', 'sqlite', ...tests)
})
