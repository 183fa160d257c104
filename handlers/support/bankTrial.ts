/** Shared by the operations that ask a seller's bank. */
import { ApiError } from '../../contract/apiError.ts'
import type { BankOptions } from '../../domain/pix/bank/options.ts'
import type { Service } from '../../domain/service.ts'
import { ParsingRefused } from '../../runtime/parserPool.ts'

/** The services that a trial takes. */
export type TrialServices = 'bankTrials'

/** A trial ends within ten seconds. */
const RETRY_AFTER_SECONDS = '10'

/**
 * Runs work that asks the seller's bank, outside of a transaction.
 *
 * @throws ApiError `too_many_requests` while another trial of the seller's is under way, and when
 *   the seller has used up the processor time that its keys and its bank's answers may take
 */
export async function bankTrial<Result>(
  { seller, service }: { seller: { id: string }; service: Pick<Service, TrialServices> },
  work: (options: BankOptions) => Promise<Result>,
): Promise<Result> {
  const { bankTrials } = service
  try {
    const trial = await bankTrials.run(seller.id, async (options) => ({
      result: await work(options),
    }))
    if (trial) return trial.result
  } catch (error) {
    if (!(error instanceof ParsingRefused)) throw error
  }
  throw new ApiError('too_many_requests', { headers: { 'Retry-After': RETRY_AFTER_SECONDS } })
}
