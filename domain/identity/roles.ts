/** Roles of a seller's users; a role is a set of scopes. */
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
 * True when the scopes cover a role, so that the caller may give it or take it away: no caller
 * grants a scope that it lacks.
 */
export const coversRole = (scopes: readonly string[], role: Role): boolean =>
  scopesOfRole[role].every((scope) => permits(scopes, scope))
