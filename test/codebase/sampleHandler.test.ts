/** The handlers that CONTRIBUTING.md shows are those of the project. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A sample that has the name of its file in the first line. */
const sample = /```ts\n\/\/ (\S+)\n([\s\S]*?)```/g

test('a sample with the name of a file is the text of that file', () => {
  const shown = [...readFileSync(`${root}CONTRIBUTING.md`, 'utf8').matchAll(sample)]
  assert.ok(shown.length > 0)
  for (const [, path, text] of shown) {
    assert.equal(text, readFileSync(`${root}${path}`, 'utf8'), path)
  }
})
