/** The sandbox's buttons: buyer and banks of a subscription, and what becomes of a debit. */
import type { Block, FormBlock } from '../blocks.ts'
import { section } from '../blocks.ts'
import { lastValue } from '../forms.ts'
import { action } from '../page.ts'
import type { Page, PageContext } from '../page.ts'
import { invoices as invoiceTexts } from '../texts/invoices.ts'
import { subscriptions as texts } from '../texts/subscriptions.ts'
import {
  invoiceAddress,
  INVOICES,
  subscriptionAddress,
  SUBSCRIPTIONS,
} from './subscriptionParts.ts'
import type { Invoice, Subscription } from './subscriptionParts.ts'

/** A button that posts to an address below that of its object. */
const button = (action: string, submit: string, approved?: 'true' | 'false'): FormBlock => ({
  kind: 'form',
  action,
  fields:
    approved === undefined
      ? []
      : [{ name: 'approved', label: '', type: 'hidden', value: approved }],
  submit,
})

const note = (text: string): Block => ({ kind: 'note', tone: 'plain', text })

/**
 * Buttons of a subscription, for a role that may change it.
 *
 * @param first its first invoice, where the code pays it
 */
export function subscriptionButtons(
  { can, mode, locale }: PageContext,
  { id, status }: Subscription,
  first: Invoice | undefined,
): Block[] {
  if (mode !== 'sandbox' || !can('sandboxAuthorizeSubscription')) return []
  const { play } = texts[locale]
  const at = subscriptionAddress(id)
  const isRunning = status === 'active' || status === 'past_due'
  if (isRunning) {
    return [section(play.title, note(play.text), button(`${at}/revoke`, play.revoke))]
  }
  if (status !== 'incomplete') return []
  const isUnpaid = first?.status === 'open'
  const forms = [
    button(`${at}/authorize`, isUnpaid ? play.authorize : play.authorize_only, 'true'),
    ...(isUnpaid ? [button(`${at}/authorize`, play.pay_only, 'false')] : []),
    button(`${at}/refuse`, play.refuse),
  ]
  return [section(play.title, note(play.text), ...forms)]
}

/** Buttons of an invoice that is debited next, or whose code can be paid. */
export function invoiceButtons(
  { can, mode, locale }: PageContext,
  { id, status, collection }: Invoice,
): Block[] {
  if (mode !== 'sandbox' || !can('sandboxPayInvoice') || collection === 'code') return []
  if (status !== 'open' && status !== 'uncollectible') return []
  const { play } = invoiceTexts[locale]
  const at = invoiceAddress(id)
  const forms = [
    button(`${at}/pay`, status === 'open' ? play.pay : play.pay_code),
    ...(status === 'open' ? [button(`${at}/fail`, play.fail)] : []),
  ]
  return [section(play.title, note(play.text), ...forms)]
}

const playedSubscription = ({ id }: { id: string }) => ({
  to: subscriptionAddress(id),
  done: 'subscription_played',
})

const playedInvoice = ({ id }: { id: string }) => ({
  to: invoiceAddress(id),
  done: 'invoice_played',
})

export const playSubscriptionActions = (page: Page) => [
  action<'sandboxAuthorizeSubscription'>({
    path: `${SUBSCRIPTIONS}/:subscriptionId/authorize`,
    operation: 'sandboxAuthorizeSubscription',
    input: ({ params }, form) => ({
      path: { subscriptionId: params['subscriptionId'] ?? '' },
      body: { approved: lastValue(form, 'approved') !== 'false' },
    }),
    done: playedSubscription,
    page,
  }),
  action<'sandboxRefuseSubscription'>({
    path: `${SUBSCRIPTIONS}/:subscriptionId/refuse`,
    operation: 'sandboxRefuseSubscription',
    done: playedSubscription,
    page,
  }),
  action<'sandboxRevokeSubscription'>({
    path: `${SUBSCRIPTIONS}/:subscriptionId/revoke`,
    operation: 'sandboxRevokeSubscription',
    done: playedSubscription,
    page,
  }),
]

export const playInvoiceActions = (page: Page) => [
  action<'sandboxPayInvoice'>({
    path: `${INVOICES}/:invoiceId/pay`,
    operation: 'sandboxPayInvoice',
    done: playedInvoice,
    page,
  }),
  action<'sandboxFailInvoice'>({
    path: `${INVOICES}/:invoiceId/fail`,
    operation: 'sandboxFailInvoice',
    done: playedInvoice,
    page,
  }),
]
