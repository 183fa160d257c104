/** A seller's settings: changing them, and reading them for pages and mails. */
import { changesBetween } from '../audit/changes.ts'
import { recordChange } from '../audit/record.ts'
import type { AuditAction } from '../audit/record.ts'
import { lockAccount } from '../auth/accountChange.ts'
import type { AccountChange, ChangeResult } from '../auth/accountChange.ts'
import { query } from '../../db/query.ts'
import type { Transaction } from '../../db/query.ts'
import { addRow, deleteRow, rowByKey, setColumns } from '../../db/rows.ts'
import type { Row } from '../../db/schema/tables.ts'
import { paths } from '../../generated/paths.ts'
import type { components } from '../../generated/types.ts'
import type { LogoFile } from './logo.ts'

type Wire = components['schemas']
export type Settings = Row<'seller_settings'>
export type Logo = Row<'logos'>

const settingsOf = query('settings_of_seller', rowByKey('seller_settings', 'seller_id'))

const addSettings = query('add_settings', addRow('seller_settings'))

const setSettings = query(
  'set_settings',
  setColumns(
    'seller_settings',
    [
      'display_name',
      'legal_name',
      'tax_id',
      'support_email',
      'support_phone',
      'website_url',
      'accent_color',
      'default_success_url',
      'default_cancel_url',
      'receipt_note',
      'logo_id',
      'mail_buyer_receipt',
      'mail_buyer_refund',
      'mail_buyer_subscription',
      'mail_seller_sale',
      'mail_seller_attention',
      'updated_at',
    ],
    'seller_id',
  ),
)

export const logoById = query('logo_by_id', rowByKey('logos'))

const addLogo = query('add_logo', addRow('logos'))

const deleteLogo = query('delete_logo', deleteRow('logos'))

/** Defaults of a seller that has saved no settings yet. */
const unset = (seller_id: string, at: string): Settings => ({
  seller_id,
  display_name: null,
  legal_name: null,
  tax_id: null,
  support_email: null,
  support_phone: null,
  website_url: null,
  accent_color: null,
  default_success_url: null,
  default_cancel_url: null,
  receipt_note: null,
  logo_id: null,
  mail_buyer_receipt: false,
  mail_buyer_refund: false,
  mail_buyer_subscription: false,
  mail_seller_sale: false,
  mail_seller_attention: true,
  created_at: at,
  updated_at: at,
})

/** The settings of a seller, or what they are by default. */
export function* readSettings(seller_id: string): Transaction<Settings> {
  const [row] = yield* settingsOf({ seller_id })
  return row ?? unset(seller_id, '')
}

/** Fields whose changes the audit trail records, without their values. */
const recorded = [
  'display_name',
  'legal_name',
  'tax_id',
  'support_email',
  'support_phone',
  'website_url',
  'accent_color',
  'default_success_url',
  'default_cancel_url',
  'receipt_note',
  'logo_id',
  'mail_buyer_receipt',
  'mail_buyer_refund',
  'mail_buyer_subscription',
  'mail_seller_sale',
  'mail_seller_attention',
] as const

export type Changes = Partial<Pick<Settings, (typeof recorded)[number]>>

type SettingsCode = 'invalid_access_token'

/** Stores what has changed, under the account's lock, and records it. */
function* change(
  { seller_id, actor, now }: AccountChange,
  action: Extract<AuditAction, `settings.${string}`>,
  changes: Changes,
): Transaction<Settings> {
  const at = now.toISOString()
  const [row] = yield* settingsOf({ seller_id })
  const before = row ?? unset(seller_id, at)
  const after = { ...before, ...changes }
  const differences = changesBetween(before, after, recorded)
  if (differences.length === 0) return before
  const settings = { ...after, updated_at: at }
  if (row) yield* setSettings(settings)
  else yield* addSettings(settings)
  const by = { seller_id, actor, target: seller_id, now }
  yield* recordChange({ ...by, action, changes: differences })
  return settings
}

/** Changes what it is given; null takes away. */
export function* changeSettings(
  changes: Changes,
  by: AccountChange,
): Transaction<ChangeResult<{ settings: Settings }, SettingsCode>> {
  const fault = yield* lockAccount(by)
  if (fault) return { fault }
  return { settings: yield* change(by, 'settings.updated', changes) }
}

/** Takes a logo in the place of the one before, whose file is deleted; null takes it away. */
export function* changeLogo(
  file: LogoFile | null,
  by: AccountChange,
): Transaction<ChangeResult<{ settings: Settings }, SettingsCode>> {
  const fault = yield* lockAccount(by)
  if (fault) return { fault }
  const { seller_id, now } = by
  const { logo_id } = yield* readSettings(seller_id)
  if (file?.id !== logo_id) {
    if (logo_id !== null) yield* deleteLogo({ seller_id, id: logo_id })
    if (file) {
      const { bytes, ...facts } = file
      const data = bytes.toString('base64')
      yield* addLogo({ seller_id, ...facts, data, created_at: now.toISOString() })
    }
  }
  const action = file ? 'settings.logo_set' : 'settings.logo_deleted'
  return { settings: yield* change(by, action, { logo_id: file?.id ?? null }) }
}

/** The path of a seller's logo; null without one. */
export const logoPathOf = ({ seller_id, logo_id }: Settings): string | null =>
  logo_id === null ? null : paths.getLogo({ sellerId: seller_id, logoId: logo_id })

/**
 * Settings in the contract's form.
 *
 * @param baseUrl the public address of the service, where the logo is
 */
export function settingsView(row: Settings, baseUrl: string): Wire['Settings'] {
  const logoPath = logoPathOf(row)
  return {
    object: 'settings',
    display_name: row.display_name,
    legal_name: row.legal_name,
    tax_id: row.tax_id,
    support_email: row.support_email,
    support_phone: row.support_phone,
    website_url: row.website_url,
    accent_color: row.accent_color,
    default_success_url: row.default_success_url,
    default_cancel_url: row.default_cancel_url,
    receipt_note: row.receipt_note,
    logo_url: logoPath && baseUrl + logoPath,
    mail: {
      buyer_receipt: row.mail_buyer_receipt,
      buyer_refund: row.mail_buyer_refund,
      buyer_subscription: row.mail_buyer_subscription,
      seller_sale: row.mail_seller_sale,
      seller_attention: row.mail_seller_attention,
    },
  }
}
