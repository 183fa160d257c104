import { scopes } from '../../generated/paths.ts'

export type Scope = (typeof scopes)[number]

export const isScope = (text: string): text is Scope => (scopes as readonly string[]).includes(text)

/** Parses scopes with one space between them (RFC 6749 §3.3); undefined when one is unknown. */
export function scopesOf(text: string): Scope[] | undefined {
  const names = text === '' ? [] : text.split(' ')
  return names.every(isScope) ? names : undefined
}

/** Scopes that `all` contains: those that the contract lists before it. */
const contained: readonly string[] = scopes.slice(0, scopes.indexOf('all'))

/** Scopes that together permit everything: `all`, and those that it does not contain. */
export const everyScope: readonly Scope[] = scopes.slice(scopes.indexOf('all'))

/** True when the granted scopes include another; `all` includes those that it contains. */
export function permits(granted: readonly string[], wanted: string): boolean {
  return granted.includes(wanted) || (granted.includes('all') && contained.includes(wanted))
}
