/** Users in the contract's form. */
import type { components } from '../../generated/types.ts'
import { roleOf } from '../identity/roles.ts'
import type { UserView } from './userChanges.ts'

type Wire = components['schemas']

export function userView({ user: row, passkeys }: UserView): Wire['User'] {
  return {
    id: row.id,
    object: 'user',
    email: row.email,
    name: row.name,
    role: roleOf(row),
    status: row.status,
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      created_at,
      last_used_at,
    })),
    last_signed_in_at: row.last_signed_in_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
