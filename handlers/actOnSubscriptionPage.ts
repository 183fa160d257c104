import { cancelSubscription } from '../domain/subscriptions/cancel.ts'
import { invoiceToPlay } from '../domain/subscriptions/page/reading.ts'
import {
  playAuthorization,
  playFailure,
  playPayment,
  playRefusal,
} from '../domain/subscriptions/played.ts'
import { recorderOf } from '../domain/subscriptions/ports.ts'
import type { Recorder } from '../domain/subscriptions/ports.ts'
import type { Subscription } from '../domain/subscriptions/rows.ts'
import { isOver } from '../domain/subscriptions/states.ts'
import type { Transaction } from '../db/query.ts'
import { paths } from '../generated/paths.ts'
import type { Handler, Input } from './support/handler.ts'
import {
  answer,
  cancelPageOf,
  isPlayed,
  noSuchSubscription,
  numberIn,
  pageOf,
  readSubscription,
} from './support/subscriptionPage.ts'
import type { SubscriptionPageServices } from './support/subscriptionPage.ts'

type Id = 'actOnSubscriptionPage'
type Services = SubscriptionPageServices | 'books' | 'events'

/**
 * The buttons of the page. It asks for no proof that its own page was seen: it goes by the token in
 * the address alone, and nothing that a browser adds says who presses. Another site would have to
 * know the token, and whoever knows it may cancel.
 */
export const actOnSubscriptionPage: Handler<Id, Services> = async (input) => {
  const subscription = await readSubscription(input)
  if (!subscription) return noSuchSubscription(input)
  const { action, confirm } = input.body
  const isAsked = action === 'cancel' && confirm === undefined
  if (isAsked && !isOver(subscription.status)) {
    return answer(200, await cancelPageOf(subscription, input))
  }
  const recorder = recorderOf(input.service, input.now)
  const act = isAsked ? nothing : actionOf(subscription, input, recorder)
  if (!act) return answer(400, await pageOf(subscription, input, { isRefused: true }))
  await input.db.run(act)
  const { lang } = input.query
  const suffix = lang ? `?${new URLSearchParams({ lang })}` : ''
  // The answer to a form is a redirect, so that reloading the page repeats nothing.
  return { status: 303, headers: { Location: paths.getSubscriptionPage(input.path) + suffix } }
}

type Act = () => Transaction<unknown>

function* nothing(): Transaction<void> {
  // A subscription that is over is asked nothing, and stays as it is.
}

/** The change that a form asks for; what has been done already is left as it is. */
function actionOf(
  subscription: Subscription,
  input: Input<Id, Services>,
  recorder: Recorder,
): Act | undefined {
  const { seller_id, id } = subscription
  const key = { seller_id, id }
  const { action, confirm, invoice } = input.body
  if (action === 'cancel' && confirm === 'yes') {
    return () => cancelSubscription({ ...key, by: 'buyer' }, recorder)
  }
  if (!isPlayed(subscription, input)) return undefined
  if (action === 'authorize') {
    return () => playAuthorization({ ...key, isApproved: true }, recorder)
  }
  if (action === 'refuse') return () => playRefusal(key, recorder)
  if (action !== 'pay' && action !== 'fail') return undefined
  if (action === 'pay' && subscription.status === 'incomplete') {
    return () => playAuthorization({ ...key, isApproved: false }, recorder)
  }
  return () => playInvoice(subscription, { action, number: numberIn(invoice) }, recorder)
}

function* playInvoice(
  subscription: Subscription,
  { action, number }: { action: 'pay' | 'fail'; number: number | undefined },
  recorder: Recorder,
): Transaction<void> {
  const invoice = yield* invoiceToPlay(subscription, number)
  if (!invoice) return
  const { seller_id, id } = invoice
  if (action === 'pay') yield* playPayment({ seller_id, id }, recorder)
  else yield* playFailure({ seller_id, id, reason: 'insufficient_funds' }, recorder)
}
