/** Words of the command line that connect a bank. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bank } from '../../packages/bank/bank.ts'
import type { TestAccount } from './service.ts'

/** Options by their names; a change to undefined leaves one out. */
export type Changes = Record<string, string | undefined>

export function fileIn(folder: string, name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

export const optionWords = (options: Changes): string[] =>
  Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  )

/** The words of `psp connect`. */
export function connectWords(
  folder: string,
  { seller_id }: TestAccount,
  bank: Bank,
  changes: Changes = {},
): string[] {
  const options: Changes = {
    seller: seller_id,
    url: `${bank.settings.url}/`,
    'token-url': bank.settings.token_url,
    'client-id': bank.client_id,
    'client-secret': bank.client_secret,
    cert: fileIn(folder, 'cert.pem', bank.client.cert),
    key: fileIn(folder, 'key.pem', bank.client.key),
    ca: fileIn(folder, 'ca.pem', bank.authority.cert),
    'pix-key': bank.pix_key,
    branch: bank.account.branch,
    account: bank.account.number,
    'account-type': bank.account.type,
    ...changes,
  }
  return ['psp', 'connect', ...optionWords(options)]
}
