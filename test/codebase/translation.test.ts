/** The contract's Portuguese is whole, and follows its English. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { readContract } from '../../contract/document.ts'
import { readOverlay, translated, translationProblems } from '../../scripts/docs/translation.ts'

type Node = Record<string, unknown>

const contract = readContract()
const overlay = readOverlay()
const customer = '$.components.schemas.Customer'

const actionAt = (actions: typeof overlay.actions, target: string) => {
  const found = actions.find((action) => action.target === target)
  assert.ok(found, target)
  return found
}

/** All texts of a document that are in neither of two places alike. */
function* pairs(one: unknown, other: unknown): Generator<[string, string]> {
  if (typeof one === 'string' && typeof other === 'string' && one !== other) yield [one, other]
  if (typeof one !== 'object' || one === null) return
  for (const [name, value] of Object.entries(one)) yield* pairs(value, (other as Node)[name])
}

const codesOf = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code).sort()
const blocksOf = (text: string) => [...text.matchAll(/```.*?```/gs)].map(([block]) => block)

test('every sentence of the contract is translated', async () => {
  assert.deepEqual(await translationProblems(contract, overlay), [])
})

test('a translation changes nothing but sentences and the names of chapters', async () => {
  const result = await translated(contract, overlay)
  const bare = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(bare)
    if (typeof node !== 'object' || node === null) return node
    const kept = Object.entries(node).filter(
      ([name, value]) =>
        name !== 'x-displayName' &&
        name !== 'scopes' &&
        !(['description', 'summary'].includes(name) && typeof value === 'string'),
    )
    return Object.fromEntries(kept.map(([name, value]) => [name, bare(value)]))
  }
  const scopesOf = ({ components }: typeof contract) =>
    Object.keys(components.securitySchemes['oauth2']?.flows?.clientCredentials.scopes ?? {})
  assert.deepEqual(scopesOf(result), scopesOf(contract))
  const withoutGroups = (document: typeof contract) => ({ ...document, 'x-tagGroups': [] })
  assert.deepEqual(bare(withoutGroups(result)), bare(withoutGroups(contract)))
})

test('codes and programs stand in the Portuguese as in the English', async () => {
  const result = await translated(contract, overlay)
  let compared = 0
  for (const [english, portuguese] of pairs(contract, result)) {
    assert.deepEqual(blocksOf(portuguese), blocksOf(english))
    // A guide breaks a span over two lines; the names of a date's parts are words.
    const [own, other] = [codesOf(portuguese), codesOf(english)]
    const isGuide = english.includes('\n# ') || english.includes('yyyy')
    if (!isGuide) assert.deepEqual(own, other, portuguese)
    compared += 1
  }
  assert.ok(compared > 1000)
})

test('a sentence that is new or has changed asks for its translation', async () => {
  const changed = structuredClone(contract) as unknown as { components: { schemas: Node } }
  const schema = changed.components.schemas['Customer'] as { description: string }
  schema.description = 'A person who buys.'
  changed.components.schemas['Shop'] = { description: 'A shop.', type: 'object' }
  const found = await translationProblems(changed as unknown as typeof contract, overlay)
  assert.equal(found.length, 2)
  assert.match(
    found[0] ?? '',
    /^\$\.components\.schemas\.Customer: its English has changed.* x-source to '[0-9a-f]{8}'\.$/,
  )
  assert.equal(found[1], 'components.schemas.Shop.description is not translated: A shop.')
})

test('a translation of nothing is found', async () => {
  const vain = structuredClone(overlay)
  actionAt(vain.actions, customer).update['summary'] = 'Um resumo.'
  vain.actions.push({ target: '$.paths.gone', 'x-source': '00000000', update: {} })
  assert.deepEqual(await translationProblems(contract, vain), [
    `${customer}: the contract has no text at a place of it.`,
    '$.paths.gone is nowhere in the contract. Correct it, or remove it.',
  ])
})

test('a translation that is lost is found, and so is the name of a chapter', async () => {
  const actions = overlay.actions.filter(({ target }) => target !== "$.tags[?@.name == 'Sandbox']")
  assert.deepEqual(await translationProblems(contract, { ...overlay, actions }), [
    'tags.16.description is not translated: ' +
      'Play the buyer and the bank, and move the clock. Answers 404 in live mode.',
    'The tag Sandbox has no x-displayName.',
  ])
})
