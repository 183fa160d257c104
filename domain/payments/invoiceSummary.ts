/** An invoice in words: the name of its subscription, and which of its periods it is. */
import type { Row } from '../../db/schema/tables.ts'
import { oneLine, summaryOf } from '../checkouts/items.ts'

type Invoice = Row<'invoices'>
type Subscription = Row<'subscriptions'>

/** Which invoice of its subscription it is: `3`, or `3/12` of one that has an end. */
export const periodNumber = (
  number: Invoice['number'],
  cycles: Subscription['cycles'] | undefined,
): string => (cycles == null ? String(number) : `${number}/${cycles}`)

/** The same behind the name, which is cut so that both fit in a length: `Clube do café 3/12`. */
export function invoiceSummary(
  { name, cycles }: Pick<Subscription, 'name' | 'cycles'>,
  number: Invoice['number'],
  length: number,
): string {
  const period = ` ${periodNumber(number, cycles)}`
  return summaryOf([oneLine(name)], length - period.length) + period
}
