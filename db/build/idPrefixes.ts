/** Writes the prefixes of ids as the schema has them, at generation: a service loads no Drizzle. */
import { GenerationError } from '../../contract/build/refused.ts'
import type { Layout } from '../maintenance/layout.ts'

const mend = "write d.id('…_'), or d.hash() where the key is a hash"

/** Each prefix with the name of what it begins the ids of: a table, or a column of JSON. */
function* prefixesOf({ table, columns }: Layout): Generator<[name: string, prefix: string]> {
  for (const { name, type, idForm } of columns) {
    if (name === 'id' && type === 'string' && !idForm) {
      throw new GenerationError(`db/schema/: ${table}.id has no prefix; ${mend}.`)
    }
    if (idForm?.prefix === undefined) continue
    const of = idForm.kind === 'within' ? name : table
    if (!/^[a-z]+_$/.test(idForm.prefix)) {
      throw new GenerationError(
        `db/schema/: the prefix ${idForm.prefix} of ${of} is no word and its _.`,
      )
    }
    yield [of, idForm.prefix]
  }
}

/**
 * The module with all prefixes.
 *
 * @throws GenerationError for a table whose ids have no form, and for a prefix that two have
 */
export function idPrefixesModule(layouts: readonly Layout[]): string {
  const prefixes = layouts.flatMap((layout) => [...prefixesOf(layout)]).toSorted()
  const owners = new Map<string, string>()
  for (const [name, prefix] of prefixes) {
    const other = owners.get(prefix)
    if (other !== undefined) {
      throw new GenerationError(
        `db/schema/: ${other} and ${name} have the prefix ${prefix}; change one.`,
      )
    }
    owners.set(prefix, name)
  }
  const lines = prefixes.map(([name, prefix]) => `  ${name}: '${prefix}',\n`)
  return `/** The prefix of the ids of each table, and of the objects within a column. */
export const idPrefixes = {
${lines.join('')}} as const
`
}
