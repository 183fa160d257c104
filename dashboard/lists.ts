/** What list pages share: the API's query parameters, the next page, values in their cells. */
import { formatMoney, formatTime } from '../domain/checkouts/page/locale.ts'
import { dayOf, startOfDay } from '../runtime/brasilia.ts'
import { none } from './blocks.ts'
import type { Block, Cell, Field } from './blocks.ts'
import type { PageContext } from './page.ts'

const DAY_LENGTH = 'yyyy-mm-dd'.length

/** Rows of a list page whose address names no `limit`: with the longest texts, below 150 KB. */
const PAGE_ROWS = 20

/** Whether a text is a day of the calendar: `Date` reads 31 February as 3 March. */
const isDay = (value: string): boolean =>
  value.length === DAY_LENGTH && new Date(`${value}T00:00Z`).toJSON()?.startsWith(value) === true

/** A day that was chosen is sent as the moment of its beginning; all else stays as it is. */
const momentOf = (value: string): string => (isDay(value) ? startOfDay(value) : value)

/** The filters of an operation that the address of a page carries; empty ones are none. */
export function filtersOf({ query }: PageContext, names: readonly string[]) {
  const given = names
    .map((name) => [name, query[name]?.trim() ?? ''] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [name, /_(from|to)$/.test(name) ? momentOf(value) : value])
  return Object.fromEntries(given) as Record<string, string>
}

/** The parameters of an operation for one page of its list. */
export const parametersOf = (
  context: PageContext,
  names: readonly string[],
): Record<string, string | number> => ({
  limit: PAGE_ROWS,
  ...filtersOf(context, [...names, 'starting_after', 'limit']),
})

/**
 * The address of the page after this one, with the same filters.
 *
 * @param path of the page, where the address of one of its forms is another
 */
export function nextPage(
  { request, query }: PageContext,
  { next_cursor }: { next_cursor: string | null },
  path = request.path,
): string | undefined {
  if (next_cursor === null) return undefined
  const { done: _, ...filters } = query
  return `${path}?${new URLSearchParams({ ...filters, starting_after: next_cursor })}`
}

/** The day of a moment, as the field of a day has it; all else stays as it is. */
const dayIn = (value: string): string =>
  /^\d{4}-.*T/.test(value) && !Number.isNaN(Date.parse(value)) ? dayOf(value) : value

/** A filter with what the address says of it. */
export const filter = ({ query }: PageContext, field: Field): Field => {
  const value = query[field.name] ?? ''
  return { ...field, value: field.type === 'date' ? dayIn(value) : value }
}

/**
 * The form of a list's filters. It keeps those that it has no field for.
 *
 * @param names of all filters that the list takes
 */
export function filterForm(
  context: PageContext,
  { action, names, fields }: { action: string; names: readonly string[]; fields: Field[] },
): Block {
  const others = names.filter((name) => !fields.some((field) => field.name === name))
  const kept = Object.entries(filtersOf(context, others)).map(
    ([name, value]): Field => ({ name, label: '', type: 'hidden', value }),
  )
  return { kind: 'filters', action, fields: [...fields, ...kept] }
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
      ...Object.entries(options).map(([value, one]) => ({ value, label: one })),
    ],
  })

export const money = (
  { locale }: PageContext,
  amount: { currency: string; amount_minor: number },
): Cell => ({
  kind: 'money',
  text: formatMoney(locale, amount.currency, amount.amount_minor),
})

export const time = ({ locale }: PageContext, iso: string | null): Cell =>
  iso === null ? none : { kind: 'time', iso, shown: formatTime(locale, iso) }
