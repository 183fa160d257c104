/** Grants in the contract's form. */
import type { components } from '../../generated/types.ts'
import type { Grant } from './grants.ts'
import type { Maker } from './makers.ts'

type Wire = components['schemas']

export function accessGrantView(
  grant: Omit<Grant, 'maker' | 'target'> & { created_by: Maker | null },
): Wire['AccessGrant'] {
  return {
    id: grant.id,
    object: 'access_grant',
    type: grant.type,
    name: grant.name,
    scopes: grant.scopes as Wire['Scope'][] | null,
    role: grant.role,
    device: grant.device,
    created_at: grant.created_at,
    created_by: grant.created_by,
    last_used_at: grant.last_used_at,
    expires_at: grant.expires_at,
  }
}
