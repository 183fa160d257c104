/** Payment links: the list, one with its QR code, and the forms that make, change and end one. */
import { summaryOf } from '../../domain/checkouts/items.ts'
import { formatMoney } from '../../domain/formats/locale.ts'
import { drawQr, svgOf } from '../../domain/checkouts/page/qr.ts'
import type { components } from '../../generated/types.ts'
import { addDays, dayOf, startOfDay } from '../../runtime/brasilia.ts'
import { folded, id, isolated, link, metadata, section, status, text } from '../blocks.ts'
import type { Block, Cell, Field, FormBlock } from '../blocks.ts'
import { changesOf } from '../changes.ts'
import { bodyOf, lastValue } from '../forms.ts'
import type { Form } from '../forms.ts'
import { isDay, pagesOf, parametersOf, time } from '../lists.ts'
import { action } from '../page.ts'
import type { Page, PageContext } from '../page.ts'
import { paymentLinks as texts } from '../texts/paymentLinks.ts'
import { isChargeable, isPlan } from './offerParts.ts'

type PaymentLink = components['schemas']['PaymentLink']
type Product = components['schemas']['Product']

const LIST = '/dashboard/payment-links'
const addressOf = (id: string): string => `${LIST}/${id}`

/** The most characters that a list says of the items. */
const ITEMS_LENGTH = 80

/** Products whose default offers a form lists. */
const PRODUCTS_LISTED = 100

const stateOf = (
  { locale, now }: PageContext,
  { active, ends_at, ...counts }: PaymentLink,
): Cell => {
  const isSold = counts.max_payments !== null && counts.payments_count >= counts.max_payments
  const hasEnded = !active || isSold || (ends_at !== null && ends_at <= now.toISOString())
  const { open, ended } = texts[locale].states
  return hasEnded ? status('plain', ended) : status('good', open)
}

const paidOf = ({ payments_count, max_payments }: PaymentLink): Cell =>
  text(max_payments === null ? String(payments_count) : `${payments_count} / ${max_payments}`)

/** The items of a link by name, or the amounts between which a buyer chooses. */
function soldBy({ locale, session }: PageContext, { name, items, custom_amount }: PaymentLink) {
  if (items)
    return summaryOf(
      items.map((item) => ('name' in item ? item.name : name)),
      ITEMS_LENGTH,
    )
  const money = (minor = 0) => formatMoney(locale, session.seller.default_currency, minor)
  const amountTexts = texts[locale].any_amount
  return `${amountTexts}: ${money(custom_amount?.min_minor)} – ${money(custom_amount?.max_minor)}`
}

/** The last day of a link, which is the one before the day that begins at its end. */
const lastDayOf = (ends_at: string): string => dayOf(new Date(Date.parse(ends_at) - 1))

/** A last day as the moment at which it is over; all else is refused by the contract. */
const endOfDay = (typed: string): string => (isDay(typed) ? startOfDay(addDays(typed, 1)) : typed)

/** Name, limits and address, with what is known of a link. */
function limitFields({ locale }: PageContext, link?: PaymentLink): [Field, ...Field[]] {
  const words = texts[locale]
  const { name = '', max_payments = null, ends_at = null, success_url = null } = link ?? {}
  return [
    { name: 'name', label: words.name, type: 'text', required: true, maxLength: 160, value: name },
    {
      name: 'max_payments',
      label: words.max_payments,
      type: 'number',
      hint: words.max_payments_hint,
      value: max_payments === null ? '' : String(max_payments),
    },
    {
      name: 'ends_at',
      label: words.ends_on,
      type: 'date',
      value: ends_at === null ? '' : lastDayOf(ends_at),
    },
    {
      name: 'success_url',
      label: words.success_url,
      type: 'url',
      maxLength: 2048,
      value: success_url ?? '',
    },
  ]
}

const collectField = ({ locale }: PageContext): Field => ({
  name: 'collect',
  label: texts[locale].collect,
  type: 'checkboxes',
  options: Object.entries(texts[locale].collected).map(([value, label]) => ({ value, label })),
  values: [],
})

/** The offers of the catalogue that a link can sell. */
async function offersOf(context: PageContext): Promise<Product[]> {
  if (!context.can('listProducts')) return []
  const list = await context.call('listProducts', { query: { limit: PRODUCTS_LISTED } })
  return list.data.filter(
    ({ status: state, default_offer }) =>
      state === 'active' &&
      default_offer !== null &&
      (isChargeable(context, default_offer) || isPlan(context, default_offer)),
  )
}

async function createForms(context: PageContext): Promise<FormBlock[]> {
  const words = texts[context.locale]
  const { create, create_open } = words
  const offers = (await offersOf(context)).map(({ name, default_offer }) => ({
    value: default_offer?.id ?? '',
    label: name,
  }))
  const [name, ...limits] = limitFields(context)
  const number = (field: string, label: string): Field => ({
    name: field,
    label,
    type: 'number',
    hint: words.quantity_hint,
  })
  const offer: Field = {
    name: 'items.0.offer_id',
    label: words.offer,
    type: 'select',
    options: [{ value: '', label: words.no_offer }, ...offers],
  }
  const amount: Field = {
    name: 'items.0.unit_amount_minor',
    label: words.amount,
    type: 'money',
    hint: words.amount_hint,
  }
  const range: Field[] = [
    { name: 'custom_amount.min_minor', label: words.min_amount, type: 'money', required: true },
    { name: 'custom_amount.max_minor', label: words.max_amount, type: 'money', required: true },
  ]
  const chosen = [
    number('quantity.min', words.min_quantity),
    number('quantity.max', words.max_quantity),
  ]
  const last = [collectField(context), ...limits]
  const fields = [name, ...(offers.length > 0 ? [offer] : []), amount, ...chosen, ...last]
  return [
    { kind: 'form', action: LIST, submit: create.submit, fields },
    { kind: 'form', action: `${LIST}/open`, ...create_open, fields: [name, ...range, ...last] },
  ]
}

export const paymentLinksPage: Page = {
  path: LIST,
  async draw(context) {
    const { call, can, locale, text: shared } = context
    const words = texts[locale]
    const list = await call('listPaymentLinks', { query: parametersOf(context, []) })
    const canCreate = can('createPaymentLink')
    return {
      name: 'payment-links',
      title: words.title,
      blocks: [
        ...(canCreate ? [folded(words.create.title, ...(await createForms(context)))] : []),
        {
          kind: 'table',
          caption: words.title,
          isCards: true,
          columns: [words.name, words.sells, words.paid, words.state, shared.created_at],
          rows: list.data.map((one) => [
            link(addressOf(one.id), one.name),
            text(soldBy(context, one)),
            paidOf(one),
            stateOf(context, one),
            time(context, one.created_at),
          ]),
          empty: words.empty,
          ...pagesOf(context, list, LIST),
        },
      ],
    }
  },
}

function factsOf(context: PageContext, link: PaymentLink): Block {
  const { locale, text: shared } = context
  const words = texts[locale]
  const collected = link.collect.map((name) => words.collected[name]).join(', ')
  const { quantity } = link
  const chosen = quantity && `${quantity.min} – ${quantity.max}`
  return {
    kind: 'facts',
    facts: [
      { label: words.name, cell: text(link.name) },
      { label: words.sells, cell: text(soldBy(context, link)) },
      { label: words.url, cell: { kind: 'address', href: link.url } },
      { label: words.state, cell: stateOf(context, link) },
      { label: words.paid, cell: paidOf(link) },
      { label: words.open, cell: text(String(link.open_count)) },
      ...(chosen ? [{ label: words.quantity, cell: text(chosen) }] : []),
      { label: words.collect, cell: text(collected) },
      { label: words.ends_at, cell: time(context, link.ends_at) },
      { label: words.success_url, cell: text(link.success_url) },
      { label: shared.created_at, cell: time(context, link.created_at) },
      { label: shared.updated_at, cell: time(context, link.updated_at) },
      { label: shared.identifier, cell: id(link.id) },
    ],
  }
}

/** The QR code of a link's page; none where the address is longer than such a code takes. */
function posterOf({ locale }: PageContext, { name, url }: PaymentLink): Block[] {
  const qr = drawQr(url)
  const words = texts[locale]
  if (!qr) return []
  return [
    section(words.print, {
      kind: 'poster',
      title: name,
      svg: svgOf(qr),
      url,
      hint: words.print_hint,
    }),
  ]
}

function changeForms(context: PageContext, link: PaymentLink): Block[] {
  const { locale, text: shared } = context
  const words = texts[locale]
  const active: Field = {
    name: 'active',
    label: '',
    type: 'hidden',
    value: String(!link.active),
  }
  return [
    {
      kind: 'form',
      action: addressOf(link.id),
      title: words.update.title,
      fields: limitFields(context, link),
      submit: shared.save,
    },
    {
      kind: 'form',
      action: `${addressOf(link.id)}/active`,
      ...(link.active ? words.end : words.resume),
      fields: [active],
      isDangerous: link.active,
    },
  ]
}

export const paymentLinkPage: Page = {
  path: `${LIST}/:paymentLinkId`,
  async draw(context) {
    const { call, can, locale, params } = context
    const words = texts[locale]
    const { paymentLinkId = '' } = params
    const link = await call('getPaymentLink', { path: { paymentLinkId } })
    return {
      name: 'payment-link',
      title: link.name,
      blocks: [
        factsOf(context, link),
        { kind: 'links', links: [{ href: link.url, text: words.open_page, isPrimary: true }] },
        ...posterOf(context, link),
        ...metadata(words.metadata, link.metadata),
        ...(can('updatePaymentLink') ? changeForms(context, link) : []),
      ],
    }
  },
}

/** The form with its last day as a moment, and without what was left empty. */
function readForm(form: Form): Form {
  const typed = [...form].filter(([, values]) => values.some((value) => value !== ''))
  return new Map(
    typed.map(([name, values]) => [name, name === 'ends_at' ? values.map(endOfDay) : values]),
  )
}

/** The fields that both forms for a new link have. */
const schema = {
  properties: {
    name: { type: 'string' },
    collect: { type: 'array' },
    max_payments: { type: 'integer' },
    ends_at: { type: 'string' },
    success_url: { type: 'string' },
    quantity: { properties: { min: { type: 'integer' }, max: { type: 'integer' } } },
    custom_amount: {
      properties: { min_minor: { type: 'integer' }, max_minor: { type: 'integer' } },
    },
  },
  required: ['name'],
}

const item = {
  properties: { offer_id: { type: 'string' }, unit_amount_minor: { type: 'integer' } },
}

/** The only item of a link: the offer that was chosen, or one with the name of the link. */
function itemIn(form: Form, name: string, by: Parameters<typeof bodyOf>[2]): object {
  const { offer_id, ...fields } = bodyOf(item, form, by, 'items.0.') as { offer_id?: string }
  return offer_id === undefined ? { name, ...fields } : { offer_id }
}

const createAction = (path: string) =>
  action<'createPaymentLink'>({
    path,
    operation: 'createPaymentLink',
    input({ locale, session }, posted) {
      const form = readForm(posted)
      const by = { locale, currency: session.seller.default_currency }
      const body = bodyOf(schema, new Map([['name', ['']], ...form]), by)
      const items = path === LIST && [itemIn(form, lastValue(form, 'name') ?? '', by)]
      return { body: { ...body, ...(items && { items }) } as never }
    },
    done: ({ id }) => ({ to: addressOf(id), done: 'link_created' }),
    page: paymentLinksPage,
  })

const removable = ['max_payments', 'ends_at', 'success_url']

/** A number as it was typed, or the text, which the contract refuses. */
const numberOf = (typed: string): number | string =>
  /^\d{1,15}$/.test(typed) ? Number(typed) : typed

const updateAction = action<'updatePaymentLink'>({
  path: `${LIST}/:paymentLinkId`,
  operation: 'updatePaymentLink',
  async confirm({ call, locale, params }, form) {
    const path = { paymentLinkId: params['paymentLinkId'] ?? '' }
    const { name, success_url } = await call('getPaymentLink', { path })
    const typed = lastValue(form, 'success_url')
    const isChanged = typed !== undefined && typed !== (success_url ?? '')
    return isChanged ? texts[locale].confirm(isolated(name)) : undefined
  },
  async input({ call, params }, form) {
    const path = { paymentLinkId: params['paymentLinkId'] ?? '' }
    const { ends_at } = await call('getPaymentLink', { path })
    const {
      max_payments,
      ends_at: day,
      ...rest
    } = changesOf(form, ['name', ...removable], removable)
    // A day that was not changed may stand for an hour of it.
    const isSameDay = day && ends_at !== null && day === lastDayOf(ends_at)
    const body = {
      ...rest,
      ...(max_payments !== undefined && {
        max_payments: max_payments && numberOf(max_payments),
      }),
      ...(day !== undefined && !isSameDay && { ends_at: day && endOfDay(day) }),
    }
    return { path, body: body as never }
  },
  done: ({ id }) => ({ to: addressOf(id), done: 'link_updated' }),
  page: paymentLinkPage,
})

const switchAction = action<'updatePaymentLink'>({
  path: `${LIST}/:paymentLinkId/active`,
  operation: 'updatePaymentLink',
  done: ({ id }) => ({ to: addressOf(id), done: 'link_updated' }),
  page: paymentLinkPage,
})

// The address of the second form comes before that of one link.
export const paymentLinkActions = [
  createAction(LIST),
  createAction(`${LIST}/open`),
  updateAction,
  switchAction,
]
