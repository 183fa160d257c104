/** Constructs of a contract from which client generators, in any language, write awkward code. */

type Node = { [name: string]: unknown }

/** Each kind, with the places of the contract that have it. */
export type StumblingBlocks = {
  /** Is dropped by some generators, which then know nothing but the type beside it. */
  constWithoutType: string[]
  /** Becomes a type of its own around a value that may be null, or loses that it may. */
  scalarOrNull: string[]
  /** The same around an object. */
  objectOrNull: string[]
  /** Has to be told apart by trying each of the types. */
  unionWithoutDiscriminator: string[]
  /** Becomes inheritance, or a copy of the fields. */
  allOf: string[]
  /** Is a union in most languages. */
  severalTypes: string[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const list = (value: unknown) => (Array.isArray(value) ? value : []).filter(isNode)

const isNull = ({ type }: Node) => type === 'null'

/** Keywords whose schemas only the service checks: no code is made of them. */
const conditions = [
  ...['if', 'then', 'else', 'not', 'x-error-code'],
  ...['example', 'examples', 'x-codeSamples'],
]

function target(document: Node, node: Node): Node {
  const names = typeof node['$ref'] === 'string' ? node['$ref'].split('/').slice(1) : undefined
  if (!names) return node
  const value = names.reduce<unknown>((at, name) => (isNode(at) ? at[name] : undefined), document)
  return isNode(value) ? target(document, value) : {}
}

/** Every stumbling block of a contract. */
export function stumblingBlocks(document: Node): StumblingBlocks {
  const blocks: StumblingBlocks = {
    constWithoutType: [],
    scalarOrNull: [],
    objectOrNull: [],
    unionWithoutDiscriminator: [],
    allOf: [],
    severalTypes: [],
  }
  const note = (schema: Node, place: string) => {
    const { oneOf, anyOf, allOf, type, discriminator } = schema
    const all = [...list(oneOf), ...list(anyOf)]
    const [first, ...more] = all.filter((branch) => !isNull(target(document, branch)))
    if ('const' in schema && !type) blocks.constWithoutType.push(place)
    if (list(allOf).length > 0) blocks.allOf.push(place)
    if (first && more.length > 0 && !discriminator) blocks.unionWithoutDiscriminator.push(place)
    if (first && all.length > 1 && more.length === 0) {
      const isObject = target(document, first)['type'] === 'object'
      blocks[isObject ? 'objectOrNull' : 'scalarOrNull'].push(place)
    }
    const types = (Array.isArray(type) ? type : []).filter((name) => name !== 'null')
    if (types.length > 1) blocks.severalTypes.push(place)
  }
  const walk = (value: unknown, path: string[]): void => {
    if (Array.isArray(value)) {
      for (const [i, element] of value.entries()) walk(element, [...path, String(i)])
    }
    if (!isNode(value)) return
    const isProperties = path.at(-1) === 'properties'
    if (!isProperties) note(value, path.join('.'))
    for (const [name, child] of Object.entries(value)) {
      if (isProperties || !conditions.includes(name)) walk(child, [...path, name])
    }
  }
  walk(document['components'], ['components'])
  walk(document['paths'], ['paths'])
  walk(document['webhooks'], ['webhooks'])
  return blocks
}

/**
 * How many the contract may have. Those that are left were released, so that the comparison with
 * the release would refuse another form, or say what nothing else says: an object that may be null,
 * and an item of a cart, whose fields depend on one another.
 */
export const allowed: { readonly [Kind in keyof StumblingBlocks]: number } = {
  constWithoutType: 0,
  scalarOrNull: 2,
  objectOrNull: 4,
  unionWithoutDiscriminator: 2,
  allOf: 1,
  severalTypes: 0,
}

/** Advice for the error that names the places. */
const mends: { readonly [Kind in keyof StumblingBlocks]: string } = {
  constWithoutType: 'write its `type` beside it',
  scalarOrNull: "write `type: [string, 'null']` and the keywords of the schema",
  objectOrNull: 'leave the field out when there is nothing, or give it a null of its own',
  unionWithoutDiscriminator: 'give each type a field of its own',
  allOf: 'write the fields out',
  severalTypes: 'give the field one type beside null',
}

/** A sentence for each kind of which there are more than are allowed. */
export function stumblingProblems(document: Node): string[] {
  const blocks = Object.entries(stumblingBlocks(document)) as [keyof StumblingBlocks, string[]][]
  return blocks
    .filter(([kind, places]) => places.length > allowed[kind])
    .map(([kind, places]) => {
      const counted = `${places.length} places have ${kind}, ${allowed[kind]} may`
      return `${counted}: ${mends[kind]}. One is ${places.at(-1)}.`
    })
}
