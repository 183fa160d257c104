/** Many at once ask for the same thing, which only one of them can have. */
import assert from 'node:assert/strict'
import { long } from '../../support/property.ts'

const AT_ONCE = long ? 200 : 40
const LONG_MS = 30_000

/** An answer to one of them. */
export type Answer = { status: number; body: unknown }

/** A contest of many requests in one round, of which one may succeed. */
export type Contest = {
  ask(turn: number): Promise<Answer>
  /** The code with which the others are refused. */
  refusal: string
  /** The ids of the stored objects. */
  stored(): Promise<string[]>
}

async function assertOneWins({ ask, refusal, stored }: Contest): Promise<void> {
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, turn) => ask(turn)))
  const statuses = answers.map(({ status }) => status).toSorted()
  assert.deepEqual(statuses, [201, ...Array.from({ length: AT_ONCE - 1 }, () => 409)])
  const winner = answers.find(({ status }) => status === 201)?.body as { id: string }
  for (const { status, body } of answers) {
    if (status === 201) continue
    assert.equal((body as { error: { code: string } }).error.code, refusal)
  }
  assert.deepEqual(await stored(), [winner.id])
}

/** Holds contests: one, and in the long form for as long as that may take. */
export async function holdContests(newContest: (round: number) => Contest): Promise<string> {
  const end_ms = performance.now() + (long ? LONG_MS : 0)
  let rounds = 0
  do await assertOneWins(newContest(rounds++))
  while (performance.now() < end_ms)
  return `${rounds} × ${AT_ONCE} at once: ${rounds} × one 201 and ${AT_ONCE - 1} 409, no 5xx`
}
