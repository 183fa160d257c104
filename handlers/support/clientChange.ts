/** What the operations that change API clients share. */
import { ApiError } from '../../contract/apiError.ts'
import type { ClientChange, ClientFault } from '../../domain/auth/clientChanges.ts'
import { challengeOf } from './challenge.ts'
import type { Account } from './handler.ts'

/** A change by the caller, with the scopes that it has. */
export const clientChange = ({
  seller,
  actor,
  scopes,
  now,
}: Account & { now: Date }): ClientChange => ({ seller_id: seller.id, actor, scopes, now })

/** @param param the field that is at fault when the caller lacks a scope */
export function clientError({ code, missing }: ClientFault, param?: string): ApiError {
  if (code === 'invalid_access_token') {
    return new ApiError(code, { headers: challengeOf('invalid_token') })
  }
  if (code !== 'insufficient_scope') return new ApiError(code)
  return new ApiError(code, { param, headers: challengeOf(code, missing) })
}
