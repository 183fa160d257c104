/** The terms of a subscription in words, as its page and that of a payment link say them. */
import { startOfDay } from '../../../runtime/brasilia.ts'
import { companyOf } from '../../checkouts/page/seller.ts'
import type { LinkPlan } from '../../checkouts/page/link.ts'
import type { Sale } from '../../checkouts/open.ts'
import type { Fact } from '../../checkouts/page/receipt.ts'
import { texts } from '../../checkouts/page/texts/texts.ts'
import { formatDate, formatMoney } from '../../formats/locale.ts'
import type { Locale } from '../../formats/locale.ts'
import type { Brand } from '../../settings/brand.ts'
import type { Subscription } from '../rows.ts'
import { subscriptionTexts } from './texts/texts.ts'

/** The terms that a buyer agrees to. */
export type AgreedTerms = Pick<
  Subscription,
  | 'name'
  | 'currency'
  | 'amount_minor'
  | 'first_amount_minor'
  | 'is_variable'
  | 'minimum_limit_minor'
  | 'billing_interval'
  | 'interval_count'
  | 'cycles'
  | 'starts_on'
>

/** A day (`yyyy-mm-dd`) in words. */
export const dayInWords = (locale: Locale, day: string): string =>
  formatDate(locale, startOfDay(day))

/** How often it is debited, in words; `per month`, as it stands behind an amount. */
export function intervalInWords(
  locale: Locale,
  { billing_interval, interval_count }: Pick<AgreedTerms, 'billing_interval' | 'interval_count'>,
): string {
  const every: Record<string, string> = subscriptionTexts[locale].every
  const words = every[`${interval_count} ${billing_interval}`]
  if (words === undefined) throw new Error('The bank debits in no such interval.')
  return words
}

/** The terms in the words of one language: facts, and the sentences that go with them. */
export function termsModel(
  locale: Locale,
  terms: AgreedTerms,
  brand: Brand,
): Omit<LinkPlan, 'words'> {
  const text = subscriptionTexts[locale]
  const every = intervalInWords(locale, terms)
  const { seller } = texts[locale]
  const of = { locale, text, money: (minor: number) => formatMoney(locale, terms.currency, minor) }
  return {
    amount: of.money(terms.amount_minor),
    every,
    facts: [
      { label: seller, text: brand.name, small: companyOf(brand) },
      { label: text.name, text: terms.name },
      ...amountFacts(terms, `${of.money(terms.amount_minor)} ${every}`, of),
      { label: text.first_day, text: firstDay(terms, of) },
      { label: text.count, value: countOf(terms, of) },
    ],
    sentences: [
      ...(terms.is_variable ? [{ title: text.variable, text: variableText(terms, of) }] : []),
      { title: text.how_to_cancel, text: text.how_to_cancel_text },
    ],
  }
}

/** The terms on the page of a link, whose subscriptions are paid by their code and have no end. */
export function linkPlan(locale: Locale, { offer, product }: Sale, brand: Brand): LinkPlan {
  const { billing_interval, interval_count, currency, amount_minor } = offer
  if (billing_interval === null || billing_interval === 'day' || interval_count === null) {
    throw new Error(`The bank debits in no such interval as that of ${offer.id}.`)
  }
  const terms = {
    name: product.name,
    ...{ currency, amount_minor, billing_interval, interval_count },
    first_amount_minor: null,
    is_variable: false,
    minimum_limit_minor: null,
    cycles: null,
    starts_on: null,
  }
  const { subscribe: ask, link } = subscriptionTexts[locale]
  return { ...termsModel(locale, terms, brand), words: { ask, ...link } }
}

type Words = {
  locale: Locale
  text: (typeof subscriptionTexts)[Locale]
  money: (minor: number) => string
}

function amountFacts(
  { first_amount_minor: first, amount_minor, is_variable }: AgreedTerms,
  price: string,
  { locale, text, money }: Words,
): Fact[] {
  const note = is_variable ? { small: text.may_change } : {}
  if (first === null || first === amount_minor) {
    return [{ label: texts[locale].amount, value: price, ...note }]
  }
  return [
    { label: text.first_amount, value: money(first) },
    { label: text.next_amounts, value: price, ...note },
  ]
}

const firstDay = ({ starts_on }: AgreedTerms, { locale, text }: Words): string =>
  starts_on === null ? text.paid_with_code : dayInWords(locale, starts_on)

const countOf = ({ cycles }: AgreedTerms, { text }: Words): string =>
  cycles === null ? text.until_canceled : text.count_of(cycles)

const variableText = ({ minimum_limit_minor: limit }: AgreedTerms, { text, money }: Words) =>
  limit === null ? text.variable_text : `${text.variable_text} ${text.least_limit(money(limit))}`
