import assert from 'node:assert/strict'
import { test } from 'vitest'
import { LinkOpenings } from '../../domain/links/openings.ts'
import type { PaymentLink } from '../../domain/links/links.ts'
import { Pace } from '../../runtime/pace.ts'

/** Counts the turns that one key gets in a row. */
function taken(pace: Pace, key: string): number {
  let count = 0
  for (; pace.waitMs(key) === 0; count++) pace.add(key)
  return count
}

test('a burst passes at once, and from then on as many as a minute brings', () => {
  let nowMs = 1_000_000
  const pace = new Pace({ burst: 5, perMinute: 2 }, () => nowMs)
  assert.equal(taken(pace, 'a'), 5)
  assert.equal(pace.waitMs('a'), 30_000)
  assert.equal(taken(pace, 'b'), 5)
  nowMs += 29_999
  assert.equal(pace.waitMs('a'), 1)
  nowMs += 1
  assert.equal(taken(pace, 'a'), 1)
  nowMs += 60_000
  assert.equal(taken(pace, 'a'), 2)
  nowMs += 3_600_000
  assert.equal(taken(pace, 'a'), 5)
})

const paces = {
  address: { burst: 2, perMinute: 1 },
  link: { burst: 3, perMinute: 1 },
  seller: { burst: 4, perMinute: 1 },
}

const linkOf = (seller_id: string, id: string) => ({ seller_id, id }) as PaymentLink

test('address, link and seller each have a bound, and a refusal uses up none of them', () => {
  const openings = new LinkOpenings(undefined, paces)
  const link = linkOf('seller', 'link')
  const take = (address: string, of = link) => openings.take(address, of) === 0
  assert.deepEqual([take('::1:2:3'), take('::1:2:4'), take('::1:2:5')], [true, true, false])
  // The same address at another seller is still the same address.
  assert.equal(take('::1:2:3', linkOf('another', 'other')), false)
  assert.deepEqual([take('192.0.2.1'), take('192.0.2.2')], [true, false])
  const second = linkOf('seller', 'second')
  assert.deepEqual([take('192.0.2.3', second), take('192.0.2.4', second)], [true, false])
  assert.equal(take('192.0.2.2', linkOf('another', 'other')), true)
})

test('the links of a seller take a quarter of its bytes at most', () => {
  const wide = { burst: 1_000, perMinute: 1_000 }
  const openings = new LinkOpenings(80 * 1024, { address: wide, link: wide, seller: wide })
  const link = linkOf('seller', 'link')
  let opened = 0
  for (; openings.take('192.0.2.1', link) === 0; opened++) openings.opened(link, 1024)
  // Each counts 4 KiB beside what it is.
  assert.equal(opened, 5)
  assert.equal(openings.take('192.0.2.1', linkOf('another', 'other')), 0)
})
