/** Breaks of the product, each of which turns a named promise of subscriptions red. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { Worker } from 'node:worker_threads'
import { test } from 'vitest'
import { RecurringPort } from '../../../domain/pix/recurring/port.ts'
import { breakQueries } from '../../../test/guarantees/support/breakage.ts'
import type { Breakage } from '../../../test/guarantees/support/breakage.ts'
import type { SubscriptionBank } from '../subscriptions/bank.ts'
import { openUnsynced } from '../world.ts'
import type { SimulationResult } from '../world.ts'
import { worldOf } from '../worlds.ts'
import type { Run } from '../worlds.ts'
import type { BrokenText } from './brokenThread.ts'

const CALENDAR = 'domain/subscriptions/calendar.ts'

const size = { sold: 'mandates', count: 12, days: 60 } as const

/** Two living recurrences of one subscription. */
const TWICE = /^M11: .* two living recurrences/

/** A break, with the promise that it breaks and a run that shows it. */
type Break = { promise: RegExp; seed: number; run: (run: Run) => Promise<SimulationResult> }

/** A break of the database's statements, of the process, or of its bank. */
function inProcess({
  queries,
  bank,
}: {
  queries?: Breakage
  bank?: (of: SubscriptionBank) => void
}) {
  return (run: Run) => {
    const open = (path: string) => {
      const db = openUnsynced(path)
      if (queries) breakQueries(db, queries)
      return db
    }
    const world = worldOf(run, { open })
    bank?.(world.bank as SubscriptionBank)
    return world.run(run.count)
  }
}

/** A break of the text of a file. */
const inText = (text: BrokenText) => async (run: Run) => {
  const file = new URL('./brokenThread.ts', import.meta.url)
  const thread = new Worker(file, { workerData: text })
  const { promise, resolve, reject } = Promise.withResolvers<SimulationResult>()
  thread.once('message', resolve)
  thread.once('error', reject)
  thread.postMessage(run)
  return promise.finally(() => thread.terminate())
}

/** No order is looked for, at a bank that takes a location twice. */
function withoutLook(run: Run): Promise<SimulationResult> {
  const absent = async () => ({ kind: 'absent' as const })
  mock.method(RecurringPort.prototype, 'readLocation', absent)
  mock.method(RecurringPort.prototype, 'listMandates', absent)
  const bank = ({ books }: SubscriptionBank) => {
    books.recurring.settings.repeatsLocations = true
  }
  return inProcess({ bank })(run)
}

const breaks: Record<string, Break> = {
  'the location of an opening is not kept': {
    promise: TWICE,
    seed: 1,
    run: inProcess({
      queries: {
        keep_location: ({ args }) => ({
          rows: () => [{ location_id: (args as { location_id: string }).location_id }],
        }),
      },
    }),
  },
  'an order is repeated without a look': { promise: TWICE, seed: 1, run: withoutLook },
  'a retry is ordered for the eighth day': {
    promise: /^M10: .* is outside: bank_retry_window/,
    seed: 3,
    run: inText({
      file: CALENDAR,
      from: 'const RETRY_DAYS = [2, 4, 7]',
      to: 'const RETRY_DAYS = [2, 4, 8]',
    }),
  },
  'the window is that of UTC': {
    promise: /^M10: PUT .* is sent at/,
    seed: 1,
    run: inText({
      file: CALENDAR,
      from: "'../../runtime/brasilia.ts'",
      to: "'../../packages/simulation/test/utcDays.ts'",
    }),
  },
  'a payment alone makes a subscription active': {
    promise: /^M12: .* is active \(approved\), CRIADA at the bank/,
    seed: 3,
    run: inProcess({
      queries: {
        lock_subscription: (step) => ({
          step,
          rows: (found) => (found as { status: string }[]).map(approvedAlready),
        }),
      },
    }),
  },
}

const approvedAlready = (row: { status: string }) =>
  row.status === 'incomplete' ? { ...row, mandate_status: 'approved' } : row

for (const [name, { promise, seed, run }] of Object.entries(breaks)) {
  test(`it is noticed when ${name}`, async (t) => {
    t.onTestFinished(() => mock.reset())
    const { differences } = await run({ seed, ...size })
    assert.ok(
      differences.some((one) => promise.test(one)),
      differences.join('\n'),
    )
  })
}
