/** Shared parts of list pages: the API's query parameters, the next page, values in cells. */
import { formatDate, formatMoney, formatTime } from '../domain/formats/locale.ts'
import { addDays, dayOf, startOfDay } from '../runtime/brasilia.ts'
import type { Locale } from '../domain/formats/locale.ts'
import { none } from './blocks.ts'
import type { Block, Cell, Field } from './blocks.ts'
import type { PageContext } from './page.ts'

const DAY_LENGTH = 'yyyy-mm-dd'.length

/** Rows of a list page whose address names no `limit`: with the longest texts, below 150 KB. */
const PAGE_ROWS = 20

/** Compares the parsed date with the text, since `Date` reads 31 February as 3 March. */
export const isDay = (value: string): boolean =>
  value.length === DAY_LENGTH && new Date(`${value}T00:00Z`).toJSON()?.startsWith(value) === true

/** Filters of the API that are days themselves. */
const takesDays = /^(date|due)_/

/**
 * A day that was chosen is sent as the moment of its beginning, and as that of the day after where
 * it is the last one: both days belong to what is shown. All else stays as it is.
 */
function momentOf(name: string, value: string): string {
  if (!/_(from|to)$/.test(name) || takesDays.test(name) || !isDay(value)) return value
  return startOfDay(name.endsWith('_to') ? addDays(value, 1) : value)
}

/** The filters of an operation that the address of a page carries; empty ones are none. */
export function filtersOf({ query }: PageContext, names: readonly string[]) {
  const filters = names
    .map((name) => [name, query[name]?.trim() ?? ''] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [name, momentOf(name, value)])
  return Object.fromEntries(filters) as Record<string, string>
}

/** The parameters of an operation for one page of its list. */
export const parametersOf = (
  context: PageContext,
  names: readonly string[],
): Record<string, string | number> => ({
  limit: PAGE_ROWS,
  ...filtersOf(context, [...names, 'starting_after', 'limit']),
})

/** Pages that the way back leads through one by one; before them it leads to the first. */
const PAGES_BACK = 20

/** The addresses of the pages beside the one that is shown. */
export type Pages = { next?: string; previous?: string }

/**
 * The pages after and before this one, with the same filters. A cursor of the API leads forward
 * alone, so an address has those of the pages before it.
 *
 * @param path of the page, where the address of one of its forms is another
 */
export function pagesOf(
  { request, query }: PageContext,
  { next_cursor }: { next_cursor: string | null },
  path = request.path,
): Pages {
  const { done: _, starting_after, back = '', ...filters } = query
  const before = back.split(' ').filter((cursor) => cursor !== '')
  const at = (cursor: string | undefined, earlier: string[]): string => {
    const to = new URLSearchParams(filters)
    if (cursor !== undefined) to.set('starting_after', cursor)
    if (earlier.length > 0) to.set('back', earlier.join(' '))
    return to.size === 0 ? path : `${path}?${to}`
  }
  const passed = starting_after === undefined ? before : [...before, starting_after]
  return {
    ...(next_cursor !== null && { next: at(next_cursor, passed.slice(-PAGES_BACK)) }),
    ...(starting_after !== undefined && { previous: at(before.at(-1), before.slice(0, -1)) }),
  }
}

/** A day in words. */
export const formatDay = (locale: Locale, day: string): string =>
  formatDate(locale, startOfDay(day))

const months: Record<Locale, Intl.DateTimeFormat> = {
  'pt-BR': new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  es: new Intl.DateTimeFormat('es', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
}

/** A month (`yyyy-mm`) in words. */
export const formatMonth = (locale: Locale, month: string): string =>
  months[locale].format(new Date(`${month}-01T00:00Z`))

/** The day of a moment, as the field of a day has it; all else stays as it is. */
const dayIn = (value: string): string =>
  /^\d{4}-.*T/.test(value) && !Number.isNaN(Date.parse(value)) ? dayOf(value) : value

/** A filter with what the address says of it. */
export const filter = ({ query }: PageContext, field: Field): Field => {
  const value = query[field.name] ?? ''
  return { ...field, value: field.type === 'date' ? dayIn(value) : value }
}

type FiltersBlock = Extract<Block, { kind: 'filters' }>

type Filters = {
  action: string
  /** All filters that the list takes. */
  names: readonly string[]
  fields: Field[]
  /** How some are called beside their field, or without one, and what is said for their value. */
  said?: Record<string, { label: string; value?: string | undefined }>
}

/** A value as its reader has chosen it. */
function shownValue({ locale }: PageContext, { type, options }: Field, value: string): string {
  if (type === 'date') return isDay(dayIn(value)) ? formatDay(locale, dayIn(value)) : value
  return options?.find((option) => option.value === value)?.label ?? value
}

/** The filters that are on, each with the address of the list without it. */
function activeFilters(
  context: PageContext,
  { action, names, fields, said = {} }: Filters,
): FiltersBlock['active'] {
  const { done: _, starting_after: __, back: ___, ...query } = context.query
  return [...new Set([...fields.map(({ name }) => name), ...names])].flatMap((name) => {
    const value = query[name]?.trim() ?? ''
    if (value === '') return []
    const { [name]: ____, ...others } = query
    const field = fields.find((candidate) => candidate.name === name)
    const label = said[name]?.label ?? field?.label ?? name
    const shown = said[name]?.value ?? (field ? shownValue(context, field, value) : value)
    const rest = String(new URLSearchParams(others))
    return [{ label, value: shown, href: rest === '' ? action : `${action}?${rest}` }]
  })
}

/** The form of a list's filters. It keeps those that it has no field for. */
export function filterForm(context: PageContext, filters: Filters): FiltersBlock {
  const { action, names, fields } = filters
  const others = names.filter((name) => !fields.some((field) => field.name === name))
  const kept = Object.entries(filtersOf(context, others)).map(
    ([name, value]): Field => ({ name, label: '', type: 'hidden', value }),
  )
  const active = activeFilters(context, filters)
  return { kind: 'filters', action, fields: [...fields, ...kept], active }
}

/** A choice among the values of the contract, and none. */
export const choiceOf = (
  context: PageContext,
  { name, label, options }: { name: string; label: string; options: Record<string, string> },
): Field =>
  filter(context, {
    name,
    label,
    type: 'select',
    options: [
      { value: '', label: context.text.all },
      ...Object.entries(options).map(([value, label]) => ({ value, label: label })),
    ],
  })

export const money = (
  { locale }: PageContext,
  amount: { currency: string; amount_minor: number },
): Cell => ({
  kind: 'money',
  text: formatMoney(locale, amount.currency, amount.amount_minor),
})

type Refundable = { currency: string; amount_refunded_minor: number }

/** The part of an amount that has gone back. */
export const refundedOf = ({ currency, amount_refunded_minor }: Refundable) => ({
  currency,
  amount_minor: amount_refunded_minor,
})

/** Shows no amount, rather than zero, where nothing was refunded. */
export const refundedCell = (context: PageContext, of: Refundable): Cell =>
  of.amount_refunded_minor === 0 ? none : money(context, refundedOf(of))

const timeZone = 'America/Sao_Paulo'
const clock = { hour: '2-digit', minute: '2-digit', timeZone } as const
const numbers = { day: '2-digit', month: '2-digit', year: 'numeric', ...clock } as const
// In numbers, readers of English would read two days.
const words = { day: 'numeric', month: 'short', year: 'numeric', ...clock } as const

/** Made once: making one takes longer than all the rest of a page. */
const shortFormats: Record<Locale, Intl.DateTimeFormat> = {
  'pt-BR': new Intl.DateTimeFormat('pt-BR', numbers),
  en: new Intl.DateTimeFormat('en', words),
  es: new Intl.DateTimeFormat('es', numbers),
}

const shortTime = (locale: Locale, iso: string): string =>
  shortFormats[locale].format(new Date(iso)).replace(',', '')

export const time = ({ locale }: PageContext, iso: string | null): Cell =>
  iso === null
    ? none
    : { kind: 'time', iso, shown: formatTime(locale, iso), short: shortTime(locale, iso) }

const dayNumbers = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const

const shortDays: Record<Locale, Intl.DateTimeFormat> = {
  'pt-BR': new Intl.DateTimeFormat('pt-BR', dayNumbers),
  en: new Intl.DateTimeFormat('en', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }),
  es: new Intl.DateTimeFormat('es', dayNumbers),
}

/** A day (`yyyy-mm-dd`) as a table has room for it. */
export const shortDay = (locale: Locale, value: string): string =>
  shortDays[locale].format(new Date(`${value}T00:00Z`))

/** A day: in words, and in numbers in tables. */
export const dayCell = ({ locale }: PageContext, value: string | null): Cell =>
  value === null
    ? none
    : {
        kind: 'time',
        iso: value,
        shown: formatDay(locale, value),
        short: shortDay(locale, value),
      }
