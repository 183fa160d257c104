import { SigningKeys } from '../../auth/keys.ts'
import { secretKey, Vault } from '../../auth/vault.ts'
import { DatabaseUnavailable } from '../../db/database.ts'
import { Refused } from './command.ts'
import type { Store } from './command.ts'

/** The vault of the service; one under another key would seal what the service cannot open. */
export async function openVault({ db, environment, now }: Store): Promise<Vault> {
  const vault = new Vault(secretKey(environment))
  await new SigningKeys(db, vault).signing(now).catch((cause: unknown) => {
    if (cause instanceof DatabaseUnavailable) throw cause
    throw new Refused('SECRET_KEY: does not open the signing keys of this database', { cause })
  })
  return vault
}
