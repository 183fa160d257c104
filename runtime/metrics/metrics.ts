import type { Database } from '../../db/database.ts'

/** What became of money: asked for, paid, not to be paid any more, or sent back to who paid. */
export type MoneyState = 'opened' | 'completed' | 'canceled' | 'returned' | 'return_failed'

/** What is counted while a service runs. */
export type Metrics = {
  /** @param operation its operationId, or `none` when the request matched no operation */
  observe(operation: string, status: number, durationMs: number): void
  /** How a webhook ended. */
  webhook(outcome: 'delivered' | 'failed', durationMs: number): void
  /** What a commit has made of a session's money. */
  money(state: MoneyState, amountMinor: number): void
  /** @returns the Prometheus text format; of several processes on one port, all together */
  text(): Promise<string>
}

/** Where nobody can ask, nothing is counted. */
export const noMetrics: Metrics = {
  observe: () => undefined,
  webhook: () => undefined,
  money: () => undefined,
  text: async () => '',
}

/** @param port on which they can be asked for */
export async function createMetrics(port: number | undefined, db: Database): Promise<Metrics> {
  if (port === undefined) return noMetrics
  const { Prometheus } = await import('./prometheus.ts')
  return new Prometheus(db)
}
