/** Docs generated from the contract are complete and correct. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Engine } from 'php-parser'
import { parse } from 'yaml'
import { test } from 'vitest'
import { operationsOf, readContract } from '../../../contract/document.ts'
import type { CatalogueEntry } from '../document.ts'
import { temporaryFolder } from '../../../test/support/commandLine.ts'

type Sample = { lang: string; label: string; source: string }

const root = fileURLToPath(new URL('../../..', import.meta.url))
const contract = readContract()
const shown = JSON.parse(
  readFileSync(join(root, 'generated/docs/document.en.json'), 'utf8'),
) as typeof contract & { tags: { name: string; description: string }[] }

const samples = [...operationsOf(shown)].map(({ operation }) => ({
  id: operation.operationId,
  samples: (operation as unknown as { 'x-codeSamples': Sample[] })['x-codeSamples'],
}))

const chapter = (name: string) => shown.tags.find((tag) => tag.name === name)?.description ?? ''

/** The samples in a language, each as a file of a folder of their own. */
function filesIn(language: string, nameOf: (id: string) => string): string {
  const folder = temporaryFolder()
  for (const { id, samples: all } of samples) {
    const source = all.find(({ lang }) => lang === language)?.source
    assert.ok(source, `${id} has no sample in ${language}`)
    writeFileSync(join(folder, nameOf(id)), source)
  }
  return folder
}

test('every operation has a sample in each of six languages', () => {
  for (const { id, samples: all } of samples) {
    const labels = all.map(({ label }) => label)
    assert.deepEqual(labels, ['curl', 'TypeScript', 'Python', 'PHP', 'Java', 'Go'], id)
  }
})

test('the samples are in the docs, and the contract stays free of them', () => {
  const text = readFileSync(join(root, 'generated/openapi.json'), 'utf8')
  assert.doesNotMatch(text, /x-codeSamples/)
})

test('the samples in TypeScript, and that of the events, pass the strict compiler', () => {
  const folder = filesIn('TypeScript', (id) => `${id}.ts`)
  const [, receiver = ''] = /```typescript\n(.*?)```/s.exec(chapter('Events')) ?? []
  assert.match(receiver, /WEBHOOK_SECRET/)
  // It is taken over as it is, also by those who have noPropertyAccessFromIndexSignature.
  assert.doesNotMatch(receiver, /process\.env\./)
  writeFileSync(join(folder, 'receiver.ts'), receiver)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const strict = { strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true }
  const target = { target: 'esnext', module: 'nodenext', moduleDetection: 'force' }
  const rest = { types: ['node'], noEmit: true, skipLibCheck: true }
  const compilerOptions = { ...strict, ...target, ...rest }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
  assert.equal(stdout, '')
})

test('the samples in PHP have the form of PHP', () => {
  const parser = new Engine({ parser: { version: '8.1', suppressErrors: false } })
  for (const { id, samples: all } of samples) {
    const { source = '' } = all.find(({ lang }) => lang === 'PHP') ?? {}
    assert.doesNotThrow(() => parser.parseCode(source, `${id}.php`), id)
  }
})

test('one page has every code with its cause, what to do, an example and who answers it', () => {
  const page = chapter('Error codes')
  const sections = page.split(/^## /m).slice(1)
  const catalogue = Object.values(contract.components.examples as Record<string, CatalogueEntry>)
  assert.equal(sections.length, catalogue.length)
  for (const { summary, description, value } of catalogue) {
    const example = JSON.stringify(value, undefined, 2)
    const section = sections.find((text) => text.includes(example)) ?? ''
    assert.ok(summary && section.includes(summary.trim()), example)
    assert.ok(description && section.includes(description.trim()), example)
    assert.match(section, /^Status `\d{3}`$/m)
    assert.match(section, /\*\*Returned by:\*\* (\[\w+\]|\d+ operations)/)
  }
})

/** Names that a contract has and the last release had not, and that its changelog keeps quiet. */
function untold(now: typeof contract): string[] {
  const released = parse(
    readFileSync(join(root, 'contract/released.yaml'), 'utf8'),
  ) as typeof contract
  const namesOf = (one: typeof contract) => [
    ...[...operationsOf(one)].map(({ operation }) => operation.operationId),
    ...Object.keys((one as { webhooks?: object }).webhooks ?? {}),
    ...Object.keys(one.components.examples),
  ]
  const [news = ''] = chapter('Changelog').split(`## ${released.info.version}\n`)
  const known = new Set(namesOf(released))
  return namesOf(now).filter((name) => !known.has(name) && !news.includes(name))
}

test('the changelog tells of the version that the contract has', () => {
  assert.ok(chapter('Changelog').includes(`\n## ${contract.info.version}\n`))
})

test('the changelog names every operation, event and code since the last release', () => {
  assert.deepEqual(untold(contract), [])
  const grown = structuredClone(contract)
  grown.components.examples['checkout_paused'] = { value: {} }
  assert.deepEqual(untold(grown), ['checkout_paused'])
})

test('the guides are in the contract itself', () => {
  const { description = '' } = contract.info as { description?: string }
  assert.deepEqual(
    [...description.matchAll(/^# (.+)$/gm)].map(([, title]) => title),
    [
      'First payment in five minutes',
      'Access tokens',
      'Requests and answers',
      'Money',
      'Carts and codes',
      'Payment links',
      'Sell in WooCommerce',
      'Sell in Vendure',
      'Sell in Medusa',
      'Pagination',
      'Errors',
      'Webhooks',
      'Catching up',
      'Refunds and reversals',
      'Retries and idempotency',
      'Changes',
      'Sandbox',
      'Going live',
    ],
  )
})
