/** How the branches of a request's `oneOf` are told apart. */

type Field = { const?: unknown; enum?: unknown[] }

type Branch = {
  additionalProperties?: unknown
  required?: string[]
  properties?: Record<string, Field>
}

/** The condition under which a branch is meant, as a schema. */
export type Claim = { type: 'object'; required: [string]; properties: Record<string, Field> }

/**
 * Finds what shows that a branch is meant: a constant that it requires, such as `kind: discount`,
 * or else the first field that it requires.
 *
 * @returns undefined for a branch that requires no field
 */
export function claimOf(branch: Branch): Claim | undefined {
  const { required = [], properties = {} } = branch
  const constant = required.find((field) => properties[field]?.const !== undefined)
  const name = constant ?? required[0]
  if (name === undefined) return undefined
  const value = constant === undefined ? {} : { const: properties[constant]?.const }
  return { type: 'object', required: [name], properties: { [name]: value } }
}

/** True when another branch refuses every value that has what is claimed. */
export function isOnly({ required: [name], properties }: Claim, other: Branch): boolean {
  const claimed = properties[name]?.const
  const field = other.properties?.[name]
  if (!field) return other.additionalProperties === false
  if (claimed === undefined) return false
  const taken = field.enum ?? (field.const === undefined ? undefined : [field.const])
  return taken !== undefined && !taken.includes(claimed)
}
