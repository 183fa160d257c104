/** API clients in the contract's form. */
import type { Row } from '../../db/schema/tables.ts'
import type { components } from '../../generated/types.ts'

type Wire = components['schemas']

/** The end of the secret before the present one, while it still counts. */
export const stillAhead = (until: string | null, now: Date) =>
  until !== null && until > now.toISOString() ? until : null

export function apiClientView(row: Row<'api_clients'>, now: Date): Wire['ApiClientRecord'] {
  return {
    id: row.id,
    object: 'api_client',
    name: row.name,
    client_id: row.client_id,
    scopes: row.scopes as Wire['Scope'][],
    status: row.revoked_at === null ? 'active' : 'revoked',
    previous_secret_expires_at: stillAhead(row.previous_secret_until, now),
    revoked_at: row.revoked_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
