/**
 * Recurring offers at a seller's bank: if they can be sold through it and why not, and how many
 * subscriptions it debits.
 */
import { and, count, eq, isNull, sql } from '../../../db/operators.ts'
import { query } from '../../../db/query.ts'
import type { Arguments, Transaction } from '../../../db/query.ts'
import type { Tables } from '../../../db/schema/tables.ts'
import type { PixProvider } from '../bank/provider.ts'
import { recurringStanding, registerRecurringCallbacks } from '../recurring/standing.ts'
import { connectionInUse } from './bankConnections.ts'
import type { Connection } from './bankConnections.ts'

/** `recurring` of a bank connection. */
export type RecurringAvailability = Connection['recurring'] | 'account_missing'

/** The bank's word, and the account without which it takes no recurring charge. */
export const recurringOf = ({ recurring, account }: Connection): RecurringAvailability =>
  recurring === 'available' && account === null ? 'account_missing' : recurring

type BankWord = Pick<Connection, 'recurring' | 'recurring_callbacks'>

/**
 * Asks a bank if it takes Pix Automático, and has its callbacks sent here where it does. Ordinary
 * Pix does not depend on the answer, so that nothing is thrown for it.
 *
 * @param webhook_url null: no address is registered
 */
export async function askRecurring(
  bank: Partial<PixProvider>,
  webhook_url: string | null,
  now: Date,
): Promise<BankWord> {
  const recurring = await recurringStanding(bank, now)
  if (recurring !== 'available' || webhook_url === null) {
    return { recurring, recurring_callbacks: 'unknown' }
  }
  return { recurring, recurring_callbacks: await registerRecurringCallbacks(bank, webhook_url) }
}

/** A bank that does not answer says nothing: its word of before stands. */
export const wordAfter = (before: BankWord, found: BankWord): BankWord => ({
  recurring: found.recurring === 'unknown' ? before.recurring : found.recurring,
  recurring_callbacks:
    found.recurring_callbacks === 'unknown'
      ? before.recurring_callbacks
      : found.recurring_callbacks,
})

/** The answer to a seller who sells a subscription; the bank is null in the sandbox without one. */
export type SubscriptionsStanding = {
  standing: RecurringAvailability | 'bank_missing'
  connection_id: string | null
}

/** Why no subscription can be made, as the API says it. */
export const subscriptionsRefusals: Record<
  Exclude<SubscriptionsStanding['standing'], 'available'>,
  string
> = {
  bank_missing: 'Nenhum banco está conectado.',
  not_granted: 'O banco não permite o Pix Automático: faltam os escopos dele (`not_granted`).',
  account_missing: 'Falta o número da sua conta na conexão com o banco (`account_missing`).',
  not_supported: 'O banco não oferece o Pix Automático na API dele (`not_supported`).',
  unknown: 'O banco ainda não respondeu sobre o Pix Automático (`unknown`).',
}

/** Tells if a seller's new subscriptions can be made. */
export function* subscriptionsStanding(
  seller_id: string,
  mode: 'sandbox' | 'live',
): Transaction<SubscriptionsStanding> {
  const [connection] = yield* connectionInUse({ seller_id })
  if (connection) return { standing: recurringOf(connection), connection_id: connection.id }
  return { standing: mode === 'sandbox' ? 'available' : 'bank_missing', connection_id: null }
}

/** True of a subscription that is debited. */
const isRunning = (t: Tables['subscriptions']) => sql`${t.status} in ('active', 'past_due')`

export const countRunningAt = query(
  'count_subscriptions_at_bank',
  (db, { subscriptions: t }, args: Arguments<{ seller_id: string; connection_id: string }>) =>
    db
      .select({ count: count() })
      .from(t)
      .where(
        and(eq(t.seller_id, args.seller_id), eq(t.connection_id, args.connection_id), isRunning(t)),
      ),
)

export const countRunningInSandbox = query(
  'count_subscriptions_in_sandbox',
  (db, { subscriptions: t }, args: Arguments<{ seller_id: string }>) =>
    db
      .select({ count: count() })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), isNull(t.connection_id), isRunning(t))),
)
