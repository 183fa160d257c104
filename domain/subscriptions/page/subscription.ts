/** The page of a subscription, whatever its status. */
import { addDays, dayOf } from '../../../runtime/brasilia.ts'
import { messageModel, page, refreshOf } from '../../checkouts/page/document.ts'
import type { Page } from '../../checkouts/page/document.ts'
import { drawQr } from '../../checkouts/page/qr.ts'
import { timeModel } from '../../checkouts/page/receipt.ts'
import { linkTo, sellerModel } from '../../checkouts/page/seller.ts'
import { texts } from '../../checkouts/page/texts/texts.ts'
import { formatMoney, formatTime } from '../../formats/locale.ts'
import type { Locale } from '../../formats/locale.ts'
import { authorizationEndsAt } from '../standing.ts'
import { lastVoidBefore } from '../calendar.ts'
import type { Subscription } from '../rows.ts'
import { isOver, isRunning } from '../states.ts'
import { listModel } from './invoices.ts'
import { playableOf } from './reading.ts'
import type { PageContent } from './reading.ts'
import { dayInWords, termsModel } from './terms.ts'
import { subscriptionTexts } from './texts/texts.ts'

/** A code that is to be shown; null while a bank is asked for it, or does not answer. */
export type ShownCode = { pix_code: string | null; isComing: boolean }

export type SubscriptionPageView = PageContent & {
  locale: Locale
  subscription: Subscription
  /** Of the authorisation, or of an invoice that is uncollectible; undefined where none is due. */
  code: ShownCode | undefined
  now: Date
  /** No money is real, and the page has the buttons of the sandbox. */
  isSandbox: boolean
  /** The page's own address, `/subscribe/<token>`. */
  path: string
  /** A form was sent that the page does not have. */
  isRefused: boolean
}

export type PageStatus = Subscription['status'] | 'paid-not-authorized'

type ContentOfStatus = Pick<SubscriptionPageView, 'subscription' | 'first'>

/** The status as the page says it: an incomplete one may be paid for all that. */
export const pageStatusOf = ({ subscription: { status }, first }: ContentOfStatus): PageStatus =>
  status === 'incomplete' && first?.status === 'paid' ? 'paid-not-authorized' : status

const TEMPLATES = '/subscriptions/page/templates/'

export function renderSubscriptionPage(view: SubscriptionPageView): Page {
  const { locale, brand, isSandbox, subscription, path, code } = view
  const status = pageStatusOf(view)
  const text = subscriptionTexts[locale]
  const heading = text.title[status]
  const isWaiting = status === 'incomplete' || status === 'paid-not-authorized' || code
  const back = linkTo(subscription.cancel_url ?? brand.cancelUrl)
  const forward = status === 'active' ? linkTo(subscription.success_url ?? brand.successUrl) : null
  return page(locale, {
    title: `${heading} · ${brand.name}`,
    seller: sellerModel(brand),
    sandbox: isSandbox,
    body: `${TEMPLATES}subscribe`,
    scripted: true,
    refresh: isWaiting ? refreshOf(code?.isComing ?? false) : null,
    status,
    // A page that reads otherwise is loaded again by the script.
    follow: isWaiting ? followedState(view) : null,
    path,
    own: text,
    name: subscription.name,
    heading,
    refused: view.isRefused,
    lines: linesOf(view, status),
    standing: standingFacts(view),
    terms: termsModel(locale, subscription, brand),
    ...codePart(view, status),
    list: hasList(view, status) ? listModel(view.list, subscription, locale) : null,
    isOver: isOver(subscription.status),
    cancels: status !== 'incomplete' && !isOver(subscription.status),
    outcomes: isSandbox ? outcomesOf(view, status) : null,
    leave: status === 'incomplete' ? back : null,
    back: isOver(subscription.status) ? back : null,
    forward,
  })
}

/** An incomplete one has at most the invoice that its code pays. */
const hasList = ({ list }: SubscriptionPageView, status: PageStatus): boolean =>
  status !== 'incomplete' && list.invoices.length > 0

const followedState = (view: SubscriptionPageView): string => {
  const { code, outcome } = view
  return [
    pageStatusOf(view),
    code?.pix_code ? 'code' : '',
    outcome ? `${outcome.number} ${outcome.status}` : '',
  ].join(' ')
}

/** Sentences on what has happened and what comes next. */
function linesOf(view: SubscriptionPageView, status: PageStatus): string[] {
  switch (status) {
    case 'incomplete':
      return []
    case 'paid-not-authorized':
      return notAuthorizedLines(view)
    case 'active':
      return [subscriptionTexts[view.locale].active_text]
    case 'past_due':
      return pastDueLines(view)
    default:
      return endLines(view)
  }
}

type OwnView = Pick<SubscriptionPageView, 'locale' | 'subscription'>

/** How a subscription has ended, in sentences; a mail says them too. */
export function endLines(view: OwnView): string[] {
  const { locale, subscription } = view
  const text = subscriptionTexts[locale]
  if (subscription.status === 'ended') return [text.ended_text, ...paidUntilLines(view)]
  if (subscription.status === 'expired') return expiredLines(view)
  const by = subscription.cancellation?.by ?? 'system'
  return [text.canceled_by[by], text.canceled_text, ...paidUntilLines(view)]
}

function notAuthorizedLines(view: SubscriptionPageView): string[] {
  const { locale, first } = view
  const text = subscriptionTexts[locale]
  const wait = first?.paid_at
    ? [text.not_authorized_wait(formatTime(locale, authorizationEndsAt(first.paid_at)))]
    : []
  return [text.not_authorized_text, ...wait, text.not_authorized_end, ...paidUntilLines(view)]
}

function expiredLines(view: OwnView): string[] {
  const { locale, subscription } = view
  const text = subscriptionTexts[locale]
  if (subscription.paid_until !== null) return [text.expired_paid_text, ...paidUntilLines(view)]
  return [subscription.mandate_status === 'rejected' ? text.rejected_text : text.expired_text]
}

function pastDueLines({ locale, subscription, outcome, code }: SubscriptionPageView): string[] {
  const text = subscriptionTexts[locale]
  if (!outcome) return []
  const reason = text.reasons[outcome.failure_reason ?? 'other']
  const lines = [text.past_due_text(reason)]
  if (outcome.status === 'open' && outcome.next_attempt_on !== null) {
    return [...lines, text.next_attempt(dayInWords(locale, outcome.next_attempt_on))]
  }
  const amount = formatMoney(locale, subscription.currency, outcome.amount_minor)
  return [...lines, code ? text.pay_by_code(amount) : text.no_attempt]
}

/** The last day that is paid; `paid_until` is the one after it. */
function paidUntilLines({ locale, subscription: { paid_until } }: OwnView): string[] {
  if (paid_until === null) return []
  const { paid_until_text } = subscriptionTexts[locale]
  return [paid_until_text(dayInWords(locale, addDays(paid_until, -1)))]
}

/** Next debit and end of what is paid, while it runs. */
function standingFacts({ locale, subscription, next }: SubscriptionPageView): object[] {
  const { status, next_due_on, paid_until, currency, amount_minor, is_variable } = subscription
  if (!isRunning(status)) return []
  const text = subscriptionTexts[locale]
  const amount = formatMoney(locale, currency, next?.amount_minor ?? amount_minor)
  const mayChange = is_variable && next?.status !== 'open'
  const small = mayChange ? `${amount} (${text.may_change})` : amount
  return [
    next_due_on === null
      ? { label: text.next_debit, text: text.no_next_debit }
      : { label: text.next_debit, value: dayInWords(locale, next_due_on), small },
    ...(paid_until === null
      ? []
      : [{ label: text.paid_until, value: dayInWords(locale, addDays(paid_until, -1)) }]),
  ]
}

/** The code, or what stands in its place. */
function codePart(view: SubscriptionPageView, status: PageStatus): object {
  const { locale, code } = view
  if (code) return codeModel(view, code, status)
  const none = { code: null, missing: null, waiting: null, expires: null }
  if (status !== 'incomplete') return none
  const { out_of_time: title, out_of_time_text: text } = texts[locale]
  return { ...none, missing: { title, text } }
}

/** The code with its picture and its steps, or why there is none yet. */
function codeModel(view: SubscriptionPageView, code: ShownCode, status: PageStatus): object {
  const { locale, subscription } = view
  const [text, own] = [texts[locale], subscriptionTexts[locale]]
  const { pays_with_code, name, expires_at } = subscription
  const of = pays_with_code ? 'both' : 'only'
  const isPaid = status === 'past_due'
  return {
    code: code.pix_code,
    qr: code.pix_code === null ? null : drawQr(code.pix_code),
    missing: code.pix_code === null ? missingText(view, code) : null,
    waiting: isPaid ? text.waiting : own.waiting[of],
    how: {
      qr: own.qr_of(name),
      title: isPaid ? text.how_to_pay : own.how_it_works,
      steps: isPaid ? text.steps : own.steps[of],
    },
    expires: isPaid ? null : timeModel(locale, expires_at),
  }
}

function missingText({ locale, isSuspended }: SubscriptionPageView, { isComing }: ShownCode) {
  const [text, own] = [texts[locale], subscriptionTexts[locale]]
  if (isSuspended) return { title: text.suspended_title, text: text.suspended_text }
  if (isComing) return { title: own.coming_title, text: text.coming_text }
  return { title: own.no_code_title, text: text.no_code_text }
}

type SandboxButton = { action: string; label: string; invoice?: number }

/** The buttons of the sandbox: of the authorisation, or of the invoice that can be paid. */
function outcomesOf(view: SubscriptionPageView, status: PageStatus) {
  const { test, test_text: text } = subscriptionTexts[view.locale]
  const buttons = [...buttonsOf(view, status, test)]
  return buttons.length > 0 ? { text, buttons } : null
}

function* buttonsOf(
  { subscription, next, outcome, code }: SubscriptionPageView,
  status: PageStatus,
  test: (typeof subscriptionTexts)[Locale]['test'],
): Generator<SandboxButton> {
  if (status === 'incomplete' || status === 'paid-not-authorized') {
    const pays = status === 'incomplete' && subscription.pays_with_code
    yield { action: 'authorize', label: pays ? test.authorize : test.authorize_only }
    if (pays) yield { action: 'pay', label: test.pay_only }
    yield { action: 'refuse', label: test.refuse }
    return
  }
  if (!isRunning(subscription.status)) return
  const playable = playableOf({ next, outcome })
  if (playable?.status === 'open') {
    const invoice = playable.number
    yield { action: 'pay', label: test.pay, invoice }
    yield { action: 'fail', label: test.fail, invoice }
  } else if (playable && code) {
    yield { action: 'pay', label: test.pay_code, invoice: playable.number }
  }
}

/** The page that asks whether to cancel, by a form of its own. */
export function renderCancelPage(view: SubscriptionPageView): Page {
  const { locale, brand, isSandbox, subscription, path } = view
  const text = subscriptionTexts[locale]
  return page(locale, {
    title: `${text.title.cancel} · ${brand.name}`,
    seller: sellerModel(brand),
    sandbox: isSandbox,
    body: `${TEMPLATES}cancel`,
    scripted: false,
    status: pageStatusOf(view),
    path,
    own: text,
    name: subscription.name,
    lines: [text.cancel_text, ...paidUntilLines(view), ...soonLines(view)],
  })
}

/** The debit that can no longer be stopped at the bank. */
function soonLines({ locale, next, outcome, now }: SubscriptionPageView): string[] {
  const playable = playableOf({ next, outcome })
  const date = playable?.status === 'open' ? playable.next_attempt_on : null
  if (!date || date < dayOf(now) || now.toISOString() < lastVoidBefore(date)) return []
  return [subscriptionTexts[locale].cancel_soon(dayInWords(locale, date))]
}

/** The page of a token that opens none; to be sent with status 404. */
export function renderNoSubscription(locale: Locale): Page {
  const text = subscriptionTexts[locale]
  return page(locale, {
    title: text.title.not_found,
    heading: text.title.not_found,
    seller: null,
    sandbox: false,
    ...messageModel('not_found', [text.not_found_text, text.not_found_help]),
  })
}
