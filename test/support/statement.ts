/** A statement with an entry of each type, at a bank whose own books say the same. */
import assert from 'node:assert/strict'
import { startRail } from './rail.ts'
import type { RailTest } from './rail.ts'
import type { Answer, TestAccount } from './service.ts'
import type { components } from '../../generated/types.ts'

export type StatementEntry = components['schemas']['StatementEntry']

/** A payment, refunds by the seller, at the bank's screen and by the bank, and a late transfer. */
export async function startStatement(): Promise<{ rail: RailTest; seller: TestAccount }> {
  const rail = await startRail()
  const { txid } = await rail.charged()
  const pix = await rail.pay(txid)
  const [payment] = await rail.rows('payments')
  rail.service.clock.advanceMs(60_000)
  const external_id = 'devolucao-1'
  const refund = { amount_minor: 1990, reason: 'Peça quebrada', external_id }
  await rail.refund(payment?.id ?? '', refund)
  for (const [amount_minor, natureza] of [
    [100, 'ORIGINAL'],
    [7, 'MED_FRAUDE'],
  ] as const) {
    rail.service.clock.advanceMs(60_000)
    Object.assign(rail.bank.books.takeBack(pix, amount_minor), { natureza })
    await rail.announce(pix)
  }
  rail.service.clock.advanceMs(60_000)
  await rail.pay(txid)
  await rail.reconcile()
  return { rail, seller: await rail.service.login(rail.seller) }
}

/** Reads all entries, over pages of so many. */
export async function entriesOf(
  seller: TestAccount,
  query: Record<string, string> = {},
  limit = 100,
): Promise<StatementEntry[]> {
  const entries: StatementEntry[] = []
  let starting_after: string | null = null
  do {
    const asked: URLSearchParams = new URLSearchParams({
      ...query,
      limit: String(limit),
      ...(starting_after !== null && { starting_after }),
    })
    const page: Answer<components['schemas']['StatementEntryList']> =
      await seller.get<'StatementEntryList'>(`/v1/statement_entries?${asked}`)
    assert.equal(page.status, 200, page.text)
    entries.push(...page.body.data)
    starting_after = page.body.next_cursor
    assert.equal(page.body.has_more, starting_after !== null)
  } while (starting_after !== null)
  return entries
}

export const sumOf = (entries: readonly { amount_minor: number }[]): number =>
  entries.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
