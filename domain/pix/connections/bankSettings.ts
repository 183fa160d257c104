/** Checks of a bank's settings before the bank is asked. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { hasCredentials, webAddress } from '../../../contract/webAddress.ts'
import { faultOfUrl } from '../../outgoing/ssrfGuard.ts'
import type { BankSettings } from '../bank/options.ts'
import { profileNamed } from '../bank/profiles.ts'

/** Shown to buyers where a seller has named no city. */
export const DEFAULT_CITY = 'Brasilia'

export type AddressFault = { code: 'invalid_bank_address'; param: 'url' | 'token_url' }

/**
 * An https address without a query, as the URL Standard reads it and without slashes at its end;
 * undefined when it is none. Paths are put after it.
 */
export function bankAddress(text: string): string | undefined {
  const url = webAddress(text)
  if (url?.protocol !== 'https:' || url.search || url.hash || hasCredentials(url)) return undefined
  const address = url.origin + url.pathname
  let end = address.length
  while (address[end - 1] === '/') end -= 1
  return address.slice(0, end)
}

/**
 * True when the provider authenticates us by a client certificate; else certificate and key are
 * empty.
 */
export const takesCertificate = ({ profile }: Pick<BankSettings, 'profile'>): boolean =>
  profileNamed(profile).capabilities.takesCertificate

/**
 * True when a private key belongs to a certificate, both in PEM. Where the provider takes none,
 * both must be empty.
 */
export function isPair(settings: BankSettings): boolean {
  const { certificate, private_key } = settings
  if (!takesCertificate(settings)) return certificate === '' && private_key === ''
  return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(private_key))
}

/** The first address that cannot be used, if there is one. */
export function faultOfAddresses(
  settings: Pick<BankSettings, 'url' | 'token_url' | 'public_only'>,
): AddressFault | undefined {
  for (const param of ['url', 'token_url'] as const) {
    const isPublic = !settings.public_only || faultOfUrl(settings[param], 'live') === undefined
    if (bankAddress(settings[param]) === undefined || !isPublic) {
      return { code: 'invalid_bank_address', param }
    }
  }
  return undefined
}
