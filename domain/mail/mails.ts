/** Which mails are sent when something happens, and to whom. */
import { afterCommit } from '../../db/query.ts'
import type { Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { Vault } from '../identity/vault.ts'
import { customerById } from '../catalog/customers.ts'
import type { Locale } from '../formats/locale.ts'
import { checkoutById } from '../checkouts/view.ts'
import type { AccountNotices } from '../identity/accountNotices.ts'
import type { Actor } from '../identity/actor.ts'
import { isErasedEmail } from '../formats/personalData.ts'
import type { Role } from '../identity/roles.ts'
import { AFTER_ALL_USERS, MAX_USERS } from '../people/userLimits.ts'
import { usersBefore } from '../identity/userRows.ts'
import type { Passkey } from '../people/passkeys.ts'
import type { UserKey } from '../identity/userRows.ts'
import { readSettings } from '../settings/settings.ts'
import type { Settings } from '../settings/settings.ts'
import type { InvoiceEventType, SubscriptionEventType } from '../subscriptions/ports.ts'
import { subscriptionById } from '../subscriptions/rows.ts'
import type { Attempt, Invoice, Subscription } from '../subscriptions/rows.ts'
import type { Data } from './message.ts'
import { authorOf } from './author.ts'
import { enqueue } from './enqueue.ts'
import type { NewMail } from './enqueue.ts'
import type { MailType } from './rows.ts'
import { failureMail, mailOfSubscription } from './subscriptionMails.ts'

type User = Row<'users'>
type Key = { seller_id: string; id: string }
type Checkout = Row<'checkouts'>

/** The language of a reader who has seen no page yet. */
const FIRST_LOCALE = 'pt-BR'

export const localeOf = (kept: string | null): Locale =>
  kept === 'en' || kept === 'es' ? kept : FIRST_LOCALE

/** Roles that receive a mail; each of them may see the dashboard page that it links to. */
const rolesToldOf: Partial<Record<MailType, readonly Role[]>> = {
  seller_sale: ['owner', 'finance'],
  refund_failed: ['owner', 'finance'],
  refund_unconfirmed: ['owner', 'finance'],
  refund_exceeded: ['owner', 'finance'],
  payment_reversed: ['owner', 'finance'],
  certificate_ends: ['owner', 'developer'],
  recurring_lost: ['owner', 'developer'],
  endpoint_failing: ['owner', 'developer'],
  instruction_late: ['owner', 'developer', 'finance'],
  owner_joined: ['owner'],
  passkey_added: ['owner'],
  bank_changed: ['owner'],
}

/** The reader of what was sold, and whether a link has sold it, which anybody can open. */
type Buyer = Pick<Checkout, 'seller_id' | 'customer_id' | 'page_locale'> & { isByLink: boolean }

const buyerOfCheckout = ({ payment_link_id, ...checkout }: Checkout): Buyer => ({
  ...checkout,
  isByLink: payment_link_id !== null,
})

const buyerOfSubscription = ({ metadata, ...subscription }: Subscription): Buyer => ({
  ...subscription,
  isByLink: Object.hasOwn(metadata, 'payment_link_id'),
})

function* buyerOfRefund({
  seller_id,
  checkout_id,
  subscription_id,
}: Row<'refunds'>): Transaction<Buyer | undefined> {
  if (checkout_id !== null) {
    const [checkout] = yield* checkoutById({ seller_id, id: checkout_id })
    return checkout && buyerOfCheckout(checkout)
  }
  const [subscription] = yield* subscriptionById({ seller_id, id: subscription_id ?? '' })
  return subscription && buyerOfSubscription(subscription)
}

type MailJob = Pick<NewMail, 'type' | 'about' | 'amount_minor'> & {
  data?: Data
  /** The user whom it concerns. */
  user_id?: string
}

export type MailsOptions = {
  /** False without a configured mail server; no mail is recorded then. */
  isOn: boolean
  /** Nothing that is paid is real: a session of a stranger at a link mails nobody outside. */
  isSandbox?: boolean
  /** Seals what only a reader may know. */
  vault?: Vault
  /** Has what a seller has pending sent; called after the commit. */
  wake?: (seller_id: string) => void
}

/** Records mails in the transaction of what they tell. */
export class Mails implements AccountNotices {
  readonly isOn: boolean
  readonly #isSandbox: boolean
  readonly #vault: Vault | undefined
  readonly #wake: (seller_id: string) => void

  constructor({ isOn, isSandbox = false, vault, wake = () => undefined }: MailsOptions) {
    this.isOn = isOn
    this.#isSandbox = isSandbox
    this.#vault = vault
    this.#wake = wake
  }

  /** A checkout was paid. */
  *sold(checkout: Checkout, now: Date): Transaction<void> {
    if (!this.isOn) return
    const settings = yield* readSettings(checkout.seller_id)
    const about = checkout.id
    const buyer = buyerOfCheckout(checkout)
    if (settings.mail_buyer_receipt)
      yield* this.#buyer(buyer, { type: 'buyer_receipt', about }, now)
    if (settings.mail_seller_sale) {
      const { seller_id, amount_total_minor: amount_minor } = checkout
      yield* this.#people(seller_id, { type: 'seller_sale', about, amount_minor }, now)
    }
  }

  /** A refund has succeeded or failed. */
  *refunded(refund: Row<'refunds'>, now: Date): Transaction<void> {
    if (!this.isOn) return
    const { seller_id, id: about, status, origin } = refund
    const settings = yield* readSettings(seller_id)
    if (status === 'succeeded' && settings.mail_buyer_refund) {
      const buyer = yield* buyerOfRefund(refund)
      if (buyer) yield* this.#buyer(buyer, { type: 'buyer_refund', about }, now)
    }
    if (status === 'failed') yield* this.attention(seller_id, { type: 'refund_failed', about }, now)
    if (status === 'succeeded' && origin === 'bank') {
      yield* this.attention(seller_id, { type: 'payment_reversed', about }, now)
    }
  }

  /** A subscription was activated, or is over. */
  *subscriptionChanged(
    type: SubscriptionEventType,
    subscription: Subscription,
    now: Date,
  ): Transaction<void> {
    if (!this.isOn) return
    const { seller_id, id: about, first_amount_minor, amount_minor } = subscription
    const settings = yield* readSettings(seller_id)
    const buyerMail = mailOfSubscription(type, subscription)
    if (settings.mail_buyer_subscription && buyerMail) {
      yield* this.#buyer(buyerOfSubscription(subscription), { type: buyerMail, about }, now)
    }
    if (settings.mail_seller_sale && type === 'subscription.activated') {
      const sale = { about, amount_minor: first_amount_minor ?? amount_minor }
      yield* this.#people(seller_id, { type: 'seller_sale', ...sale }, now)
    }
  }

  /** An invoice was paid, or a debit of it has failed. */
  *invoiceChanged(
    type: InvoiceEventType,
    of: { invoice: Invoice; attempts: readonly Attempt[]; subscription: Subscription; now: Date },
  ): Transaction<void> {
    if (!this.isOn) return
    const { invoice, subscription, now } = of
    const settings = yield* readSettings(subscription.seller_id)
    const buyer = buyerOfSubscription(subscription)
    if (type === 'invoice.paid' && settings.mail_buyer_receipt) {
      yield* this.#buyer(buyer, { type: 'buyer_receipt', about: invoice.id }, now)
    }
    const failure = settings.mail_buyer_subscription ? failureMail(type, of) : undefined
    if (failure) yield* this.#buyer(buyer, { type: 'buyer_debit_failed', ...failure }, now)
  }

  /** A bank does not have the instruction of an invoice shortly before its debit; told once. */
  *instructionLate({ seller_id, id: about }: Invoice, now: Date): Transaction<void> {
    yield* this.attention(seller_id, { type: 'instruction_late', about }, now)
  }

  /** A bank says that it has the order of a refund, and does not show it; told once of each. */
  *refundUnconfirmed({ seller_id, id: about }: Row<'refunds'>, now: Date): Transaction<void> {
    yield* this.attention(seller_id, { type: 'refund_unconfirmed', about }, now)
  }

  /** A bank has returned more than was ordered. */
  *refundExceeded({ seller_id, id: about }: Row<'refunds'>, now: Date): Transaction<void> {
    yield* this.attention(seller_id, { type: 'refund_exceeded', about }, now)
  }

  /**
   * A user was invited; this mail cannot be switched off.
   *
   * @param path of the invitation, the only copy of its token; it is kept sealed
   */
  *invited(
    user: User,
    path: string,
    { actor, now }: { actor: Actor; now: Date },
  ): Transaction<void> {
    if (!this.isOn) return
    const { seller_id, id, email, locale } = user
    // Each invitation is told of, and none twice.
    const about = `${id}.${now.getTime()}`
    const mail = { seller_id, type: 'invitation', about, recipient: email, reader_id: id } as const
    const data = { by: yield* authorOf(seller_id, actor) }
    yield* this.#add({ ...mail, locale: localeOf(locale), data, secret: path }, now)
  }

  /** A user has become an owner. */
  *ownerJoined({ seller_id, id: user_id }: UserKey, actor: Actor, now: Date): Transaction<void> {
    const about = `${user_id}.${now.getTime()}`
    const by = yield* authorOf(seller_id, actor)
    const data = { user_id, by, path: '/dashboard/team' }
    yield* this.attention(seller_id, { type: 'owner_joined', about, data, user_id }, now)
  }

  /** A user who had joined before has one more passkey. */
  *passkeyAdded(
    { seller_id, id: about, user_id }: Passkey,
    actor: Actor,
    now: Date,
  ): Transaction<void> {
    const by = yield* authorOf(seller_id, actor)
    const data = { user_id, by, path: '/dashboard/team' }
    yield* this.attention(seller_id, { type: 'passkey_added', about, data, user_id }, now)
  }

  /** A bank was connected, given new settings or disconnected. */
  *bankChanged({ seller_id, id }: Key, actor: Actor, now: Date): Transaction<void> {
    const data = { by: yield* authorOf(seller_id, actor), path: '/dashboard/bank' }
    const about = `${id}.${now.getTime()}`
    yield* this.attention(seller_id, { type: 'bank_changed', about, data }, now)
  }

  /**
   * The certificate of a bank connection ends.
   *
   * @param withinDays the threshold that was passed; of each, and each certificate, it is told once
   */
  *certificateEnds(
    { seller_id, id }: Key,
    { endsAt, withinDays }: { endsAt: Date; withinDays: number },
    now: Date,
  ): Transaction<void> {
    const at = endsAt.toISOString()
    const data = { at, path: '/dashboard/bank' }
    const about = `${id}.${at}.${withinDays}`
    yield* this.attention(seller_id, { type: 'certificate_ends', about, data }, now)
  }

  /** A bank takes Pix Automático no more; told of once each time that it is lost. */
  *recurringLost({ seller_id, id }: Key, now: Date): Transaction<void> {
    const data = { path: '/dashboard/bank' }
    const about = `${id}.${now.getTime()}`
    yield* this.attention(seller_id, { type: 'recurring_lost', about, data }, now)
  }

  /**
   * A webhook endpoint has failed for long.
   *
   * @param since the delivery with which that began; of each it is told once
   */
  *endpointFailing(
    { seller_id, id, url: what }: Key & { url: string },
    since: string,
    now: Date,
  ): Transaction<void> {
    const data = { what, path: `/dashboard/webhooks/${id}` }
    const about = `${id}.${since}`
    yield* this.attention(seller_id, { type: 'endpoint_failing', about, data }, now)
  }

  /** Notifies the people of an account, unless the seller has turned these mails off. */
  *attention(seller_id: string, job: MailJob, now: Date): Transaction<void> {
    if (!this.isOn) return
    const settings: Settings = yield* readSettings(seller_id)
    if (settings.mail_seller_attention) yield* this.#people(seller_id, job, now)
  }

  *#buyer(
    { seller_id, customer_id, page_locale, isByLink }: Buyer,
    mail: Pick<NewMail, 'type' | 'about'> & { data?: Data },
    now: Date,
  ): Transaction<void> {
    if (customer_id === null || (this.#isSandbox && isByLink)) return
    const [customer] = yield* customerById({ seller_id, id: customer_id })
    if (!customer || customer.erasing_since !== null || isErasedEmail(customer)) return
    const { email: recipient } = customer
    const locale = localeOf(page_locale)
    yield* this.#add({ seller_id, ...mail, recipient, reader_id: customer_id, locale }, now)
  }

  *#people(seller_id: string, job: MailJob, now: Date): Transaction<void> {
    const { user_id, ...mail } = job
    const { type } = mail
    const roles = rolesToldOf[type] ?? []
    const users = yield* usersBefore({ seller_id, before: AFTER_ALL_USERS, limit: MAX_USERS })
    for (const { id, email, role, status, locale } of users) {
      const isTold = id === user_id ? type === 'passkey_added' : roles.includes(role)
      if (status !== 'active' || !isTold) continue
      const to = { recipient: email, reader_id: id, locale: localeOf(locale) }
      yield* this.#add({ seller_id, ...mail, ...to }, now)
    }
  }

  *#add(mail: NewMail, now: Date): Transaction<void> {
    const { seller_id } = mail
    yield* enqueue(mail, { now, vault: this.#vault })
    yield* afterCommit(() => this.#wake(seller_id))
  }
}
