import { openVault } from '../../domain/auth/keys.ts'
import { Mails } from '../../domain/mail/mails.ts'
import type { withStore } from './command.ts'

type Store = Parameters<Parameters<typeof withStore>[0]>[0]

/** Records mails, where a mail server is configured; the service sends them. */
export async function mailsOf(store: Store): Promise<Mails> {
  const isOn = store.environment.mailServer !== undefined
  return new Mails({ isOn, ...(isOn && { vault: (await openVault(store)).vault }) })
}
