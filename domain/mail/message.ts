/** The content of a mail, read from the database when it is sent. */
import type { Transaction } from '../../db/query.ts'
import { sellerById } from '../identity/sellerRows.ts'
import type { Vault } from '../identity/vault.ts'
import { checkoutById } from '../checkouts/view.ts'
import { formatDate, formatMoney, formatTime } from '../formats/locale.ts'
import { texts } from '../checkouts/page/texts/texts.ts'
import type { Locale } from '../formats/locale.ts'
import { factsOf } from '../checkouts/page/receipt.ts'
import { companyOf } from '../checkouts/page/seller.ts'
import { readReceipt } from '../payments/receipt.ts'
import { refundById } from '../payments/refundList.ts'
import { userById } from '../identity/userRows.ts'
import { writtenPhone } from '../formats/phone.ts'
import { brandOf } from '../settings/brand.ts'
import type { Brand } from '../settings/brand.ts'
import { logoById, readSettings } from '../settings/settings.ts'
import { paths } from '../../generated/paths.ts'
import { startOfDay } from '../../runtime/brasilia.ts'
import { isMailbox } from '../../runtime/mailbox.ts'
import { nameOf } from './author.ts'
import type { Author } from './author.ts'
import { isUrgent } from './budgets.ts'
import { htmlOf } from './html.ts'
import type { Mail, MailType } from './rows.ts'
import type { Message } from './smtp.ts'
import { mailLabels, mailTexts } from './texts.ts'

type Fact = { label: string; value: string }

/** The parts that differ between mails of one type. */
type Content = {
  amount: string
  count: number
  what: string
  facts: Fact[]
  link: string
  note: string | null
}

const nothing = { amount: '', count: 0, what: '', facts: [], note: null }

type Reading = { mail: Mail; brand: Brand; baseUrl: string; locale: Locale }

/** Of these the buyer is the reader; all others go to people of the account. */
const toBuyer: ReadonlySet<MailType> = new Set(['buyer_receipt', 'buyer_refund'])

/** The facts of a receipt, as plain text. */
function receiptFacts(view: Parameters<typeof factsOf>[0]): Fact[] {
  const at = texts[view.locale].brasilia_time
  return factsOf(view).map((fact) => {
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
  const facts = receiptFacts({ locale, checkout, brand, receipt })
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
  const [checkout] = yield* checkoutById({ seller_id: mail.seller_id, id: refund.checkout_id })
  if (!checkout) return undefined
  const amount = formatMoney(locale, checkout.currency, refund.amount_minor)
  const what = refund.failure_reason ?? ''
  const link = toBuyer.has(mail.type)
    ? baseUrl + paths.getPaymentPage({ token: checkout.page_token })
    : `${baseUrl}/dashboard/payments/${refund.payment_id}`
  return { ...nothing, amount, what, link }
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
  /** Of a digest. */
  mails_count?: number
  amount_minor?: number
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
  const { amount, count, what, link, note } = content
  const facts = isUrgent(type) ? [...content.facts, momentFact(mail)] : content.facts
  const said = mailTexts[locale][type]
  const words = { seller: brand.name, amount, count, what }
  const [subject, lines] = [said.subject(words), said.lines(words)]
  const [logo] =
    settings.logo_id === null ? [] : yield* logoById({ seller_id, id: settings.logo_id })
  const { email, phone, website } = brand
  const isForBuyer = toBuyer.has(type)
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
