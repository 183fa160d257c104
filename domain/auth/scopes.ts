import { scopes } from '../../generated/paths.ts'

export type Scope = (typeof scopes)[number]

export const isScope = (text: string): text is Scope => (scopes as readonly string[]).includes(text)

/** The scopes that a text names with a space between; undefined when one of them is unknown. */
export function scopesOf(text: string): Scope[] | undefined {
  const names = text === '' ? [] : text.split(' ')
  return names.every(isScope) ? names : undefined
}

/** Whether the granted scopes permit the wanted one; `all` permits every one. */
export function permits(granted: string[], wanted: string): boolean {
  return granted.includes(wanted) || granted.includes('all')
}
