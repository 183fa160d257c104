/** Blocks of code in the operator's guide, from which the cluster is built word for word. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'

const guide = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')

/** The block of code that has these words. */
export function blockWith(words: string): string {
  const blocks = [...guide.matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, code = '']) => code)
  const found = blocks.filter((code) => code.includes(words))
  assert.equal(found.length, 1, `The guide has ${found.length} blocks with: ${words}`)
  return found[0] ?? ''
}

/** A text with some of its words replaced; each has to be there. */
export function replaced(text: string, others: Record<string, string>): string {
  return Object.entries(others).reduce((changed, [from, to]) => {
    assert.ok(changed.includes(from), `The guide does not say: ${from}`)
    return changed.replaceAll(from, to)
  }, text)
}
