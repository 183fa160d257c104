/** The contract's Portuguese is whole, and follows its English. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { readContract } from '../../../contract/document.ts'
import {
  overlayFile,
  overlayIn,
  readOverlay,
  translated,
  translationProblems,
  withSources,
} from '../../../packages/docs/translation.ts'

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
    /^\$\.components\.schemas\.Customer: its English has changed.* --fix` \('[0-9a-f]{8}'\)\.$/,
  )
  assert.equal(found[1], 'components.schemas.Shop.description is not translated: A shop.')
})

test('each x-source that is old or missing is written, and nothing else of the file', async () => {
  const text = readFileSync(overlayFile, 'utf8')
  assert.equal(withSources(contract, text), text)
  const { 'x-source': source } = actionAt(overlay.actions, customer)
  const old = text.replace(`'${source}'`, "'00000000'")
  const without = text.replace(`\n    x-source: '${source}'`, '')
  for (const one of [old, without]) {
    assert.notEqual(one, text)
    assert.equal(withSources(contract, one), text)
  }
})

test('an update that would put an object in the place of a list is refused', async () => {
  const damaging = structuredClone(overlay)
  const target = "$.paths['/v1/customers'].get"
  damaging.actions.push({ target, 'x-source': '', update: { parameters: { 1: { name: 'x' } } } })
  const problem =
    `${target}: parameters is a list, which an update would replace; ` +
    `name one of it in the target, such as ${target}.parameters[0].`
  assert.deepEqual(await translationProblems(contract, damaging), [problem])
  await assert.rejects(translated(contract, damaging), {
    message: `openapi.pt-BR.overlay.yaml, ${problem}`,
  })
})

test('a sentence that a colon breaks up is refused by its line', () => {
  const lines = ['actions:', "  - target: '$'", '    update:']
  const broken: [string[], RegExp][] = [
    [['      description: O preço: em centavos.'], /:4: a text with a colon stands in quotes\.$/],
    [['      description:', '        O preço: em centavos.'], /:5: description is no text; one /],
    [['      summary: "Sem fim'], /^openapi\.pt-BR\.overlay\.yaml:\d: Missing closing [^\n]+\.$/],
  ]
  for (const [more, message] of broken) {
    assert.throws(() => overlayIn([...lines, ...more].join('\n')), { name: 'Error', message })
  }
})

test('a translation by the place in a list is applied', async () => {
  const indexed = structuredClone(overlay)
  indexed.actions.push({ target: '$.tags[0]', 'x-source': '', update: { description: 'Entrar.' } })
  const { tags } = (await translated(contract, indexed)) as unknown as { tags: Node[] }
  assert.equal(tags[0]?.['description'], 'Entrar.')
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
    'tags.18.description is not translated: ' +
      'Play the buyer and the bank, and move the clock. Answers 404 in live mode.',
    'The tag Sandbox has no x-displayName.',
  ])
})
