import type { Database } from '../../db/database.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Logger } from '../../runtime/logger.ts'
import type { Timers } from '../../runtime/timers.ts'
import type { Metrics } from '../../runtime/metrics/metrics.ts'
import type { EventLog } from '../webhooks/events.ts'
import type { Banks } from './bankConnections.ts'

/** What the payment rail's parts share. */
export type RailContext = {
  db: Database
  banks: Banks
  clock: Clock
  timers: Timers
  log: Logger
  metrics: Metrics
  events: EventLog
  /** The public address of the service. */
  baseUrl: string
  /** How often the bank is asked about a charge that can be paid. */
  intervalMs: number
}
