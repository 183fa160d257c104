/** The page of an object, by its id. */
import { idPrefixes } from '../generated/idPrefixes.ts'

/** The folder of each kind's pages, by the table of its ids. */
const folders = {
  customers: 'customers',
  checkouts: 'checkouts',
  payments: 'payments',
  refunds: 'refunds',
  products: 'products',
  payment_links: 'payment-links',
  subscriptions: 'subscriptions',
  invoices: 'invoices',
  events: 'events',
  api_clients: 'api-clients',
  webhook_endpoints: 'webhooks',
  users: 'team',
} as const satisfies Partial<Record<keyof typeof idPrefixes, string>>

type Kind = keyof typeof folders

const kinds = Object.keys(folders) as Kind[]

const idForm = /^([a-z]+_)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The address of an object's page; undefined for what is no id of one.
 *
 * @param among the kinds that are looked for
 */
export function pageOf(id: string, among: readonly Kind[] = kinds): string | undefined {
  const prefix = idForm.exec(id)?.[1]
  const kind = among.find((id) => idPrefixes[id] === prefix)
  return kind && `/dashboard/${folders[kind]}/${id}`
}
