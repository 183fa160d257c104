/** JSON written by hand: ids, times and numbers need no escaping. */
import type { LineItem, Row } from '../../../../db/schema/tables.ts'
import { settings } from '../common/settings.ts'
import type { StoredCheckout, StoredCustomer } from '../common/statements.ts'

/** Characters that JSON must escape; half a surrogate pair is never stored. */
const special = /["\\\u0000-\u001f]/

const text = (value: string) => (special.test(value) ? JSON.stringify(value) : `"${value}"`)
const known = (value: string | null) => (value === null ? 'null' : `"${value}"`)
const free = (value: string | null) => (value === null ? 'null' : text(value))

/** Metadata is JSON already. */
export const customerJson = (row: StoredCustomer) =>
  `{"id":"${row.id}","object":"customer","name":${text(row.name)},"email":${text(row.email)}` +
  `,"phone":${free(row.phone)},"tax_id":${free(row.tax_id)},"status":"${row.status}"` +
  `,"source":"${row.source}","metadata":${row.metadata},"created_at":"${row.created_at}"` +
  `,"updated_at":"${row.updated_at}"}`

export const offerJson = (row: Row<'offers'>) =>
  `{"id":"${row.id}","object":"offer","product_id":"${row.product_id}","name":${text(row.name)}` +
  `,"lookup_key":"${row.lookup_key}","amount_minor":${row.amount_minor}` +
  `,"compare_at_amount_minor":${row.compare_at_amount_minor},"currency":"${row.currency}"` +
  `,"type":"${row.type}","billing_interval":${known(row.billing_interval)}` +
  `,"interval_count":${row.interval_count},"is_default":${row.is_default}` +
  `,"active":${row.active},"created_at":"${row.created_at}","updated_at":"${row.updated_at}"}`

const lineItemJson = (item: LineItem, currency: string) =>
  `{"id":"${item.id}","object":"checkout_line_item","product_id":"${item.product_id}"` +
  `,"offer_id":"${item.offer_id}","name":${text(item.name)}` +
  `,"description":${text(item.description)},"offer_name":${text(item.offer_name)}` +
  `,"quantity":${item.quantity},"currency":"${currency}"` +
  `,"unit_amount_minor":${item.unit_amount_minor}` +
  `,"total_amount_minor":${item.unit_amount_minor * item.quantity},"type":"${item.type}"` +
  `,"billing_interval":${known(item.billing_interval)},"interval_count":${item.interval_count}` +
  `,"metadata":${JSON.stringify(item.metadata)},"kind":"${item.kind ?? 'product'}"}`

const lineItemsJson = (items: LineItem[], currency: string) =>
  items.map((item) => lineItemJson(item, currency)).join()

export const checkoutJson = (row: StoredCheckout, items: LineItem[]) =>
  `{"id":"${row.id}","object":"checkout","customer_id":${known(row.customer_id)}` +
  `,"buyer":null,"external_id":${free(row.external_id)},"mode":"payment","status":"${row.status}"` +
  `,"currency":"${row.currency}","amount_total_minor":${row.amount_total_minor}` +
  `,"amount_refunded_minor":${row.amount_refunded_minor},"payment_id":${known(row.payment_id)}` +
  `,"checkout_url":"${settings.base_url}/pay/${row.page_token}"` +
  `,"success_url":${free(row.success_url)},"cancel_url":${free(row.cancel_url)}` +
  `,"metadata":${row.metadata},"line_items":[${lineItemsJson(items, row.currency)}]` +
  `,"expires_at":"${row.expires_at}","cancel_at":${known(row.cancel_at)}` +
  `,"completed_at":${known(row.completed_at)}` +
  `,"created_at":"${row.created_at}","updated_at":"${row.updated_at}"}`

/** @param rows one more than the page holds, when there are more */
export function checkoutListJson(rows: StoredCheckout[], limit: number): string {
  const has_more = rows.length > limit
  const shown = has_more ? rows.slice(0, limit) : rows
  const data = shown.map((row) => checkoutJson(row, JSON.parse(row.line_items)))
  const next = has_more ? (shown.at(-1)?.id ?? null) : null
  return (
    `{"object":"list","data":[${data.join()}],"has_more":${has_more}` +
    `,"next_cursor":${known(next)}}`
  )
}
