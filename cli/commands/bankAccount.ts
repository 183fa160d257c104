/** The options of `psp connect` that name the seller's own bank account. */
import { InvalidArgumentError, Option } from 'commander'
import type { Command } from 'commander'
import type { BankAccount } from '../../db/schema/pix.ts'

const BRANCH_DIGITS = 4
const ACCOUNT_DIGITS = 20

export type AccountOptions = {
  account?: string
  branch?: string
  accountType?: BankAccount['type']
}

const parseDigits = (most: number) => (text: string) => {
  if (/^\d+$/.test(text) && text.length <= most) return text
  throw new InvalidArgumentError(`It must have 1 to ${most} digits.`)
}

/** Adds the options; the bank debits no plan while it does not have all three. */
export const withAccountOptions = (command: Command): Command =>
  command
    .option(
      '--branch <branch>',
      "the branch of the seller's own account, which Pix Automático needs",
      parseDigits(BRANCH_DIGITS),
    )
    .option('--account <number>', 'its number, with the check digit', parseDigits(ACCOUNT_DIGITS))
    .addOption(
      new Option('--account-type <type>', 'its type').choices(['checking', 'savings', 'payment']),
    )

/**
 * The account that the options name.
 *
 * @returns undefined where none of them is given, so that the account stays as it is known
 * @throws CommanderError when one of the three is missing
 */
export function accountOf(
  { account: number, branch, accountType: type }: AccountOptions,
  command: Command,
): BankAccount | undefined {
  if (number !== undefined && branch !== undefined && type !== undefined) {
    return { branch, number, type }
  }
  if (number === undefined && branch === undefined && type === undefined) return undefined
  return command.error('error: an account needs --branch, --account and --account-type')
}
