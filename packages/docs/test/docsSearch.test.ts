/** The search of the docs: what is asked for by its name comes first, in both languages. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import MiniSearch from 'minisearch'
import { test } from 'vitest'
import { operationsOf, readContract } from '../../../contract/document.ts'
import { find, searchOptions } from '../pages/searchRules.ts'
import { synonyms } from '../pages/synonyms.ts'
import { docsLanguages } from '../texts.ts'

const contract = readContract() as ReturnType<typeof readContract> & {
  webhooks: Record<string, object>
  components: { schemas: Record<string, { properties?: object }>; examples: object }
}

const fields = Object.values(contract.components.schemas).flatMap(({ properties = {} }) =>
  Object.keys(properties),
)

for (const language of docsLanguages) {
  const file = new URL(`../../../generated/docs/search.${language}.json`, import.meta.url)
  const search = MiniSearch.loadJSON(readFileSync(file, 'utf8'), searchOptions as never)
  const firstFor = (text: string) => find(search as never, text)[0]

  const named: [string, string[]][] = [
    ['operations', [...operationsOf(contract)].map(({ operation }) => operation.operationId)],
    ['events', Object.keys(contract.webhooks)],
    ['errors', Object.keys(contract.components.examples)],
  ]
  for (const [kind, names] of named) {
    test(`each of the ${kind} is found first by its name in ${language}`, () => {
      for (const name of names) {
        for (const typed of [name, name.toUpperCase(), ` ${name} `]) {
          assert.equal(firstFor(typed)?.path, `${language}/${kind}/${name}`, typed)
        }
      }
    })
  }

  test(`each field is found first by its name in ${language}`, () => {
    assert.ok(fields.length > 300)
    for (const name of new Set(fields)) {
      const found = firstFor(name)
      assert.equal(found?.name, name, name)
    }
  })

  test(`each word of the list of synonyms leads to its pages in ${language}`, () => {
    for (const { words, pages } of synonyms) {
      for (const word of words) {
        const paths = find(search as never, word).map(({ path }) => path)
        // A word may stand for several things: each of its pages is among the first.
        for (const page of pages) {
          assert.ok(paths.includes(`${language}/${page}`), `${word}: ${page} in ${paths.join(' ')}`)
        }
      }
    }
  })

  test(`accents, capitals and a letter too few do not matter in ${language}`, () => {
    for (const word of ['devolucao', 'DEVOLUÇÃO', 'reembols', 'estornno']) {
      const paths = find(search as never, word).map(({ path }) => path)
      assert.ok(paths.slice(0, 3).includes(`${language}/operations/createRefund`), word)
    }
  })
}
