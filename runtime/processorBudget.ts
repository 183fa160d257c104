import { recentlyUsed } from './recent.ts'

const MAX_OWNERS = 10_000

/** The processor time of this thread; before Node 23.9, the time. */
export function threadMs(): number {
  const usage = process.threadCpuUsage?.()
  return usage ? (usage.user + usage.system) / 1000 : performance.now()
}

type Spent = { ms: number; atMs: number }

/** The share of the time that each owner may take, and how much of it at once. */
export type BudgetSize = { shareOfTime: number; burstMs: number }

/** How much processor time owners have spent on work whose cost others choose. */
export class ProcessorBudget {
  readonly #size: BudgetSize
  readonly #spent = recentlyUsed<Spent>(MAX_OWNERS)

  constructor(size: BudgetSize) {
    this.#size = size
  }

  isUsedUp(owner: string): boolean {
    return this.#spentBy(owner) >= this.#size.burstMs
  }

  spend(owner: string, ms: number): void {
    this.#spent.set(owner, { ms: this.#spentBy(owner) + ms, atMs: performance.now() })
  }

  #spentBy(owner: string): number {
    const spent = this.#spent.get(owner)
    if (!spent) return 0
    const restored = (performance.now() - spent.atMs) * this.#size.shareOfTime
    return Math.max(0, spent.ms - restored)
  }
}
