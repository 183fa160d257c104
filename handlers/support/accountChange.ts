/** Shared by the operations that change an account's clients and users. */
import { ApiError } from '../../contract/apiError.ts'
import type { Code } from '../../contract/apiError.ts'
import type { AccountChange, Fault } from '../../domain/auth/accountChange.ts'
import { challengeOf } from './challenge.ts'
import type { Account } from './handler.ts'

/** A change by the caller, with the scopes that it has. */
export const accountChange = ({
  seller,
  actor,
  scopes,
  now,
}: Account & { now: Date }): AccountChange => ({ seller_id: seller.id, actor, scopes, now })

/** The error that says why an account was not changed. */
export function changeError({ code, missing, param }: Fault<Code>): ApiError {
  if (code === 'invalid_access_token') {
    return new ApiError(code, { headers: challengeOf('invalid_token') })
  }
  if (code !== 'insufficient_scope') return new ApiError(code, { param })
  return new ApiError(code, { param, headers: challengeOf(code, missing) })
}
