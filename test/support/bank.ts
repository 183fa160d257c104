import { Bank } from '../../scripts/bank/bank.ts'
import { atEnd } from './atEnd.ts'

/** Starts a bank, and stops it after the test file; being asked what is not allowed fails it. */
export async function startBank(now: () => Date): Promise<Bank> {
  const bank = await Bank.start(now)
  atEnd(async () => {
    await bank.close()
    if (bank.violations.length > 0) throw new Error(bank.violations.join('\n'))
  })
  return bank
}
