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
  link: { burst: 20, perMinute: 1 },
  seller: { burst: 24, perMinute: 1 },
}

const linkOf = (seller_id: string, id: string) => ({ seller_id, id }) as PaymentLink

test('a network has its pace, a /48 twice as much and a /32 five times', () => {
  const openings = new LinkOpenings(undefined, paces)
  const link = linkOf('seller', 'link')
  const take = (address: string, of = link) => openings.take(address, of) === 0
  const taken = (addresses: string[]) => addresses.filter((address) => take(address)).length
  assert.equal(taken(['2001:db8:1:1::1', '2001:DB8:1:1:0::2', '2001:db8:1:1::3']), 2)
  // The same network at another seller is still the same network.
  assert.equal(take('2001:db8:1:1::1', linkOf('another', 'other')), false)
  assert.equal(taken(['2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:1:4::1']), 2)
  const others = Array.from({ length: 9 }, (_, i) => `2001:db8:${i + 2}::1`)
  assert.equal(taken(others), 6)
  assert.equal(take('192.0.2.1'), true)
})

test('half of the pace is for networks that opened nothing in the last hour', () => {
  let nowMs = 0
  const address = { burst: 100, perMinute: 100 }
  const openings = new LinkOpenings(undefined, { ...paces, address }, () => nowMs)
  const link = linkOf('seller', 'link')
  const take = (address: string, of = link) => openings.take(address, of) === 0
  const pressed = Array.from({ length: 15 }, () => take('192.0.2.1'))
  assert.equal(pressed.filter(Boolean).length, 10)
  // Of a whole /32 five are new, and a caller without a network is not.
  const wide = Array.from({ length: 8 }, (_, i) => take(`2001:db8:${i}:${i}::1`))
  assert.equal(wide.filter(Boolean).length, 5)
  assert.equal(take('10.0.0.1'), false)
  assert.deepEqual([take('192.0.2.2'), take('192.0.2.2')], [true, false])
  const second = linkOf('seller', 'second')
  assert.deepEqual([take('192.0.2.1', second), take('192.0.2.3', second)], [false, true])
  nowMs += 60 * 60_000
  assert.equal(take('192.0.2.1'), true)
})

test('every link and every seller has a bound, and a refusal uses up none of them', () => {
  const openings = new LinkOpenings(undefined, paces)
  const take = (i: number, id: string) => openings.take(`198.51.100.${i}`, linkOf('seller', id))
  const taken = (id: string, from: number) =>
    Array.from({ length: 30 }, (_, i) => take(from + i, id)).filter((waitMs) => waitMs === 0).length
  assert.equal(taken('link', 0), 20)
  assert.equal(taken('second', 100), 4)
  assert.equal(openings.take('198.51.100.29', linkOf('another', 'other')), 0)
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
