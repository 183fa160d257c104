/** What the people of a seller may do: a role is a set of scopes. */
import { everyScope, permits } from './scopes.ts'
import type { Scope } from './scopes.ts'

export const ROLES = ['owner', 'developer', 'finance', 'viewer'] as const

export type Role = (typeof ROLES)[number]

const reading: readonly Scope[] = ['customers:read', 'products:read', 'checkouts:read']

/** The scopes of each role. Only an owner has those that everything needs. */
export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  owner: everyScope,
  developer: ['all', 'account:read', 'account:write'],
  finance: [...reading, 'refunds:write', 'account:read'],
  viewer: reading,
}

/**
 * Whether a caller with these scopes may give a role or take it away: no caller grants what it
 * lacks.
 */
export const coversRole = (scopes: readonly string[], role: Role): boolean =>
  scopesOfRole[role].every((scope) => permits(scopes, scope))
