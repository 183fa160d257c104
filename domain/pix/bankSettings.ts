/** What is checked of a bank's settings before the bank is asked. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { faultOfUrl } from '../webhooks/ssrfGuard.ts'
import type { BankSettings } from './bank/bacen.ts'
import { profileNamed } from './bank/profiles.ts'

/** Shown to buyers where a seller has named no city. */
export const DEFAULT_CITY = 'Brasilia'

export type SettingsFault = {
  code: 'invalid_bank_address' | 'invalid_certificate' | 'certificate_mismatch'
  param: keyof BankSettings
}

/** An https address without a query, without slashes at its end; undefined when it is none. */
export function bankAddress(text: string): string | undefined {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' || url.search || url.hash || url.username) return undefined
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}

/** Whether the provider knows us by a client certificate; without one, both are empty texts. */
const takesCertificate = ({ profile }: Pick<BankSettings, 'profile'>): boolean =>
  profileNamed(profile).capabilities.takesCertificate

/** Whether a private key belongs to a certificate, both in PEM; or whether none is wanted. */
export function isPair(settings: BankSettings): boolean {
  const { certificate, private_key } = settings
  if (!takesCertificate(settings)) return certificate === '' && private_key === ''
  return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(private_key))
}

function isReadable(pem: string, read: (pem: string) => unknown): boolean {
  try {
    read(pem)
    return true
  } catch {
    return false
  }
}

/** @throws Error when it is not in PEM, or its times cannot be read */
function readCertificate(pem: string): void {
  // `validFromDate` and `validToDate` are made of chance bytes where OpenSSL can read no time.
  const { validFrom, validTo } = new X509Certificate(pem)
  if (Number.isNaN(Date.parse(validFrom) + Date.parse(validTo))) throw new Error('no time')
}

/** What reads each setting that is in PEM; it throws when the setting cannot be used. */
export const pemReaders = {
  certificate: readCertificate,
  private_key: (pem: string) => createPrivateKey(pem),
  authority: (pem: string) => new X509Certificate(pem),
}

/** Why settings cannot be used, or undefined when the bank can be asked. */
export function faultOfSettings(settings: BankSettings): SettingsFault | undefined {
  for (const param of ['url', 'token_url'] as const) {
    const isPublic = !settings.public_only || faultOfUrl(settings[param], 'live') === undefined
    if (bankAddress(settings[param]) === undefined || !isPublic) {
      return { code: 'invalid_bank_address', param }
    }
  }
  const own = takesCertificate(settings) ? (['certificate', 'private_key'] as const) : []
  for (const param of [...own, 'authority'] as const) {
    const pem = settings[param]
    if (pem !== null && !isReadable(pem, pemReaders[param])) {
      return { code: 'invalid_certificate', param }
    }
  }
  return isPair(settings) ? undefined : { code: 'certificate_mismatch', param: 'private_key' }
}
