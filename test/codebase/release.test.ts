/** Faults that keep a version from being released. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { notesOf, releaseFaults } from '../../scripts/release/faults.ts'
import type { ReleaseFiles } from '../../scripts/release/faults.ts'

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')

/** The project as it would be released: what was not yet is under its version's heading. */
function ready(): ReleaseFiles {
  const contract = read('openapi.yaml')
  const version = /^ {2}version: (.*)$/m.exec(contract)?.[1]
  const changelog = read('CHANGELOG.md').replace(
    /^## Unreleased\n(.*?)(?=^## )(## [\d.]+\n)?/ms,
    `## Unreleased\n\n## ${version}\n$1`,
  )
  return {
    'openapi.yaml': contract,
    'contract/released.yaml': contract,
    'package.json': read('package.json'),
    'package-lock.json': read('package-lock.json'),
    'packages/client/package.json': read('packages/client/package.json'),
    'deploy/charts/balcao/Chart.yaml': read('deploy/charts/balcao/Chart.yaml'),
    'CHANGELOG.md': changelog,
  }
}

const faultsWith = (changed: (files: ReleaseFiles) => Partial<ReleaseFiles>) => {
  const files = ready()
  return releaseFaults({ ...files, ...changed(files) }).faults
}

test('the files of the project agree on a version', () => {
  assert.deepEqual(
    faultsWith(() => ({})),
    [],
  )
})

test('a file with another version is named', () => {
  for (const [file, before, after] of [
    ['package.json', /"version": ".*"/, '"version": "9.9.9"'],
    ['package-lock.json', /"version": ".*"/, '"version": "9.9.9"'],
    ['packages/client/package.json', /"version": ".*"/, '"version": "9.9.9"'],
    ['deploy/charts/balcao/Chart.yaml', /appVersion: .*/, 'appVersion: 9.9.9'],
  ] as const) {
    const [fault, ...more] = faultsWith((files) => ({ [file]: files[file].replace(before, after) }))
    assert.ok(fault?.startsWith(`${file} has the version 9.9.9`), fault)
    assert.deepEqual(more, [])
  }
})

test('a contract that is not the released one, and changes without a version, are named', () => {
  const contract = faultsWith((files) => ({ 'openapi.yaml': `${files['openapi.yaml']}\n# More.` }))
  assert.match(contract.join(), /^contract\/released\.yaml/)
  const unreleased = faultsWith((files) => ({
    'CHANGELOG.md': files['CHANGELOG.md'].replace('## Unreleased\n', '## Unreleased\n\n- More.\n'),
  }))
  assert.deepEqual(unreleased, ['CHANGELOG.md has changes that are not released.'])
  assert.match(faultsWith(() => ({ 'CHANGELOG.md': '# Changelog\n' })).join(), /says nothing about/)
})

test('the notes of a version end where those of the version before begin', () => {
  const changelog = '# Changelog\n\n## 1.1.0\n\n- Two.\n\n## 1.0.0\n\n- One.\n'
  assert.equal(notesOf(changelog, '1.1.0'), '- Two.')
  assert.equal(notesOf(changelog, '1.0.0'), '- One.')
  assert.equal(notesOf(changelog, '1.0'), '')
})
