import type { Database } from '../../../db/database.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { Logger } from '../../../runtime/logger.ts'
import type { Timers } from '../../../runtime/timers.ts'
import type { Metrics } from '../../../runtime/metrics/metrics.ts'
import type { AccountNotices } from '../../identity/accountNotices.ts'
import type { EventRecorder } from '../../checkouts/eventRecorder.ts'
import type { Banks } from './bankConnections.ts'

/** Context that the payment rail's parts share. */
export type RailContext = {
  db: Database
  banks: Banks
  clock: Clock
  timers: Timers
  log: Logger
  metrics: Metrics
  events: EventRecorder
  /** Tells of certificates that end, of lost scopes, and of orders that a bank does not show. */
  mails?: Pick<AccountNotices, 'isOn' | 'certificateEnds' | 'recurringLost' | 'refundUnconfirmed'>
  /** The public address of the service. */
  baseUrl: string
  /** How often the bank is asked about a charge that can be paid. */
  intervalMs: number
}

/** `done`: the bank answered, so that its next charge can be checked at once. */
export type CheckOutcome = 'done' | 'bank_unavailable'
