/** The settings of a simulated bank, as the API takes them. */
import type { Bank } from './bank.ts'
import type { TestAccount } from './service.ts'

/** The body that connects a bank, with changes. */
export function bankBody({ settings }: Bank, changes: object = {}): object {
  const { public_only: _, ...body } = settings
  return { ...body, ...changes }
}

export const connect = ({ on, token }: TestAccount, json: object) =>
  on.request<'BankConnection'>('PUT', '/v1/bank_connection', { token, json })
