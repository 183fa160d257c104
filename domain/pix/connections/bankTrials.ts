import type { ParseAnswer } from '../bank/answerFields.ts'
import type { BankOptions } from '../bank/options.ts'
import type { BanksOptions } from './bankConnections.ts'

/** The timeouts of one request and of a whole trial, which takes four requests or more. */
const REQUEST_TIMEOUT_MS = 5_000
const TRIAL_TIMEOUT_MS = 10_000

type Reach = Pick<BanksOptions, 'connect'> & { parserOf: (seller_id: string) => ParseAnswer }

/**
 * Trials of banks that callers of the API ask for. Each waits for a host that its caller has named,
 * so there is one at a time for a seller, whatever others do, and each ends.
 */
export class BankTrials {
  readonly #sellers = new Set<string>()
  readonly #ending: AbortSignal
  readonly #reach: Reach

  /**
   * @param ending ends the trials that are under way
   * @param reach how banks are reached, and the parser of the answers to a seller
   */
  constructor(ending: AbortSignal, reach: Reach) {
    this.#ending = ending
    this.#reach = reach
  }

  /** @returns undefined, without calling `work`, while the seller has one */
  async run<Result>(
    seller_id: string,
    work: (options: BankOptions) => Promise<Result>,
  ): Promise<Result | undefined> {
    if (this.#sellers.has(seller_id)) return undefined
    this.#sellers.add(seller_id)
    try {
      const ending = AbortSignal.any([this.#ending, AbortSignal.timeout(TRIAL_TIMEOUT_MS)])
      const { parserOf, ...options } = this.#reach
      const parse = parserOf(seller_id)
      return await work({
        ...options,
        limitMs: REQUEST_TIMEOUT_MS,
        ending,
        owner: seller_id,
        parse,
      })
    } finally {
      this.#sellers.delete(seller_id)
    }
  }
}
