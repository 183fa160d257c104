import { Bank } from '../../packages/bank/bank.ts'
import { atEnd } from './atEnd.ts'

/**
 * Starts a bank, and stops it after the test file. What it is asked and may not be fails the test,
 * and so does an answer of it that is not as the bank describes its answers.
 *
 * @param like a bank whose authority it has
 */
export async function startBank(now: () => Date, like?: Bank): Promise<Bank> {
  const bank = await Bank.start(now, like)
  bank.checks_answers = true
  // The harder kind of bank: an order that may have been carried out cannot simply be repeated.
  bank.books.allows_repeats = false
  atEnd(async () => {
    await bank.close()
    const faults = [...bank.violations, ...bank.mistakes]
    if (faults.length > 0) throw new Error(faults.join('\n'))
  })
  return bank
}
