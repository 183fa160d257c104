/** No migration and no statement has a form that a distributed database was seen to refuse. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import {
  concurrently,
  inTransaction,
  lastingIndexes,
  migrations,
  tablesMadeBy,
} from '../../../db/postgres/migrationSteps.ts'
import { compiled } from '../../../db/statement.ts'
import { buildForPostgres } from '../../../db/postgres/builder.ts'
import { refusedChange, refusedStatement } from '../../support/citusRules.ts'
import { serviceQueries } from '../../support/serviceQueries.ts'

test('each migration of a distributed database passes, from the first version on', () => {
  for (const first of migrations().keys()) {
    const pending = migrations().slice(first + 1)
    const fresh = tablesMadeBy(pending)
    const sent = [
      ...pending.flatMap((migration) => inTransaction(migration, fresh)),
      ...lastingIndexes().map(concurrently),
    ]
    const refused = sent.flatMap((text) => {
      const reason = refusedChange(text, fresh)
      return reason ? [`${reason}: ${text}`] : []
    })
    assert.deepEqual(refused, [])
  }
})

test('each statement of the service passes', () => {
  const refused = serviceQueries().flatMap((definition) => {
    const reason = refusedStatement(compiled(buildForPostgres(definition)).text)
    return reason ? [`${definition.name}: ${reason}`] : []
  })
  assert.deepEqual(refused, [])
})

const fresh = new Set(['refunds'])

const changes: [reason: string, statement: string][] = [
  ['a trigger', 'create trigger t before insert on checkouts execute function f()'],
  ['a serial column is added', 'ALTER TABLE "checkouts" ADD COLUMN "number" bigserial'],
  ['a check without a name is added', 'alter table checkouts add check (amount_minor > 0)'],
  [
    'a check whose columns are qualified is added',
    'ALTER TABLE "sandbox_clock" ADD CONSTRAINT "c" CHECK ("sandbox_clock"."offset_ms" <= 1)',
  ],
  [
    'a reference to a new table',
    'ALTER TABLE "payments" ADD CONSTRAINT "c" ' +
      'FOREIGN KEY ("id") REFERENCES "public"."refunds"("id")',
  ],
  [
    'what is unique is so without the seller',
    'CREATE UNIQUE INDEX "u" ON "checkouts" USING btree ("external_id")',
  ],
  ['a volatile function in an update', 'update checkouts set page_token = random()::text'],
  [
    'a subquery over a table that is local',
    `insert into refunds select * from payments where not exists (select 1 from refunds)`,
  ],
  [
    'a subquery without the seller',
    'UPDATE checkouts SET payment_id = ' +
      '(SELECT p.id FROM payments p WHERE p.checkout_id = checkouts.id)',
  ],
]

for (const [reason, statement] of changes) {
  test(`a migration is refused for ${reason}`, () => {
    assert.equal(refusedChange(statement, fresh), reason)
  })
}

test('a statement is refused that locks, writes or joins without the seller', () => {
  const one = '"checkouts"."seller_id" = $1'
  for (const [kind, statement] of [
    ['a lock on', 'select "id" from "checkouts" where "id" = $1 for no key update'],
    ['a write to', 'update "checkouts" set "status" = $1 where "id" = $2'],
    ['a join with', `select 1 from "checkouts" join "payments" on true where ${one}`],
    ['a volatile', `update "checkouts" set "id" = gen_random_uuid() where ${one}`],
  ]) {
    assert.ok(refusedStatement(statement ?? '')?.startsWith(kind ?? ''), statement)
  }
  assert.equal(refusedStatement(`select 1 from "checkouts" where ${one} for update`), undefined)
})
