/**
 * In place of a Citus cluster (12.1): says of a statement, by its text, for which of these reasons
 * one was seen to refuse it. It knows fewer than Citus has.
 */
import { layouts } from '../../db/maintenance/layout.ts'

/** The tables that are split by seller. */
const distributed = new Set(layouts.flatMap(({ table, ofSeller }) => (ofSeller ? [table] : [])))

const unquoted = (text: string) => text.replaceAll('"', '').toLowerCase()

/** The tables of sellers that a statement names in a place where rows are read or written. */
function tablesIn(text: string): string[] {
  const places = /\b(?:from|join|into|update|using)\s+(?:only\s+)?(?:public\.)?(\w+)/g
  return [...new Set([...text.matchAll(places)].map(([, name = '']) => name))].filter((name) =>
    distributed.has(name),
  )
}

const volatile = /\b(random|clock_timestamp|gen_random_uuid|nextval|timeofday)\s*\(/

/** Why a change of the schema of a distributed database is refused; undefined when it is not. */
export function refusedChange(statement: string, fresh: ReadonlySet<string>): string | undefined {
  const text = unquoted(statement)
  const [, altered = ''] = /^\s*alter table (?:only )?(\w+)/.exec(text) ?? []
  if (/^\s*create (constraint )?trigger/.test(text)) return 'a trigger'
  if (/\badd (column )?\w+ (big|small)?serial\b/.test(text)) return 'a serial column is added'
  if (/\badd check\b/.test(text)) return 'a check without a name is added'
  const [, check = ''] = /\badd constraint \w+ check \((.*)\)/s.exec(text) ?? []
  if (check.includes(`${altered}.`)) return 'a check whose columns are qualified is added'
  const [, referred = ''] = /\breferences (?:public\.)?(\w+)/.exec(text) ?? []
  if (altered && fresh.has(referred) && !fresh.has(altered)) return 'a reference to a new table'
  const [, on = '', columns = ''] =
    /^\s*create unique index .*? on (\w+) .*?\((.*?)\)/s.exec(text) ?? []
  if (distributed.has(on) && !fresh.has(on) && !/^seller_id\b/.test(columns)) {
    return 'what is unique is so without the seller'
  }
  if (!/^\s*(insert|update|delete)/.test(text)) return undefined
  if (/^\s*update/.test(text) && volatile.test(text)) return 'a volatile function in an update'
  const tables = tablesIn(text)
  const isMixed = /\bselect\b/.test(text) && /^\s*update|exists/.test(text)
  const local = tables.filter((name) => fresh.has(name))
  const old = tables.filter((name) => !fresh.has(name))
  if (isMixed && local.length > 0 && old.length > 0) return 'a subquery over a table that is local'
  if (/^\s*update/.test(text) && isMixed) return 'a subquery without the seller'
  return undefined
}

/** Why a statement of the service is refused; undefined when it is not. */
export function refusedStatement(statement: string): string | undefined {
  const text = unquoted(statement)
  if (/^\s*update/.test(text) && volatile.test(text)) return 'a volatile function in an update'
  const tables = tablesIn(text)
  const isFixed = (name: string) =>
    new RegExp(`\\b${name}\\.seller_id = |= ${name}\\.seller_id\\b`).test(text) ||
    new RegExp(`^\\s*insert into ${name} \\(seller_id\\b`).test(text)
  const open = tables.filter((name) => !isFixed(name))
  if (open.length === 0) return undefined
  if (/\bfor (no key )?(update|share)\b/.test(text))
    return `a lock on ${open[0]} without the seller`
  if (/^\s*(update|delete|insert)/.test(text)) return `a write to ${open[0]} without the seller`
  return tables.length > 1 ? `a join with ${open[0]} without the seller` : undefined
}
