/** Old sales as the new program shows them, while the background has hardly begun to fill in. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { addDays, dayOf } from '../../runtime/brasilia.ts'
import { idOfCopy } from './bulk.ts'
import type { Program } from './oldProgram.ts'
import type { Selling } from './selling.ts'

type ListPage = { data: Record<string, unknown>[] }

/** Fails unless the copies of a sale stand in their day and name their payments. */
export async function assertReadable(
  program: Program,
  { selling, port, count }: { selling: Selling; port: number; count: number },
): Promise<void> {
  const authorization = `Bearer ${await selling.login(port)}`
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/v1${path}`, { headers: { authorization } })
    return (await answer.json()) as ListPage
  }
  const today = dayOf(new Date())
  const { data: days } = await get(`/daily_totals?from=${addDays(today, -1)}&to=${today}`)
  const yesterday = days.find(({ date }) => date !== today)
  assert.equal(yesterday?.['payments_count'], count, 'old sales stand in no day')
  const { data: sales } = await get('/checkouts?limit=100&created_to=2026-01-01T00:00:00Z')
  // The oldest is filled in last.
  const oldest = (await get(`/checkouts/${idOfCopy(1)}`)) as unknown as Record<string, unknown>
  for (const { payment_id } of [...sales, oldest]) {
    assert.match(String(payment_id), /^pay_/, 'an old sale names no payment')
  }
  // The load goes on meanwhile.
  const [code] = (await once(program.begin('db', 'check'), 'exit')) as [number | null]
  assert.equal(code, 0, 'db check finds old sales wrong')
}
