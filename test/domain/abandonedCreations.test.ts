/** Charges whose process has ended while it created them. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { giveCreationsBack } from '../../domain/pix/charges/abandonedCreations.ts'
import { startRail } from '../support/rail.ts'

const rail = await startRail()
const { service } = rail

/** The database as it is known to a process that can tell which others have ended. */
const knowing = (ended: string[]): Database => {
  const { db } = service
  const [read, run] = [db.read.bind(db), db.run.bind(db)]
  return { read, run, processName: 'this', hasEnded: (name) => ended.includes(name) } as Database
}

test('creations of processes that have ended are given back, and no others', async () => {
  const claimed = ['dead', 'alive', 'dead']
  const ids: string[] = []
  for (const name of claimed) {
    const { checkout } = await rail.charged()
    ids.push(checkout.id)
    const claim = 'update charges set pix_code = null, creating_until = ?, creating_by = ?'
    await service.sql(
      `${claim} where checkout_id = ?`,
      '2999-01-01T00:00:00.000Z',
      name,
      checkout.id,
    )
  }
  const back = await giveCreationsBack(knowing(['dead']))
  assert.deepEqual(
    back.map(({ checkout_id }) => checkout_id).toSorted(),
    ids.filter((_, place) => claimed[place] === 'dead').toSorted(),
  )
  const rows = await rail.rows('charges')
  assert.deepEqual(
    ids.map((id) => rows.find(({ checkout_id }) => checkout_id === id)?.creating_by),
    [null, 'alive', null],
  )
  assert.deepEqual(await giveCreationsBack(knowing(['dead'])), [])
})

test('where no process can tell, none is given back', async () => {
  const { db } = service
  const blind = { read: db.read.bind(db), run: db.run.bind(db), processName: null } as Database
  assert.deepEqual(await giveCreationsBack(blind), [])
})
