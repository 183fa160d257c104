/** Decides by a statement's text alone whether it can meet only so many rows. */
import { sqliteCore } from '../../db/sqlite/drizzle.ts'
import { tables } from '../../db/schema/tables.ts'

type UniqueKey = { columns: string[]; predicate: string | undefined }

const dialect = new sqliteCore.SQLiteSyncDialect()

/** The unique keys of each table, by the schema. */
const uniqueKeys = new Map(
  Object.values(tables).map((table) => {
    const { name, columns, primaryKeys, uniqueConstraints, indexes } =
      sqliteCore.getTableConfig(table)
    const named = (all: unknown[]) => all.map((one) => (one as { name: string }).name)
    const keys: UniqueKey[] = [
      ...primaryKeys.map((one) => ({ columns: named(one.columns), predicate: undefined })),
      ...uniqueConstraints.map((one) => ({ columns: named(one.columns), predicate: undefined })),
      ...columns
        .filter((one) => one.primary || one.isUnique)
        .map((one) => ({ columns: [one.name], predicate: undefined })),
      ...indexes
        .filter(({ config }) => config.unique)
        .map(({ config }) => ({
          columns: named(config.columns),
          predicate: config.where && dialect.sqlToQuery(config.where).sql,
        })),
    ]
    return [name, keys] as const
  }),
)

/** Splits at a word, outside of parentheses. */
function split(text: string, word: RegExp): string[] {
  const parts: string[] = []
  let [depth, start] = [0, 0]
  for (let i = 0; i < text.length; i++) {
    const match = depth === 0 ? word.exec(text.slice(i)) : null
    if (match) {
      parts.push(text.slice(start, i))
      start = i + match[0].length
      i = start - 1
    } else if (text[i] === '(') depth++
    else if (text[i] === ')') depth--
  }
  return [...parts, text.slice(start)]
}

/** The conditions that are joined by `and`, however they are nested. */
function conjuncts(condition: string): string[] {
  const parts = split(condition, /^ and /)
  if (parts.length > 1) return parts.flatMap(conjuncts)
  const isNested = condition.startsWith('(') && condition.endsWith(')')
  return isNested ? conjuncts(condition.slice(1, -1)) : [condition]
}

/** The columns of a table that conditions give one value, or one of so many. */
function fixedColumns(table: string, conditions: string[], ctes: Map<string, string>): string[] {
  return conditions.flatMap((condition) => {
    const fixed = /^"(\w+)"\."(\w+)" (=(?! any)|in \(.*\)$)/s
    const [, of, column = '', rest = ''] = fixed.exec(condition) ?? []
    if (of !== table) return []
    if (rest === '=') return split(condition, /^ or /).length === 1 ? [column] : []
    const inner = rest.slice('in ('.length, -1)
    if (!inner.startsWith('select')) return inner.includes(',') ? [] : [column]
    return isBounded(inner, ctes) ? [column] : []
  })
}

const hasUniqueKey = (table: string, conditions: string[], ctes: Map<string, string>): boolean => {
  const fixed = fixedColumns(table, conditions, ctes)
  return (uniqueKeys.get(table) ?? []).some(
    ({ columns, predicate }) =>
      columns.every((one) => fixed.includes(one)) &&
      (predicate === undefined || conditions.includes(predicate)),
  )
}

/**
 * True for a statement that ends with a limit, or gives each of its tables the whole of a unique
 * key; or that reads no more than a subquery that does.
 */
export function isBounded(statement: string, known = new Map<string, string>()): boolean {
  if (statement.startsWith('insert')) return true
  const ctes = new Map(known)
  const [, name, rest = ''] = /^with "(\w+)" as \((.*)$/s.exec(statement) ?? []
  if (name !== undefined) {
    const [cte = '', main = ''] = split(rest, /^\) (?=update|delete|select)/)
    return isBounded(main, ctes.set(name, cte))
  }
  const [body = '', limit] = split(statement, /^ limit /)
  if (limit !== undefined) return true
  const [core = ''] = split(body, /^ (order by|returning|for) /)
  const [head = '', where = ''] = split(core, /^ where /)
  const [from = '', ...joins] = split(head, /^ (inner|left) join /)
  const [, table = ''] = /(?:from|^update) "(\w+)"/.exec(from) ?? []
  const cte = ctes.get(table)
  if (cte !== undefined) return isBounded(cte)
  return (
    hasUniqueKey(table, conjuncts(where), ctes) &&
    joins.every((join) => {
      const [joined = '', on = ''] = split(join, /^ on /)
      return hasUniqueKey(joined.replaceAll('"', ''), conjuncts(on), ctes)
    })
  )
}
