/** Reading a list comes to an end, however a bank divides it into pages and miscounts them. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { TransferPage } from '../../domain/pix/bank/provider.ts'
import { ListingCursor } from '../../domain/pix/rounds/listingCursor.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const NOW_MS = Date.parse('2026-03-02T12:00:00.000Z')

/** A full page, unless something else is said of it. */
const page = (mark: string, changes: Partial<TransferPage> = {}): TransferPage => ({
  transfers: [],
  count: 100,
  pages: 1,
  pageSize: 100,
  mark,
  ...changes,
})

function begun(periodMs = DAY_MS): ListingCursor {
  const cursor = new ListingCursor()
  cursor.begin(NOW_MS - periodMs, NOW_MS)
  return cursor
}

test('a page that is not full is the last, when the bank says no more', () => {
  const cursor = begun()
  assert.equal(cursor.advance(page('a', { count: 99 }), NOW_MS), NOW_MS)
  assert.equal(cursor.next, undefined)
})

test('a full page is not believed to be the last; an empty one after it is', () => {
  const cursor = begun()
  assert.equal(cursor.advance(page('a'), NOW_MS), undefined)
  assert.equal(cursor.next?.page, 1)
  assert.equal(cursor.advance(page('b', { count: 0 }), NOW_MS), NOW_MS)
  assert.equal(cursor.next, undefined)
})

for (const [what, answer] of [
  ['is refused', (cursor: ListingCursor) => cursor.refuse(NOW_MS, true)],
  ['is not found', (cursor: ListingCursor) => cursor.advance(undefined, NOW_MS)],
  ['repeats the last', (cursor: ListingCursor) => cursor.advance(page('a'), NOW_MS)],
] as const) {
  test(`a page past the end that ${what} ends the window`, () => {
    const cursor = begun()
    cursor.advance(page('a'), NOW_MS)
    assert.equal(answer(cursor), NOW_MS)
    assert.equal(cursor.next, undefined)
  })
}

test('a list whose pages have no end is divided, and given up at the shortest window', () => {
  const cursor = begun()
  let pages = 0
  for (; cursor.next; pages++) {
    assert.equal(cursor.advance(page(`${pages}`, { pages: 1e9 }), NOW_MS), undefined)
  }
  assert.ok(cursor.isPaused(NOW_MS))
  assert.ok(pages <= 8_000, `${pages}`)
  assert.ok(!cursor.isPaused(NOW_MS + DAY_MS))
})

test('a bank that gives its first page only is asked for shorter windows', () => {
  const cursor = begun()
  const windows: number[] = []
  let readMs: number | undefined
  // More transfers than a page has arrived in the last hour; before that there were none.
  while (cursor.next && windows.length < 100) {
    const { from, to, page: number } = cursor.next
    if (number === 0) windows.push(to.getTime() - from.getTime())
    const lastHourMs = Math.max(0, to.getTime() - Math.max(from.getTime(), NOW_MS - HOUR_MS))
    const count = Math.min(100, Math.floor((200 * lastHourMs) / HOUR_MS))
    const pages = count === 100 ? 2 : 1
    readMs = cursor.advance(page(`${from.getTime()} ${count}`, { count, pages }), NOW_MS) ?? readMs
  }
  assert.equal(readMs, NOW_MS)
  assert.ok(Math.min(...windows) < HOUR_MS)
  assert.ok(windows.length < 30, `${windows}`)
})

test('a bank that refuses is asked without the filter, for less, and later', () => {
  const cursor = begun()
  cursor.refuse(NOW_MS, true)
  assert.equal(cursor.next?.isFiltered, false)
  let requests = 1
  let spanMs = DAY_MS
  for (let next = cursor.next; next; next = cursor.next) {
    assert.ok(next.to.getTime() - next.from.getTime() <= spanMs)
    spanMs = next.to.getTime() - next.from.getTime()
    cursor.refuse(NOW_MS, true)
    requests++
  }
  assert.ok(requests < 10, `${requests}`)
  assert.ok(cursor.isPaused(NOW_MS))
  // The bank may have been mended after the pause.
  cursor.begin(NOW_MS - DAY_MS, NOW_MS)
  assert.equal(cursor.next?.isFiltered, true)
  assert.equal(cursor.next?.from.getTime(), NOW_MS - DAY_MS)
})

test('the filter that a list is made of is not given up', () => {
  const cursor = begun()
  cursor.refuse(NOW_MS, false)
  assert.equal(cursor.next?.isFiltered, true)
})

test('a window that a bank answers with 404 counts as empty, and not as read', () => {
  const cursor = begun(10 * DAY_MS)
  cursor.refuse(NOW_MS, false)
  const windows: unknown[] = []
  for (let i = 0; cursor.next && i < 10; i++) {
    windows.push(cursor.next.from)
    const answer = i === 0 ? undefined : page('a', { count: 1 })
    assert.equal(cursor.advance(answer, NOW_MS), undefined)
  }
  assert.equal(windows.length, 3)
})

test('failures in a row are followed by longer and longer pauses, up to a bound', () => {
  const cursor = begun()
  const pauses = Array.from({ length: 100 }, () => {
    cursor.fail(NOW_MS, 30_000)
    let pauseMs = 0
    while (cursor.isPaused(NOW_MS + pauseMs)) pauseMs += 30_000
    return pauseMs / 30_000
  })
  assert.deepEqual(pauses.slice(0, 6), [0, 1, 3, 7, 15, 30])
  assert.equal(Math.max(...pauses), 30)
  cursor.advance(page('a'), NOW_MS)
  cursor.fail(NOW_MS, 30_000)
  assert.ok(!cursor.isPaused(NOW_MS))
})

test('an answer that is too long is asked for in shorter windows, also in the next pass', () => {
  const cursor = begun()
  const isTooLong = () => Number(cursor.next?.to) - Number(cursor.next?.from) > HOUR_MS
  let [tooLong, read] = [0, 0]
  const pass = () => {
    for (; cursor.next; ) {
      if (isTooLong()) {
        tooLong++
        cursor.shorten(NOW_MS)
      } else {
        read++
        cursor.advance(page(`${read}`, { count: 1 }), NOW_MS)
      }
    }
  }
  pass()
  assert.equal(cursor.isPaused(NOW_MS), false)
  // Each window that was read is followed by a longer one, which is tried once.
  assert.ok(read <= 30 && tooLong <= read + 3, `${read} ${tooLong}`)
  ;[tooLong, read] = [0, 0]
  cursor.begin(NOW_MS - HOUR_MS, NOW_MS)
  pass()
  assert.ok(tooLong <= 1, `${tooLong}`)
})

test('a shortest window whose answer is too long is passed over, no later one is', () => {
  const cursor = begun()
  const bad = NOW_MS - DAY_MS / 2
  let [requests, untilMs] = [0, 0]
  for (; cursor.next && requests < 100; requests++) {
    const holdsBad = Number(cursor.next.from) <= bad && bad < Number(cursor.next.to)
    const readMs = holdsBad
      ? cursor.shorten(NOW_MS)
      : cursor.advance(page(`${requests}`, { count: 1 }), NOW_MS)
    untilMs = Math.max(untilMs, readMs ?? 0)
  }
  assert.equal(untilMs, NOW_MS)
  assert.ok(requests <= 40, `${requests}`)
})

test('a bank that fails twice with the filter is asked once without it', () => {
  const cursor = begun()
  const asked: boolean[] = []
  for (let i = 0; i < 6; i++) {
    asked.push(cursor.next?.isFiltered ?? false)
    cursor.fail(NOW_MS, 1, true)
  }
  assert.deepEqual(asked, [true, true, false, true, true, true])
})

test('a bank that answers without the filter is asked so from then on', () => {
  const cursor = begun()
  cursor.advance(page('a'), NOW_MS)
  for (let i = 0; i < 2; i++) cursor.fail(NOW_MS, 1, true)
  assert.deepEqual([cursor.next?.isFiltered, cursor.next?.page], [false, 0])
  cursor.advance(page('a', { count: 1 }), NOW_MS)
  for (let i = 0; i < 4; i++) cursor.fail(NOW_MS, 1, true)
  cursor.begin(NOW_MS - DAY_MS, NOW_MS)
  assert.equal(cursor.next?.isFiltered, false)
})
