/** The settings of a simulated bank, as the API takes them. */
import type { QueryRunner } from '../../db/database.ts'
import type { BankAccount } from '../../db/schema/pix.ts'
import { operator } from '../../domain/identity/actor.ts'
import type { Vault } from '../../domain/identity/vault.ts'
import { removeBank } from '../../domain/pix/connections/bankConnections.ts'
import type { Connection } from '../../domain/pix/connections/bankConnections.ts'
import type { BankStanding } from '../../domain/pix/connections/bankStanding.ts'
import type { BankSettings } from '../../domain/pix/bank/options.ts'
import { connectBank, MAX_CONNECTIONS } from '../../domain/pix/connections/renewal.ts'
import type { Bank } from '../../packages/bank/bank.ts'
import type { TestAccount } from './service.ts'

/** The body that connects a bank, with changes. */
export function bankBody({ account, settings }: Bank, changes: object = {}): object {
  const { public_only: _, profile: __, profile_values: ___, ...body } = settings
  return { ...body, account, ...changes }
}

export const connect = ({ on, token }: TestAccount, json: object) =>
  on.request<'BankConnection'>('PUT', '/v1/bank_connection', { token, json })

/** Connects a bank that is not asked, as a new connection. */
export const addBank = (
  db: QueryRunner,
  vault: Vault,
  bank: {
    seller_id: string
    settings: BankSettings
    account?: BankAccount
    now: Date
    standing?: BankStanding
  },
): Promise<Connection> => connectBank(db, vault, { ...bank, known: [], actor: operator() })

/** Lets the seller have had as many banks as it may make, each by another Pix key. */
export async function useUpConnections({ seller_id, on }: TestAccount, bank: Bank): Promise<void> {
  for (let i = 0; i < MAX_CONNECTIONS; i++) {
    const settings = { ...bank.settings, pix_key: `chave-${i}@example.com` }
    await addBank(on.db, on.service.vault, { seller_id, settings, now: on.clock.now() })
  }
  await removeBank(on.db, { seller_id, actor: operator(), now: on.clock.now() })
}
