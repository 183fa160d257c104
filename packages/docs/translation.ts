/**
 * The contract in Portuguese: an OpenAPI Overlay (1.0.0) that lies beside it, and what is wrong
 * with that overlay when the contract has changed.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { openapiOverlay, resolveJsonPath } from 'openapi-format'
import { parseDocument } from 'yaml'
import { GenerationError } from '../../contract/build/refused.ts'
import { lineOf, parseYaml } from '../../contract/build/yaml.ts'
import type { Document } from '../../contract/document.ts'

type Node = Record<string, unknown>
type Update = { [name: string]: string | Update }
type Place = (string | number)[]

/** `x-source` is the fingerprint of the English sentences that `update` translates. */
export type Overlay = {
  overlay: string
  actions: { target: string; 'x-source': string; update: Update }[]
}

export const overlayFile = new URL('../../openapi.pt-BR.overlay.yaml', import.meta.url)

const overlayName = 'openapi.pt-BR.overlay.yaml'

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Values that programs exchange; a `description` within is part of the value. */
const isValue = (name: string, child: unknown) =>
  ['value', 'default', 'const', 'enum'].includes(name) ||
  (name === 'examples' && Array.isArray(child))

/** The place of each sentence in an update that is none, such as one that a colon has broken up. */
function* brokenTexts(update: unknown, place: Place, named = false): Generator<Place> {
  if (!isNode(update)) return
  for (const [name, part] of Object.entries(update)) {
    const isText = !named && /^(summary|description)$/.test(name)
    if (isText && typeof part !== 'string') yield [...place, name]
    else yield* brokenTexts(part, [...place, name], name === 'properties')
  }
}

/** @throws GenerationError for what is no YAML, and for a sentence that is no text */
export function overlayIn(text: string): Overlay {
  const overlay = parseYaml(text, overlayName) as Overlay
  for (const [index, { update }] of overlay.actions.entries()) {
    for (const place of brokenTexts(update, ['actions', index, 'update'])) {
      const at = `${overlayName}:${lineOf(text, place)}`
      throw new GenerationError(
        `${at}: ${place.at(-1)} is no text; one with a colon stands in quotes.`,
      )
    }
  }
  return overlay
}

export const readOverlay = () => overlayIn(readFileSync(overlayFile, 'utf8'))

/** Each sentence for people: every `summary` and `description`, but for fields of these names. */
function* textsOf(node: unknown, place: Place = [], named = false): Generator<[Place, string]> {
  if (!isNode(node)) return
  for (const [name, child] of Object.entries(node)) {
    const at = [...place, name]
    // The scopes of an OAuth flow, each with its description.
    if (place.at(-3) === 'flows' && place.at(-1) === 'scopes') yield [at, String(child)]
    else if (named) yield* textsOf(child, at)
    else if (/^(summary|description)$/.test(name) && typeof child === 'string') yield [at, child]
    else if (!isValue(name, child)) yield* textsOf(child, at, name === 'properties')
  }
}

/** Yields the parts of a node that an update replaces. */
function* sourcesOf(node: unknown, update: Update): Generator<unknown> {
  for (const [name, part] of Object.entries(update)) {
    const source = isNode(node) ? node[name] : undefined
    if (typeof part === 'object') yield* sourcesOf(source, part)
    // The name that the docs show is an addition: programs and addresses keep the tag's own.
    else if (name !== 'x-displayName') yield source
  }
}

/** The fingerprint of what an update replaces; undefined when there is nothing at a place of it. */
function fingerprint(node: unknown, update: Update): string | undefined {
  const sources = [...sourcesOf(node, update)]
  if (!sources.every((source) => typeof source === 'string')) return undefined
  return createHash('sha256').update(JSON.stringify(sources)).digest('hex').slice(0, 8)
}

/** The nodes of each target: to look for one takes milliseconds, and there are hundreds. */
const known = new WeakMap<Document, Map<string, unknown[]>>()

function matches(document: Document, target: string): unknown[] {
  const found = known.get(document) ?? new Map<string, unknown[]>()
  known.set(document, found)
  const nodes =
    found.get(target) ??
    resolveJsonPath(document as unknown as Node, target).map(({ value }) => value)
  found.set(target, nodes)
  return nodes
}

/** The lists of a node that an update has something for: it would put that in their place. */
function* listsIn(node: unknown, update: Update): Generator<string> {
  for (const [name, part] of Object.entries(update)) {
    const source = isNode(node) ? node[name] : undefined
    if (typeof part !== 'object') continue
    if (Array.isArray(source)) yield name
    else yield* listsIn(source, part)
  }
}

/** True for an update of more than the sentences of a node; others can replace no list. */
const isNested = (update: Update) => Object.values(update).some((part) => typeof part === 'object')

function* listProblems(document: Document, { actions }: Overlay): Generator<string> {
  // The targets of sentences that the contract repeats are looked for everywhere, which takes long.
  for (const { target, update } of actions.filter((action) => isNested(action.update))) {
    const lists = matches(document, target).flatMap((node) => [...listsIn(node, update)])
    for (const name of new Set(lists)) {
      const mend = `name one of it in the target, such as ${target}.${name}[0]`
      yield `${target}: ${name} is a list, which an update would replace; ${mend}.`
    }
  }
}

/**
 * A copy of the contract with the overlay applied.
 *
 * @throws GenerationError for an update that would destroy a list
 */
export async function translated(document: Document, overlay: Overlay): Promise<Document> {
  const [problem] = listProblems(document, overlay)
  if (problem) throw new GenerationError(`${overlayName}, ${problem}`)
  const copy = structuredClone(document) as unknown as Node
  const { data } = await openapiOverlay(copy, { overlaySet: overlay })
  return data as unknown as Document
}

function* targetProblems(document: Document, { actions }: Overlay): Generator<string> {
  for (const action of actions) {
    const { target, 'x-source': source } = action
    const found = sourcesNow(document, action)
    if (found.length === 0) yield `${target} is nowhere in the contract. Correct it, or remove it.`
    else if (found.includes(undefined))
      yield `${target}: the contract has no text at a place of it.`
    else if (found.length > 1 || found[0] !== source) {
      const mend = 'Translate it, then write its x-source by `npm run lint:contract -- --fix`'
      yield `${target}: its English has changed. ${mend} ('${found.join(' or ')}').`
    }
  }
}

/** The fingerprints of an action's English; several when its places differ. */
const sourcesNow = (document: Document, { target, update }: Overlay['actions'][number]) => [
  ...new Set(matches(document, target).map((node) => fingerprint(node, update))),
]

/** The fingerprint of what an action of one place translates. */
export const sourceOf = (document: Document, action: Overlay['actions'][number]): string =>
  sourcesNow(document, action)[0] ?? ''

/**
 * The overlay's text with the fingerprint of each translation as the English is now, for when all
 * of them have been read again. Nothing else of the text changes.
 */
export function withSources(document: Document, text: string): string {
  const overlay = overlayIn(text)
  const written = parseDocument(text)
  const edits = overlay.actions.flatMap((action, index) => {
    const [now, ...others] = sourcesNow(document, action)
    const place = ['actions', index, 'x-source']
    const node = written.getIn(place, true) as { range?: [number, number, number] } | undefined
    if (now === undefined || others.length > 0 || now === action['x-source']) return []
    if (node?.range) return [{ from: node.range[0], to: node.range[1], text: `'${now}'` }]
    const target = written.getIn(['actions', index, 'target'], true) as { range: number[] }
    const end = target.range[1] ?? 0
    return [{ from: end, to: end, text: `\n    x-source: '${now}'` }]
  })
  return edits
    .toReversed()
    .reduce((all, { from, to, text }) => all.slice(0, from) + text + all.slice(to), text)
}

/** Finds texts that the overlay lacks, and entries of it without a source or with a changed one. */
export async function translationProblems(document: Document, overlay: Overlay): Promise<string[]> {
  const lists = [...listProblems(document, overlay)]
  if (lists.length > 0) return lists
  const result = await translated(document, overlay)
  const missing = [...textsOf(document)]
    .filter(([place, text]) => {
      const there = place.reduce<unknown>((at, name) => isNode(at) && at[name], result)
      return there === text
    })
    .map(([place, text]) => `${place.join('.')} is not translated: ${text}`)
  const { tags } = result as unknown as { tags: Node[] }
  const unnamed = tags
    .filter((tag) => tag['x-displayName'] === undefined)
    .map(({ name }) => `The tag ${name} has no x-displayName.`)
  return [...targetProblems(document, overlay), ...missing, ...unnamed]
}
