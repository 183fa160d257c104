/** The page of a payment link. */
import type { LineItem } from '../../../db/schema/tables.ts'
import { fieldsOf } from '../../links/form.ts'
import type { FieldName, LinkForm } from '../../links/form.ts'
import type { LinkState, PaymentLink } from '../../links/links.ts'
import type { Brand } from '../../settings/brand.ts'
import { totalOf } from '../open.ts'
import { formatMoney } from '../../formats/locale.ts'
import { texts } from './texts/texts.ts'
import type { Locale } from '../../formats/locale.ts'
import { messageModel, page } from './document.ts'
import type { Page } from './document.ts'
import { linesOf } from './receipt.ts'
import type { Fact } from './receipt.ts'
import { sellerModel } from './seller.ts'

/** Carts of more items are folded after the first ones, so that the button stays in sight. */
const LONGEST_OPEN_CART = 6
const OPEN_LINES_OF_LONG_CART = 4

/** The page of a link that sells a recurring offer: its terms, and the words of its form. */
export type LinkPlan = {
  amount: string
  /** How often it is debited. */
  every: string
  facts: Fact[]
  sentences: { title: string; text: string }[]
  words: { ask: string; form: string; submit: string; reserve: string }
}

type LinkPage = {
  locale: Locale
  link: PaymentLink
  brand: Brand
  currency: string
  /** Items of a checkout of the least quantity. */
  items: readonly LineItem[]
  /** The recurring offer that it sells, in place of items. */
  plan: LinkPlan | undefined
  /** The service is a sandbox: no money is real. */
  isSandbox: boolean
  /** The page's own address, `/l/<token>`. */
  path: string
}

/** Typed values, and the fields that were refused. */
export type RefusedForm = {
  typed: LinkForm
  wrong: readonly FieldName[]
  /** The e-mail is a customer's with other data. */
  isEmailTaken?: boolean
}

const nothing: RefusedForm = { typed: {}, wrong: [] }

/** The page of a link that opens sessions; where a form was refused, with what was typed. */
export function renderLinkPage(view: LinkPage, refused: RefusedForm = nothing): Page {
  const { locale, link, isSandbox, path, brand } = view
  const first = fieldsOf(link).find((name) => refused.wrong.includes(name))
  return page(locale, {
    title: `${link.name} · ${brand.name}`,
    seller: sellerModel(brand),
    sandbox: isSandbox,
    body: 'link',
    path,
    wrong: first !== undefined,
    order: orderModel(view),
    terms: view.plan ?? null,
    words: view.plan?.words ?? texts[locale].link,
    fields: fieldsOf(link).map((name) => ({
      ...fieldModel(name, view, refused),
      isFirstWrong: name === first,
    })),
  })
}

/** Why a link opens no session: its state, or `busy` where too many were opened. */
export type ClosedState = Exclude<LinkState, 'open'> | 'busy'

/** Another try may help where sessions end by themselves. */
const passing: ReadonlySet<ClosedState> = new Set(['full', 'held', 'busy'])

/** The page of a link that opens no session. */
export function renderClosedLinkPage(
  { locale, brand, isSandbox }: Pick<LinkPage, 'locale' | 'brand' | 'isSandbox'>,
  state: ClosedState,
): Page {
  const { title, link } = texts[locale]
  return page(locale, {
    title: `${title[`link_${state}`]} · ${brand.name}`,
    seller: sellerModel(brand),
    sandbox: isSandbox,
    ...messageModel(`link_${state}`, [link[state]], passing.has(state)),
  })
}

function orderModel({ locale, link, items, currency, plan }: LinkPage): object {
  const text = texts[locale]
  const { name } = link
  const none = { name, description: '', open: [], folded: [] }
  if (plan) return { ...none, ask: plan.words.ask, total: plan.amount, every: plan.every }
  if (link.items === null) return { ...none, total: null }
  const [item, ...others] = items
  const only = others.length === 0 ? item : undefined
  const all = linesOf(items, { currency, locale })
  // The only item of a link that has its name says nothing that the heading and the sum do not.
  const lines = only?.name === name && only.quantity === 1 ? [] : all
  const shown = lines.length > LONGEST_OPEN_CART ? OPEN_LINES_OF_LONG_CART : lines.length
  const isFrom = link.quantity_min !== link.quantity_max
  return {
    name,
    ask: isFrom ? text.link.from : text.total,
    total: formatMoney(locale, currency, Number(totalOf(items))),
    description: only?.description.trim() ?? '',
    open: lines.slice(0, shown),
    folded: lines.slice(shown),
    more: text.more_items(lines.length - shown),
  }
}

type Look = { type: string; complete: string; longest: number; mode?: string }

const looks: Record<FieldName, Look> = {
  // Not of the type `number`, which takes no comma in some languages.
  amount: { type: 'text', mode: 'decimal', complete: 'off', longest: 24 },
  quantity: { type: 'text', mode: 'numeric', complete: 'off', longest: 4 },
  name: { type: 'text', complete: 'name', longest: 160 },
  email: { type: 'email', complete: 'email', longest: 320 },
  tax_id: { type: 'text', complete: 'off', longest: 32 },
  phone: { type: 'tel', complete: 'tel', longest: 32 },
}

/** Between which values a field has to be; undefined where any will do. */
function rangeOf(name: FieldName, { locale, link, currency }: LinkPage): string | undefined {
  const { between, exactly } = texts[locale].link
  const said = (low: string, high: string) => (low === high ? exactly(low) : between(low, high))
  const { custom_min_minor, custom_max_minor, quantity_min, quantity_max } = link
  const money = (minor: number | null) => formatMoney(locale, currency, minor ?? 0)
  if (name === 'amount') return said(money(custom_min_minor), money(custom_max_minor))
  return name === 'quantity' ? said(String(quantity_min), String(quantity_max)) : undefined
}

function fieldModel(
  name: FieldName,
  view: LinkPage,
  { typed, wrong, isEmailTaken = false }: RefusedForm,
): object {
  const { fields, wrong: problems } = texts[view.locale].link
  const hint = rangeOf(name, view)
  const problem = problems[name === 'email' && isEmailTaken ? 'email_taken' : name]
  const first = name === 'quantity' ? String(view.link.quantity_min) : ''
  return {
    name,
    label: fields[name],
    ...looks[name],
    value: typed[name] ?? (wrong.length > 0 ? '' : first),
    hint,
    error: wrong.includes(name) && (typeof problem === 'string' ? problem : problem(hint ?? '')),
  }
}
