/** Roles of a seller's users; a role is a set of scopes. */
import type { Row } from '../../db/schema/tables.ts'
import { everyScope, permits } from './scopes.ts'
import type { Scope } from './scopes.ts'

export const ROLES = ['owner', 'developer', 'finance', 'attendant', 'viewer'] as const

export type Role = (typeof ROLES)[number]

const reading: readonly Scope[] = ['customers:read', 'products:read', 'checkouts:read']

/** The scopes of each role. Only an owner has those that everything needs. */
export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  owner: everyScope,
  developer: ['all', 'account:read', 'account:write', 'subscriptions:read', 'subscriptions:write'],
  finance: [
    ...reading,
    'refunds:write',
    'account:read',
    'subscriptions:read',
    'subscriptions:write',
  ],
  attendant: [...reading, 'checkouts:write', 'customers:write'],
  viewer: [...reading, 'subscriptions:read'],
}

/** True for what a role may not call although its scopes do: takings stay away from the counter. */
export const isClosedTo = (role: Role, operation: string): boolean =>
  role === 'attendant' && (operation === 'listStatementEntries' || operation.startsWith('export'))

type StoredRole = Pick<Row<'users'>, 'role' | 'is_attendant'>

/** The role of a user's row. */
export const roleOf = ({ role, is_attendant }: StoredRole): Role =>
  is_attendant && role === 'viewer' ? 'attendant' : role

/** A role as a user's row has it. */
export const storedRole = (role: Role): StoredRole =>
  role === 'attendant' ? { role: 'viewer', is_attendant: true } : { role, is_attendant: false }

/**
 * True when the scopes cover a role, so that the caller may give it or take it away: no caller
 * grants a scope that it lacks.
 */
export const coversRole = (scopes: readonly string[], role: Role): boolean =>
  scopesOfRole[role].every((scope) => permits(scopes, scope))
