/** The seller as buyers see it, on hosted pages and in mails. */
import { logoPathOf } from './settings.ts'
import type { Settings } from './settings.ts'

export type Brand = {
  name: string
  /** The path of the logo's file; null without one. */
  logo: string | null
  /** `#rrggbb`; null for the service's own. */
  color: string | null
  legalName: string | null
  taxId: string | null
  email: string | null
  phone: string | null
  website: string | null
  receiptNote: string | null
  /** Where a page leads whose checkout does not say it. */
  successUrl: string | null
  cancelUrl: string | null
}

/** @param name of the seller, for one that shows no other */
export const brandOf = (name: string, settings: Settings): Brand => ({
  name: settings.display_name ?? name,
  logo: logoPathOf(settings),
  color: settings.accent_color,
  legalName: settings.legal_name,
  taxId: settings.tax_id,
  email: settings.support_email,
  phone: settings.support_phone,
  website: settings.website_url,
  receiptNote: settings.receipt_note,
  successUrl: settings.default_success_url,
  cancelUrl: settings.default_cancel_url,
})
