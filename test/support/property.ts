/** Guarantees under faults, load and malice: a row for each, and a control beside it. */
import { AssertionError } from 'node:assert'
import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'
import { test } from 'vitest'
import type { TestContext } from 'vitest'

/** The guarantees, and the bar that each is held to. */
export const guarantees = {
  R1: ['no acknowledged write is lost to kill -9', '0 lost; ready within 1 s'],
  R2: ['no acknowledged write is lost to a power cut', '0 lost, 0 corrupt, 0 half'],
  R3: ['an I/O error is never acknowledged as a write', 'no 2xx without its row, then no 2xx'],
  R4: ['a full disk refuses writes and nothing else', 'reads 200, writes 503, heals by itself'],
  R5: ['a backup under load can be restored', 'all hold every write acknowledged before'],
  R6: ['several processes share one file', 'no 5xx from SQLITE_BUSY'],
  C1: ['a product has one default offer at every moment', 'never 0, never 2'],
  C2: ['external_id is unique', 'one 201, the rest 409, no 5xx'],
  C3: ['an e-mail is unique, however it is spelled', 'one 201, the rest 409, no 5xx'],
  C4: ['payment, cancellation and expiry race to one end', 'one final state; late money sent back'],
  C5: ['a checkout is paid once', 'one completion, one event, the rest sent back'],
  C6: ['a webhook is sent at most once', 'never 2; exactly 1 without faults'],
  C7: ['pages show each row once', 'none twice, none missing'],
  C8: ['the service does as a plain model of the specification', '0 differences'],
  C9: ['SQLite and PostgreSQL answer alike', 'byte-equal but for ids and times'],
  F1: ['requests made from the contract are answered as it says', '0 unexplained; 30% 2xx each'],
  F2: ['a mutated field or header is refused or harmless', '0 unexplained'],
  F3: ['a refused request has no effect', '0 changes'],
  F4: ['broken HTTP is refused, in the envelope where HTTP allows', 'all refused'],
  F5: ['no regular expression can be made slow', 'none vulnerable'],
  S1: ['one account cannot reach another', 'as a random id, body for body'],
  S2: ['scopes permit exactly what the table says', 'exactly the table; 403 before existence'],
  S3: ['forged tokens are refused', '401 each'],
  S4: ['keys rotate, clients are revoked under load', 'no valid token refused, no revoked taken'],
  S5: ['the token endpoint answers as RFC 6749 says', 'each as the RFC says'],
  S6: ['guessing secrets locks no client out', 'the right client: p99 ≤ 2×, never locked out'],
  S7: ['no secret leaks', '0 hits'],
  S8: ['webhooks cannot reach inside', '0 connections'],
  S9: ["a seller's text cannot become script on the page", 'nothing unescaped; strict CSP'],
  O1: ['slow connections slow no other caller down', 'healthy p99 ≤ 2×; all closed in time'],
  O2: ['ten times the load leaves the goodput', '≥ 90% of the peak, the rest 503; back in 5 s'],
  O3: ['one seller at ten times does not disturb others', 'their p99 ≤ 1.5×, no errors'],
  O4: ['a rolling restart fails no request', 'no accepted request fails'],
  H1: ['a killed PostgreSQL primary loses nothing', '0 lost; back within 1 s of promotion'],
  A1: ['the cost of a request is linear in its bytes', 'at 64 KiB ≤ 80× of 1 KiB'],
  A2: ['reads before the caller is known are bounded', '≤ 64 MiB more; others: p99 ≤ 2×'],
  A3: ['no caller spends what belongs to another', 'no 429, no 503, no 409 for the right one'],
  A4: ["one seller's bank is one seller's trouble", 'others: p99 ≤ 2×, settled in one interval'],
  A5: ['resources of a caller who leaves come back', 'places, handles and timers as before'],
  A6: ['a wrong key, mode or clock is refused', 'no start, or no effect; one clear line'],
  A7: ['input of others never holds the serving thread', 'no turn of it over 50 ms'],
  A8: ['an end is final, and what it leaves is named', 'named; ends when asked; 0 act after'],
  A9: ["a seller's share of the disk and of time is bounded", 'others: p99 ≤ 2×, no errors'],
  A10: ['attacks by input at once go unnoticed', "the healthy seller's p99 ≤ 2×, 0 errors"],
  A11: ['a search is as fast among a hundred times as many', 'p99 ≤ 2× that among 1,000'],
  M1: ['a bank may do what its contract allows', 'all settled or sent back, 0 orders twice'],
  M2: ['credentials change and nothing is lost', '0 lost, none later than one interval'],
  M3: ['returns that the bank makes by itself are seen', 'each recorded and announced once'],
  M4: ["the bank's books and ours agree", 'equal to the cent'],
  M5: ['an order to send money back is carried out once', 'never twice, never more than arrived'],
  M6: ['without callbacks nothing is late', 'all settled within 15 s; no token asked twice'],
  M7: ["the books agree with the bank's statement", 'each day equal to the cent'],
  M8: ['a link is never oversold', 'never one more paid than it may sell'],
  M13: ['the calendar of subscriptions is the calendar', '0 differences'],
  M14: ['a shop moves its own money only', "0 centavos of another's"],
  E1: ['a mail goes out at most once', 'one, or a recorded failure; 0 headers injected'],
  E2: ['an event of a subscription is mailed once', 'one mail for one event, never two'],
  D1: ['inputs are taken as the contract says', '0 differences that the contract does not say'],
} as const satisfies Record<string, readonly [guarantee: string, bar: string]>

export type PropertyId = keyof typeof guarantees

/** The finding of one run about one guarantee. */
export type Finding = { id: PropertyId; engine: string; figure: string; holds: boolean }

/** True in the long form: more of everything, and bars of time are judged. */
export const long = process.env['LONG'] === '1'

function report(finding: Omit<Finding, 'engine'>): void {
  const file = process.env['FINDINGS']
  const engine = process.env['TEST_ENGINE'] ?? 'sqlite'
  if (file) appendFileSync(file, `${JSON.stringify({ ...finding, engine })}\n`)
}

/**
 * A test that a guarantee holds.
 *
 * @param body throws when it does not, and otherwise gives the figure that was found; it judges
 *   bars of time in the long form only
 */
export function property(id: PropertyId, body: (t: TestContext) => Promise<string>): void {
  test(`${id}: ${guarantees[id][0]}`, async (t) => {
    try {
      const figure = await body(t)
      void t.annotate(figure)
      report({ id, figure, holds: true })
    } catch (error) {
      const [figure = ''] = (error as Error).message.split('\n')
      report({ id, figure, holds: false })
      throw error
    }
  })
}

/**
 * Breaks a guarantee on purpose, and passes when that is noticed.
 *
 * @param how it is broken, to read after "noticed when"
 * @param body looks as the property does, and so fails by an assertion
 */
export function control(
  id: PropertyId,
  how: string,
  body: (t: TestContext) => Promise<unknown>,
): void {
  test(`${id}: it is noticed when ${how}`, async (t) => {
    await assert.rejects(body(t), AssertionError)
  })
}
