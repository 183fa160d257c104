/** Counts a process' requests to banks. */
import type { BankOutcome, Metrics } from '../../../runtime/metrics/metrics.ts'
import { BankError } from '../bank/provider.ts'
import type { PixProvider } from '../bank/provider.ts'
import { isUnanswered } from './breaker.ts'

/** Statuses by which a bank says that it is asked too often, or too early. */
const LIMITED = new Set([408, 425, 429])

/** How a request that threw has ended. The refusal of a request is an answer like any other. */
function outcomeOf(error: unknown): BankOutcome {
  if (!(error instanceof BankError) || error.kind === 'refused') return 'answered'
  if (error.kind === 'unreadable') return 'unreadable'
  if (isUnanswered(error)) return 'unanswered'
  return LIMITED.has(error.status ?? 0) ? 'limited' : 'denied'
}

/** Counts each request to a bank, by how it ended. */
export function counted(bank: PixProvider, metrics: Metrics): PixProvider {
  return new Proxy(bank, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name, target)
      if (typeof method !== 'function') return method
      return async (...args: unknown[]) => {
        const startMs = performance.now()
        const count = (outcome: BankOutcome) => metrics.bank(outcome, performance.now() - startMs)
        try {
          const answer: unknown = await method.apply(target, args)
          count('answered')
          return answer
        } catch (error) {
          count(outcomeOf(error))
          throw error
        }
      }
    },
  })
}
