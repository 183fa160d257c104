import { invoiceBooks } from '../../domain/payments/invoicePayments.ts'
import { recorderOf } from '../../domain/subscriptions/ports.ts'
import type { Recorder } from '../../domain/subscriptions/ports.ts'
import { EventLog } from '../../domain/webhooks/events.ts'
import type { Store } from './command.ts'

/**
 * The context of a change of subscriptions. The service finds deliveries and orders to the bank by
 * itself, and has the metrics.
 */
export function recorderAt({ environment, now }: Pick<Store, 'environment' | 'now'>): Recorder {
  const events = new EventLog({ baseUrl: environment.baseUrl, wake: () => undefined })
  const books = invoiceBooks({ events, metrics: { money: () => undefined } })
  return recorderOf({ events, books }, now)
}
