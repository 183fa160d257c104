/** A1: however large the rows of a page are, what it takes to read it is bounded. */
import assert from 'node:assert/strict'
import { Target } from '../../../guarantees/support/attackedService.ts'
import { addHundredCarts } from '../../../guarantees/support/largestPages.ts'
import { newToken } from '../../../guarantees/support/loads.ts'
import { long, property } from '../../../support/property.ts'

/** A process that answered with whole pages ended by this with a single reader. */
const HEAP = '--max-old-space-size=256'

const READERS = 64
const ROUNDS = long ? 5 : 1
const MAX_WAIT_MS = 1_000

property('A1', async () => {
  const target = await Target.start([HEAP])
  await addHundredCarts(target)
  const before = await target.served.memory()
  let [worstMs, isOver] = [0, false]
  const get = async (token: string, path: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${target.served.url}${path}`, { headers })
    const text = await answer.text()
    assert.equal(answer.status, 200, text.slice(0, 300))
    return text
  }
  const read = async () => {
    const text = await get(target.token, '/v1/checkouts?limit=100')
    assert.ok(text.length < 1.4 * 1024 ** 2 && text.includes('"has_more":true'))
  }
  const other = await newToken(target.served)
  const others = async () => {
    while (!isOver) {
      const start = performance.now()
      await get(other, '/v1/checkouts')
      worstMs = Math.max(worstMs, performance.now() - start)
    }
  }
  const waiting = others()
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all(Array.from({ length: READERS }, read))
  }
  isOver = true
  await waiting
  const MiB = 1024 ** 2
  const [after, peak] = [await target.served.memory(), await target.served.peakMemory()]
  if (long) assert.ok(worstMs < MAX_WAIT_MS, `another waited for ${worstMs.toFixed(0)} ms`)
  await target.served.stop()
  const [from, to, most] = [before, after, peak].map((bytes) => (bytes / MiB).toFixed(0))
  return `100 carts of the largest kind, ${READERS} readers with a heap of 256 MB: another request \
waited for ${worstMs.toFixed(0)} ms at most, memory ${from} → ${to} MiB, at most ${most}`
})
