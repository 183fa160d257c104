/** The content of a mail, read from the database when it is sent. */
import type { Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { sellerById } from '../identity/sellerRows.ts'
import type { Vault } from '../identity/vault.ts'
import { checkoutById } from '../checkouts/view.ts'
import { CURRENCY } from '../formats/currencies.ts'
import { formatDate, formatMoney, formatTime } from '../formats/locale.ts'
import { texts } from '../checkouts/page/texts/texts.ts'
import type { Locale } from '../formats/locale.ts'
import { factsOf } from '../checkouts/page/receipt.ts'
import type { Fact as PageFact } from '../checkouts/page/receipt.ts'
import { companyOf } from '../checkouts/page/seller.ts'
import { readReceipt } from '../payments/receipt.ts'
import { refundById } from '../payments/refundList.ts'
import { userById } from '../identity/userRows.ts'
import { writtenPhone } from '../formats/phone.ts'
import { brandOf } from '../settings/brand.ts'
import type { Brand } from '../settings/brand.ts'
import { logoById, readSettings } from '../settings/settings.ts'
import type { FailureReason } from '../../db/schema/subscriptionStatuses.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { paths } from '../../generated/paths.ts'
import { startOfDay } from '../../runtime/brasilia.ts'
import { receiptFacts } from '../subscriptions/page/invoices.ts'
import { endLines } from '../subscriptions/page/subscription.ts'
import { dayInWords, termsModel } from '../subscriptions/page/terms.ts'
import { subscriptionTexts } from '../subscriptions/page/texts/texts.ts'
import { invoiceById, subscriptionById } from '../subscriptions/rows.ts'
import { subscriptionView } from '../subscriptions/view.ts'
import { isMailbox } from '../../runtime/mailbox.ts'
import { nameOf } from './author.ts'
import type { Author } from './author.ts'
import { isUrgent } from './budgets.ts'
import { htmlOf } from './html.ts'
import { objectOf } from './rows.ts'
import type { Mail, MailType } from './rows.ts'
import type { Message } from './smtp.ts'
import { mailLabels, mailTexts, subscriptionLines } from './texts.ts'

type Fact = { label: string; value: string }

/** The parts that differ between mails of one type. */
type Content = {
  /** The key of its text, where that is not its type. */
  text?: keyof (typeof mailTexts)[Locale]
  amount: string
  count: number
  what: string
  /** Why something has failed. */
  reason: string
  /** Sentences beyond those of its type. */
  lines: string[]
  facts: Fact[]
  link: string
  note: string | null
}

const nothing = { amount: '', count: 0, what: '', reason: '', lines: [], facts: [], note: null }

type Reading = { mail: Mail; brand: Brand; baseUrl: string; locale: Locale }

/** Of these the buyer is the reader; all others go to people of the account. */
const isToBuyer = (type: MailType): boolean => type.startsWith('buyer_')

/** The facts of a page, as plain text. */
function plainFacts(locale: Locale, facts: readonly PageFact[]): Fact[] {
  const at = texts[locale].brasilia_time
  return facts.map((fact) => {
    const value =
      'time' in fact
        ? `${fact.time.shown} (${at})`
        : 'text' in fact
          ? fact.text
          : 'code' in fact
            ? fact.code
            : fact.value
    return { label: fact.label, value: fact.small ? `${value} (${fact.small})` : value }
  })
}

function* ofSale({ mail, brand, baseUrl, locale }: Reading): Transaction<Content | undefined> {
  const [checkout] = yield* checkoutById({ seller_id: mail.seller_id, id: mail.about })
  if (!checkout) return undefined
  const amount = formatMoney(locale, checkout.currency, checkout.amount_total_minor)
  const what = checkout.line_items.map(({ name }) => name).join(', ')
  if (mail.type === 'seller_sale') {
    const link = `${baseUrl}/dashboard/checkouts/${checkout.id}`
    return { ...nothing, amount, what: what.slice(0, 200), link }
  }
  const receipt = yield* readReceipt(checkout)
  const facts = plainFacts(locale, factsOf({ locale, checkout, brand, receipt }))
  const link = baseUrl + paths.getPaymentPage({ token: checkout.page_token })
  return { ...nothing, amount, what, facts, link, note: brand.receiptNote }
}

const refundMails: readonly MailType[] = [
  'buyer_refund',
  'refund_failed',
  'refund_unconfirmed',
  'refund_exceeded',
  'payment_reversed',
]

/** Types of mails that are about a refund. */
const isAboutRefund = (type: MailType): boolean => refundMails.includes(type)

function* ofRefund({ mail, baseUrl, locale }: Reading): Transaction<Content | undefined> {
  const [refund] = yield* refundById({ seller_id: mail.seller_id, id: mail.about })
  if (!refund) return undefined
  const page = yield* pageOf(refund, baseUrl)
  if (page === undefined) return undefined
  const amount = formatMoney(locale, CURRENCY, refund.amount_minor)
  const what = refund.failure_reason ?? ''
  const link = isToBuyer(mail.type) ? page : `${baseUrl}/dashboard/payments/${refund.payment_id}`
  return { ...nothing, amount, what, link }
}

/** The buyer's page of what a refund sends back: of its checkout, or of its subscription. */
function* pageOf(
  { seller_id, checkout_id, subscription_id }: Row<'refunds'>,
  baseUrl: string,
): Transaction<string | undefined> {
  if (checkout_id === null) {
    const [subscription] = yield* subscriptionById({ seller_id, id: subscription_id ?? '' })
    return subscription && subscriptionView(subscription, baseUrl).subscription_url
  }
  const [checkout] = yield* checkoutById({ seller_id, id: checkout_id })
  return checkout && baseUrl + paths.getPaymentPage({ token: checkout.page_token })
}

const isAboutInvoice = ({ about }: Mail): boolean => about.startsWith(idPrefixes.invoices)
const isAboutSubscription = ({ about }: Mail): boolean => about.startsWith(idPrefixes.subscriptions)

function* ofInvoice({ mail, brand, baseUrl, locale }: Reading): Transaction<Content | undefined> {
  const { seller_id, type, data } = mail
  const [invoice] = yield* invoiceById({ seller_id, id: objectOf(mail) ?? '' })
  const [subscription] = yield* subscriptionById({ seller_id, id: invoice?.subscription_id ?? '' })
  if (!invoice || !subscription) return undefined
  const { name: what, currency } = subscription
  const amount = formatMoney(locale, currency, invoice.amount_minor)
  const page = subscriptionView(subscription, baseUrl).subscription_url
  if (type === 'instruction_late') {
    return { ...nothing, amount, what, link: `${baseUrl}/dashboard/invoices/${invoice.id}` }
  }
  if (type === 'buyer_debit_failed') {
    return { ...nothing, amount, what, ...failureIn(data as Data, locale), link: page }
  }
  const receipt = yield* readReceipt(invoice)
  const facts = plainFacts(locale, receiptFacts({ locale, brand, subscription, invoice, receipt }))
  const link = `${page}?invoice=${invoice.number}`
  return { ...nothing, amount, what, facts, link, note: brand.receiptNote }
}

function* ofSubscription({
  mail: { seller_id, about, type },
  brand,
  baseUrl,
  locale,
}: Reading): Transaction<Content | undefined> {
  const [subscription] = yield* subscriptionById({ seller_id, id: about })
  if (!subscription) return undefined
  const { amount: price, every, facts } = termsModel(locale, subscription, brand)
  const of = { ...nothing, amount: `${price} ${every}`, what: subscription.name }
  if (type === 'seller_sale') {
    const link = `${baseUrl}/dashboard/subscriptions/${about}`
    return { ...of, text: 'seller_subscription', link }
  }
  const link = subscriptionView(subscription, baseUrl).subscription_url
  if (type === 'buyer_subscription_ended') {
    return { ...of, lines: endLines({ locale, subscription }), link }
  }
  const { variable_text } = subscriptionTexts[locale]
  const variable = subscription.is_variable ? [variable_text] : []
  const lines = [...variable, subscriptionLines[locale].how_to_cancel]
  return { ...of, lines, facts: plainFacts(locale, facts), link }
}

/** Data in the mail's own row: a path of the dashboard, and facts about the event. */
export type Data = {
  path?: string
  what?: string
  /** A moment, told as its day. */
  at?: string
  /** A user, told by the e-mail that it has when the mail is sent. */
  user_id?: string
  by?: Author
  /** Of a failed debit: why, the day of the next one, and whether a code pays it. */
  reason?: FailureReason
  next_attempt_on?: string | null
  has_code?: boolean
  /** Of a digest. */
  mails_count?: number
  amount_minor?: number
}

/** Why a debit has failed, and what comes next. */
function failureIn({ reason = 'other', next_attempt_on = null, has_code }: Data, locale: Locale) {
  const { reasons, next_attempt, no_attempt } = subscriptionTexts[locale]
  if (next_attempt_on !== null) {
    return { reason: reasons[reason], lines: [next_attempt(dayInWords(locale, next_attempt_on))] }
  }
  const { pay_by_code } = subscriptionLines[locale]
  return { reason: reasons[reason], lines: [has_code ? pay_by_code : no_attempt] }
}

function* authorFact({ seller_id, locale }: Mail, by: Author): Transaction<Fact> {
  const { who, authors } = mailLabels[locale]
  return { label: who, value: (yield* nameOf(seller_id, by)) ?? authors[by.type] }
}

/** The sum of a day's mails that were not sent one by one. */
function* ofDigest({ mail, baseUrl, locale }: Reading): Transaction<Content> {
  const { mails_count: count = 0, amount_minor = 0 } = mail.data as Data
  const [seller] = yield* sellerById({ id: mail.seller_id })
  const amount = formatMoney(locale, seller?.default_currency ?? 'BRL', amount_minor)
  const day = mail.about
  const path =
    mail.type === 'sales_digest'
      ? `/dashboard/payments?${new URLSearchParams({ paid_from: day, paid_to: day })}`
      : '/dashboard/home'
  const what = formatDate(locale, startOfDay(day))
  return { ...nothing, amount, count, what, link: baseUrl + path }
}

function* told({ mail, baseUrl, locale }: Reading, vault: Vault): Transaction<Content> {
  const { what = '', path = '', at, user_id, by } = mail.data as Data
  const { seller_id, secret_sealed: sealed } = mail
  const link = sealed === null ? baseUrl + path : baseUrl + vault.open(sealed, mail.id)
  const [user] = user_id === undefined ? [] : yield* userById({ seller_id, id: user_id })
  const day = at === undefined ? undefined : formatDate(locale, at)
  const facts = by ? [yield* authorFact(mail, by)] : []
  return { ...nothing, what: user?.email ?? day ?? what, facts, link }
}

function contentOf(reading: Reading, vault: Vault): Transaction<Content | undefined> {
  const { type } = reading.mail
  if (isAboutInvoice(reading.mail)) return ofInvoice(reading)
  if (isAboutSubscription(reading.mail)) return ofSubscription(reading)
  if (type === 'buyer_receipt' || type === 'seller_sale') return ofSale(reading)
  if (isAboutRefund(type)) return ofRefund(reading)
  if (type === 'alerts_digest' || type === 'sales_digest') return ofDigest(reading)
  return told(reading, vault)
}

/** The time of the event that a mail reports. */
const momentFact = ({ locale, created_at }: Mail): Fact => ({
  label: mailLabels[locale].when,
  value: `${formatTime(locale, created_at)} (${texts[locale].brasilia_time})`,
})

function plainText(lines: string[], facts: Fact[], link: string, foot: string[]): string {
  const listed = facts.map(({ label, value }) => `${label}: ${value}`)
  const parts = [lines.join('\n'), listed.join('\n'), link, foot.join('\n')]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/**
 * A mail as it is sent, in the language of its row.
 *
 * @returns undefined when what it tells of is gone
 */
export function* messageOf(
  mail: Mail,
  { vault, baseUrl }: { vault: Vault; baseUrl: string },
): Transaction<Message | undefined> {
  const { seller_id, locale, recipient, type } = mail
  const [seller] = yield* sellerById({ id: seller_id })
  const settings = yield* readSettings(seller_id)
  const brand = brandOf(seller?.name ?? '', settings)
  const content = yield* contentOf({ mail, brand, baseUrl, locale }, vault)
  if (!content) return undefined
  const { amount, count, what, reason, link, note } = content
  const facts = isUrgent(type) ? [...content.facts, momentFact(mail)] : content.facts
  const said = mailTexts[locale][content.text ?? type]
  const words = { seller: brand.name, amount, count, what, reason }
  const [subject, lines] = [said.subject(words), [...said.lines(words), ...content.lines]]
  const [logo] =
    settings.logo_id === null ? [] : yield* logoById({ seller_id, id: settings.logo_id })
  const { email, phone, website } = brand
  const isForBuyer = isToBuyer(type)
  const contacts = [email, phone && writtenPhone(phone), website]
  const contact = isForBuyer ? contacts.filter((line) => line !== null) : []
  const company = companyOf(brand)
  const foot = [note, contact.join(' · '), company].filter((line) => line !== null && line !== '')
  const seen = { locale, brand, subject, lines, facts, button: said.button, link, foot }
  return {
    fromName: settings.display_name,
    accountName: brand.name,
    to: recipient,
    replyTo: isForBuyer && email !== null && isMailbox(email) ? email : null,
    subject,
    text: plainText(lines, facts, link, foot as string[]),
    html: htmlOf({ ...seen, foot: foot as string[], hasLogo: logo !== undefined }),
    logo: logo
      ? { content_type: logo.content_type, bytes: Buffer.from(logo.data, 'base64') }
      : null,
  }
}
