/** What is checked of a bank's settings before the bank is asked. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { faultOfUrl } from '../webhooks/ssrfGuard.ts'
import type { BankSettings } from './bank/bacen.ts'

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

/** Whether a private key belongs to a certificate, both in PEM. */
export const isPair = ({ certificate, private_key }: BankSettings): boolean =>
  new X509Certificate(certificate).checkPrivateKey(createPrivateKey(private_key))

function isReadable(pem: string, read: (pem: string) => unknown): boolean {
  try {
    read(pem)
    return true
  } catch {
    return false
  }
}

const readers = {
  certificate: (pem: string) => new X509Certificate(pem),
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
  for (const param of ['certificate', 'private_key', 'authority'] as const) {
    const pem = settings[param]
    if (pem !== null && !isReadable(pem, readers[param])) {
      return { code: 'invalid_certificate', param }
    }
  }
  return isPair(settings) ? undefined : { code: 'certificate_mismatch', param: 'private_key' }
}
