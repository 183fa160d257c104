/** `npm run new operation` writes the stubs and table rows that lint, generation and tests want. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { test } from 'vitest'
import { notUnderstood } from '../../../contract/build/understood.ts'
import type { Document } from '../../../contract/document.ts'
import { translationProblems } from '../../../packages/docs/translation.ts'
import type { Overlay } from '../../../packages/docs/translation.ts'
import { documentedFields, operationExamples, refusalCodes } from '../../../scripts/lint/rules.ts'
import { temporaryFolder } from '../../support/commandLine.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const changed = [
  'openapi.yaml',
  'openapi.pt-BR.overlay.yaml',
  'handlers/getProduct.ts',
  'test/operations/getProduct.test.ts',
]

function copied(): string {
  const folder = temporaryFolder()
  for (const path of changed) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  return folder
}

/** Calls the command in a copy of the files that it changes. */
function create(folder: string, ...args: string[]) {
  const script = join(root, 'scripts/new.ts')
  return spawnSync(process.execPath, [script, 'operation', ...args, folder], { encoding: 'utf8' })
}

test('a new operation passes the rules of the contract', async () => {
  const folder = copied()
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const calls = [
    ['countThings', 'GET', '/v1/things'],
    ['touchProduct', 'POST', '/v1/products/{productId}/touch'],
    ['replaceProduct', 'PUT', '/v1/products/{productId}'],
  ]
  for (const call of calls) assert.equal(create(folder, ...call).stderr, '')
  const document = parse(read('openapi.yaml')) as Document
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
  for (const [name = '', method = '', path = ''] of calls) {
    assert.equal(document.paths[path]?.[method.toLowerCase()]?.operationId, name)
    for (const file of [`handlers/${name}.ts`, `test/operations/${name}.test.ts`]) {
      assert.match(read(file), /FILL IN/)
    }
  }
})

test('a taken name or path, or a wrong argument, is refused in one sentence', () => {
  const folder = copied()
  const refused: [string[], RegExp][] = [
    [['getProduct', 'GET', '/v1/things'], /^handlers\/getProduct\.ts is there already\.\n$/],
    [['readProduct', 'GET', '/v1/products/{productId}'], /^GET .* is there already\.\n$/],
    [['getThing', 'GET', '/v1/things/{thingId}'], /^Add ThingId to components\.parameters of/],
    [['getThing', 'FETCH', '/v1/things'], /^FETCH is no method: use get,/],
    [['GetThing', 'GET', '/v1/things'], /^GetThing is no name: write it as/],
    [['getThing', 'GET', '/things'], /^\/things is no path under \/v1\.\n$/],
  ]
  for (const [args, said] of refused) {
    const { stderr, status } = create(folder, ...args)
    assert.match(stderr, said)
    assert.equal(status, 1)
  }
  assert.equal(
    readFileSync(join(folder, 'openapi.yaml'), 'utf8'),
    readFileSync(join(root, 'openapi.yaml'), 'utf8'),
  )
})
