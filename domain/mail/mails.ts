/** Which mails are sent when something happens, and to whom. */
import { afterCommit } from '../../db/query.ts'
import type { Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { Vault } from '../identity/vault.ts'
import { customerById } from '../catalog/customers.ts'
import type { Locale } from '../formats/locale.ts'
import { checkoutById } from '../checkouts/view.ts'
import { isErasedEmail } from '../formats/personalData.ts'
import type { Role } from '../identity/roles.ts'
import { AFTER_ALL_USERS, MAX_USERS } from '../people/userLimits.ts'
import { usersBefore } from '../identity/userRows.ts'
import { readSettings } from '../settings/settings.ts'
import type { Settings } from '../settings/settings.ts'
import { enqueue } from './rows.ts'
import type { MailType, NewMail } from './rows.ts'

type User = Row<'users'>
type Checkout = Row<'checkouts'>

/** The language of a reader who has seen no page yet. */
const FIRST_LOCALE = 'pt-BR'

const localeOf = (kept: string | null): Locale =>
  kept === 'en' || kept === 'es' ? kept : FIRST_LOCALE

/** Who of the account is told; each role sees on the dashboard what its mails lead to. */
const rolesToldOf: Partial<Record<MailType, readonly Role[]>> = {
  seller_sale: ['owner', 'finance'],
  refund_failed: ['owner', 'finance'],
  payment_reversed: ['owner', 'finance'],
  certificate_ends: ['owner', 'developer'],
  endpoint_failing: ['owner', 'developer'],
  owner_joined: ['owner'],
  passkey_added: ['owner'],
  bank_changed: ['owner'],
}

type Told = Pick<NewMail, 'type' | 'about'> & { data?: Record<string, unknown> }

export type MailsOptions = {
  /** Whether a server is configured; without one nothing is kept. */
  isOn: boolean
  vault: Vault
  /** Has what a seller has pending sent; called after the commit. */
  wake: (seller_id: string) => void
}

/** Records mails in the transaction of what they tell. */
export class Mails {
  readonly isOn: boolean
  readonly #vault: Vault
  readonly #wake: MailsOptions['wake']

  constructor({ isOn, vault, wake }: MailsOptions) {
    this.isOn = isOn
    this.#vault = vault
    this.#wake = wake
  }

  /** A checkout was paid. */
  *sold(checkout: Checkout, now: Date): Transaction<void> {
    if (!this.isOn) return
    const settings = yield* readSettings(checkout.seller_id)
    const about = checkout.id
    if (settings.mail_buyer_receipt) yield* this.#buyer(checkout, 'buyer_receipt', about, now)
    if (settings.mail_seller_sale) {
      yield* this.#people(checkout.seller_id, { type: 'seller_sale', about }, now)
    }
  }

  /** A refund has succeeded or failed. */
  *refunded(refund: Row<'refunds'>, now: Date): Transaction<void> {
    if (!this.isOn) return
    const { seller_id, id: about, status, origin, checkout_id } = refund
    const settings = yield* readSettings(seller_id)
    if (status === 'succeeded' && settings.mail_buyer_refund) {
      const [checkout] = yield* checkoutById({ seller_id, id: checkout_id })
      if (checkout) yield* this.#buyer(checkout, 'buyer_refund', about, now)
    }
    if (status === 'failed') yield* this.attention(seller_id, { type: 'refund_failed', about }, now)
    if (status === 'succeeded' && origin === 'bank') {
      yield* this.attention(seller_id, { type: 'payment_reversed', about }, now)
    }
  }

  /**
   * A user was invited; this mail cannot be switched off.
   *
   * @param path of the invitation, the only copy of its token; it is kept sealed
   */
  *invited(user: User, path: string, now: Date): Transaction<void> {
    if (!this.isOn) return
    const { seller_id, id, email, locale } = user
    // Each invitation is told of, and none twice.
    const about = `${id}.${now.getTime()}`
    const mail = { seller_id, type: 'invitation', about, recipient: email, reader_id: id } as const
    yield* this.#add({ ...mail, locale: localeOf(locale), secret: path }, now)
  }

  /** What needs the attention of the people of an account, if they want to be told of it. */
  *attention(seller_id: string, told: Told, now: Date): Transaction<void> {
    if (!this.isOn) return
    const settings: Settings = yield* readSettings(seller_id)
    if (settings.mail_seller_attention) yield* this.#people(seller_id, told, now)
  }

  *#buyer(
    { seller_id, customer_id, page_locale }: Checkout,
    type: 'buyer_receipt' | 'buyer_refund',
    about: string,
    now: Date,
  ): Transaction<void> {
    if (customer_id === null) return
    const [customer] = yield* customerById({ seller_id, id: customer_id })
    if (!customer || customer.erasing_since !== null || isErasedEmail(customer)) return
    const { email: recipient } = customer
    const locale = localeOf(page_locale)
    yield* this.#add({ seller_id, type, about, recipient, reader_id: customer_id, locale }, now)
  }

  *#people(seller_id: string, { type, about, data }: Told, now: Date): Transaction<void> {
    const roles = rolesToldOf[type] ?? []
    const users = yield* usersBefore({ seller_id, before: AFTER_ALL_USERS, limit: MAX_USERS })
    for (const { id, email, role, status, locale } of users) {
      if (status !== 'active' || !roles.includes(role)) continue
      const to = { recipient: email, reader_id: id, locale: localeOf(locale) }
      yield* this.#add({ seller_id, type, about, ...to, ...(data && { data }) }, now)
    }
  }

  *#add(mail: NewMail, now: Date): Transaction<void> {
    const { seller_id } = mail
    yield* enqueue(mail, { now, vault: this.#vault })
    yield* afterCommit(() => this.#wake(seller_id))
  }
}
