/** Deliberate breaks of the rules that keep money together; the simulation has to find each. */
import { mock } from 'node:test'
import type { Database } from '../../../db/database.ts'
import type { QueryCall, Transaction } from '../../../db/query.ts'
import { Bacen } from '../../../domain/pix/bank/bacen/bacen.ts'
import { fieldsOf, listOf } from '../../../domain/pix/bank/fields.ts'
import type { Fields } from '../../../domain/pix/bank/fields.ts'
import { JsonApi } from '../../../domain/pix/bank/others/jsonApi.ts'
import type { JsonCall } from '../../../domain/pix/bank/others/jsonApi.ts'
import { BankError } from '../../../domain/pix/bank/provider.ts'
import { Listings } from '../../../domain/pix/rounds/listings.ts'
import { TransferSync } from '../../../domain/pix/transfers/transferSync.ts'
import {
  breakQueries,
  skipped,
  tearTransactions,
} from '../../../test/guarantees/support/breakage.ts'
import type { BrokenQuery, Breakage } from '../../../test/guarantees/support/breakage.ts'
import type { WorldOptions } from '../world.ts'

/** A break of each database that is opened, or one made once for the process. */
export type Break = {
  database?: (db: Database) => void
  process?: () => void
  /** A run that shows it, where the first short ones do not. */
  run?: { seed: number; checkouts: number }
  /** The world that shows it, when it is not the usual one. */
  world?: Pick<WorldOptions, 'provider' | 'without'>
}

const broken = (breakage: Breakage): Break => ({ database: (db) => breakQueries(db, breakage) })

/** The statement is run with other arguments. */
const withArgs =
  (change: (args: Record<string, unknown>) => object) =>
  (step: QueryCall): BrokenQuery => ({
    step: { ...step, args: { ...step.args, ...change(step.args) } },
  })

/** The statement is not run with such arguments. */
const without =
  (isLeft: (args: Record<string, unknown>) => boolean) =>
  (step: QueryCall): BrokenQuery =>
    isLeft(step.args) ? {} : { step }

/** The statement finds nothing. */
const blind = (step: QueryCall): BrokenQuery => ({ step, rows: () => [] })

type Refund = Bacen['refund']

/** Replaces how refunds are ordered at a bank. */
const ordering = (by: (refund: Refund, order: Parameters<Refund>[0]) => ReturnType<Refund>) => ({
  process: () => {
    const { refund } = Bacen.prototype
    mock.method(Bacen.prototype, 'refund', function (this: Bacen, order: Parameters<Refund>[0]) {
      return by(refund.bind(this), order)
    })
  },
})

/** A transaction of Woovi's is read as if its money had arrived. */
function readAsArrived(): void {
  const { ask, find } = JsonApi.prototype
  const arrived = (answer: Fields | undefined) => {
    const { transaction, transactions } = fieldsOf(answer)
    for (const shown of [fieldsOf(transaction), ...listOf(transactions)]) {
      if (shown['status'] === 'IN_PROCESSING') shown['status'] = 'CONFIRMED'
    }
    return answer
  }
  mock.method(JsonApi.prototype, 'ask', async function (this: JsonApi, call: JsonCall) {
    return arrived(await ask.call(this, call))
  })
  mock.method(JsonApi.prototype, 'find', async function (this: JsonApi, call: JsonCall) {
    return arrived(await find.call(this, call))
  })
}

const LONG_AGO = '2000-01-01T00:00:00.000Z'

/** Every so many transactions, one is undone after it was said to be committed. */
const LOST_EVERY = 40

/** Loses some transactions after they were acknowledged, as a disk does that does not sync. */
function loseCommits(db: Database): void {
  const run = db.run.bind(db)
  let count = 0
  db.run = async <Result>(body: () => Transaction<Result>) => {
    count += 1
    if (count % LOST_EVERY !== 0) return run(body)
    const undone = new Error('undone')
    let kept: { result: Result } | undefined
    await run(function* (): Transaction<void> {
      kept = { result: yield* body() }
      throw undone
    }).catch((error: unknown) => {
      if (error !== undone) throw error
    })
    return (kept as unknown as { result: Result }).result
  }
}

export const breaks: Record<string, Break> = {
  'money that must go back is kept': broken({
    add_payment: withArgs(({ outcome }) =>
      outcome === 'settled' ? {} : { return_status: 'done', return_check_at: null },
    ),
  }),
  'money that settles nothing is never sent back': broken({
    claim_refunds: skipped,
    unfinished_refunds_of_checkout: skipped,
  }),
  'each order of a refund has another id': ordering((refund, order) =>
    refund({ ...order, return_id: crypto.randomUUID().replaceAll('-', '') }),
  ),
  'an order whose answer is lost counts as refused': ordering((refund, order) =>
    refund(order).catch((error: unknown) => {
      if (error instanceof BankError) return { status: 'failed', reason: null, amount_minor: null }
      throw error
    }),
  ),
  'an order is repeated by the transport, and failed once it is refused': {
    ...broken({
      refund_by_id: (step) => ({
        step,
        rows: (found) => found.map((row) => ({ ...(row as object), absent_since: LONG_AGO })),
      }),
    }),
    ...ordering((refund, order) => refund(order).catch(() => refund(order))),
    run: { seed: 19, checkouts: 8 },
  },
  'an order that a gateway does not know counts as refused': ordering((refund, order) =>
    refund(order).catch((error: unknown) => {
      if (!(error instanceof BankError) || error.kind !== 'unreadable') throw error
      return { status: 'failed', reason: null, amount_minor: null }
    }),
  ),
  'the orders of refunds are not followed up': broken({ claim_refund_orders: skipped }),
  'the amount of a refund is not set aside': broken({
    admit_refund: withArgs(() => ({ amountMinor: 0 })),
  }),
  'a refund is not counted in its payment': broken({ add_to_payment_amounts: skipped }),
  'a refund is not counted in its checkout': broken({ set_amount_refunded_of_checkout: skipped }),
  'a refund that the bank shows again is a new one': broken({ refund_by_return_id: blind }),
  'a transfer that is known is not compared again': {
    process: () => void mock.method(TransferSync.prototype, 'compare', async () => undefined),
  },
  'a checkout that has ended counts as open': broken({
    lock_checkout: (step) => ({
      step,
      rows: (found) => found.map((row) => ({ ...(row as object), status: 'open' })),
    }),
  }),
  'an automatic refund that fails is not ordered again': broken({
    record_refund_progress: withArgs(({ return_status }) =>
      return_status === 'failed' ? { return_check_at: null } : {},
    ),
  }),
  'the bank is believed before it has carried an order out': ordering(async (refund, order) => {
    const report = await refund(order)
    return report.status === 'processing' ? { ...report, status: 'done' } : report
  }),
  'a refund that fails keeps its amount': broken({
    add_to_payment_amounts: withArgs(({ committedMinor }) => ({
      committedMinor: Math.max(0, Number(committedMinor)),
    })),
  }),
  'charges are not asked about': broken({ claim_charges: skipped, claim_viewed_charges: skipped }),
  "the bank's lists are not read": {
    process: () => void mock.method(Listings.prototype, 'round', async () => undefined),
  },
  'money without a charge is not recorded': broken({ add_transfer: skipped }),
  'what goes back of money without a charge is not recorded': broken({
    add_transfer: without(({ return_id }) => return_id !== ''),
  }),
  'events are never claimed for sending': broken({ claim_pending_delivery: skipped }),
  'checkouts do not expire': broken({
    expire_first_checkouts: skipped,
    expire_shown_checkouts: skipped,
  }),
  'events are not recorded': broken({ add_event: skipped }),
  'events show the state before': broken({
    add_event: withArgs(({ data }) => ({ data: { ...(data as object), status: 'open' } })),
  }),
  'events show other amounts': broken({
    add_event: withArgs(({ data }) => ({
      data: { ...(data as object), amount_minor: 1, amount_refunded_minor: 1 },
    })),
  }),
  'no failure of a refund is announced': broken({
    add_event: without(({ type }) => type === 'refund.failed'),
  }),
  'money that comes too late is lost': broken({
    add_payment: without(({ return_reason }) => return_reason === 'late'),
  }),
  'money goes back for another reason': broken({
    add_payment: withArgs(({ return_reason }) =>
      return_reason === 'duplicate' ? { return_reason: 'late' } : {},
    ),
  }),
  'an order of a seller loses its reference': broken({
    add_refund: withArgs(() => ({ external_id: null })),
  }),
  'the totals of a day are not kept': broken({ add_to_daily_total: skipped }),
  'payments count on another day': broken({
    add_to_daily_total: withArgs(() => ({ date: '2000-01-01' })),
  }),
  'each statement is committed by itself': { database: tearTransactions },
  'a commit that was acknowledged is lost': { database: loseCommits },
  'a transfer counts before its money has arrived': {
    process: readAsArrived,
    run: { seed: 25, checkouts: 10 },
    world: { provider: 'woovi' },
  },
  'a dispute counts each time that it is read': {
    ...broken({ refund_by_return_id: blind }),
    run: { seed: 2, checkouts: 1 },
    world: { provider: 'woovi' },
  },
  "a provider's own id of a refund is not kept": {
    ...broken({ keep_provider_id_of_refund: skipped }),
    run: { seed: 6, checkouts: 12 },
    world: { provider: 'mercadopago' },
  },
  "a provider's fee is lost": {
    ...broken({ add_payment: withArgs(() => ({ fee_minor: null })), set_fee_of_payment: skipped }),
    run: { seed: 46, checkouts: 12 },
    world: { provider: 'woovi', without: ['clock'] },
  },
  'a refund stands on the day on which it was heard of': {
    ...broken({
      change_refund: withArgs(({ completed_at, updated_at }) =>
        completed_at === null ? {} : { completed_at: updated_at },
      ),
    }),
    run: { seed: 2, checkouts: 1 },
    world: { provider: 'woovi', without: ['clock'] },
  },
}
