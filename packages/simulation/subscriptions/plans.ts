/** A seller of recurring offers, at a bank that takes Pix Automático. */
import type { Caller, Process } from '../process.ts'
import { openAccount } from '../shop.ts'
import type { SubscriptionBank } from './bank.ts'
import { CUSTOMER } from '../../bank/recurring/things.ts'

/** The intervals that are sold, by the share of subscriptions, of a hundred. */
export const intervals = {
  'month 1': 62,
  'week 1': 10,
  'month 3': 10,
  'month 6': 9,
  'year 1': 9,
} as const

export type Interval = keyof typeof intervals

export const AMOUNT_MINOR = 4990

export type Plans = { caller: Caller; offers: Record<Interval, string> }

/** Opens the account and its products, before anything goes wrong. */
export async function openPlans(process: Process, { settings }: SubscriptionBank): Promise<Plans> {
  const { agencia: branch, conta: number } = CUSTOMER
  const caller = await openAccount(process, {
    settings,
    account: { branch, number, type: 'checking' },
    standing: {
      callbacks: 'registered',
      webhook_url: null,
      granted_scopes: null,
      recurring: 'available',
      recurring_callbacks: 'registered',
    },
  })
  const offers = {} as Record<Interval, string>
  for (const interval of Object.keys(intervals) as Interval[]) {
    offers[interval] = await addOffer(process, caller, interval)
  }
  return { caller, offers }
}

async function addOffer(process: Process, caller: Caller, interval: Interval): Promise<string> {
  const [billing_interval, count] = interval.split(' ')
  const default_offer = {
    ...{ name: 'Padrão', amount_minor: AMOUNT_MINOR, currency: 'BRL', type: 'recurring' },
    ...{ billing_interval, interval_count: Number(count), metadata: {}, active: true },
  }
  const body = { name: `Clube ${interval}`, description: '', metadata: {}, default_offer }
  const { body: product, code } = await process.call('createProduct', { body }, caller)
  const id = product?.default_offer?.id
  if (id === undefined) throw new Error(`The plan of a ${interval} is refused: ${code}.`)
  return id
}
