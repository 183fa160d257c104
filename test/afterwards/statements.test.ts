/**
 * Of all statements that the services and commands of the tests have sent to PostgreSQL, once they
 * all have run; `npm test` with the name of a file does not run this one.
 */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { statements as written } from '../../generated/statements.postgres.js'
import { onServer, ROLE } from '../support/postgres.ts'
import { namesTheSeller, touchesSellers } from '../support/sellersStatements.ts'

/** Statements that cannot name a seller, by how they begin, and why they cannot. */
const exceptions: { begins: RegExp; why: string }[] = [
  {
    begins: /^select "seller_id" from "deliveries" where \("deliveries"."status" = /,
    why: 'It finds the sellers that have something to send, over the index of what is pending.',
  },
  {
    begins: /^select "seller_id" from "charges" where \("charges"."creating_by" is not null /,
    why: 'It finds the sellers whose charges a process was creating, at the start of the next one.',
  },
  {
    begins: /^select "seller_id", "expires_at" from "(checkouts|idempotency_keys)" where /,
    why: 'It finds the next seller that has something due, by a step along an index.',
  },
  {
    begins: /^select "seller_id", "expires_at" from "(invitations|user_sessions)" where /,
    why: 'The same, for access that has ended.',
  },
  {
    begins: /^select "seller_id", "cancel_at" from "checkouts" where /,
    why: 'The same, for sessions that are canceled by themselves.',
  },
  {
    begins: /^select "seller_id", "created_at" from "(audit_events|deliveries|events)" where /,
    why: 'The same, for what has become too old.',
  },
  {
    begins: /^select "seller_id", (\$\d+|'') from "(checkouts|payments|refunds)" where /,
    why: 'The same, for what processes of an older version have left.',
  },
  {
    begins: /^select "seller_id" from "audit_heads" where \("audit_heads"."seller_id" > /,
    why: 'It finds the chains to which such processes have added without a seal.',
  },
  {
    begins: /^select "seller_id"(, "(claimed_at|created_at)")? from "mails" where /,
    why: 'The same, for mails to send, mails left by their process, and old ones.',
  },
  {
    begins: /^select "seller_id", "due_at" from "mail_digests" where /,
    why: 'The same, for digests whose day has ended.',
  },
  {
    begins: /^select "seller_id", "occurred_at" from "transfers" where /,
    why: 'The same, for payers of unmatched money whom the service forgets.',
  },
  {
    begins: /^select "seller_id", "open_by" from "checkouts" where /,
    why: 'The same, for sessions of links whose page was not opened.',
  },
  {
    begins: /^select "seller_id", "id", "check_at" from "subscriptions" where /,
    why: 'It finds what is due by the calendar, of all sellers, along an index of the times.',
  },
  {
    begins: /^select "seller_id", "status", "id" from "subscriptions" where /,
    why: 'The metrics count subscriptions by status, of all sellers, in pages of an index.',
  },
  {
    begins: /^select "seller_id", substr\("erasing_since", /,
    why: 'The same, for what is being erased.',
  },
  {
    begins: /^select "seller_id", "previous_secret_until" from "webhook_endpoints" where /,
    why: 'The same, for secrets of webhooks that sign no more.',
  },
  {
    begins: /^select "seller_id", "id", "listed_until", "recurring" from "bank_connections"$/,
    why: 'The reconciler asks every bank of every seller.',
  },
  {
    begins: /^select "seller_id" from "bank_connections" where \(lower\(/,
    why: 'A bank announces transfers to a key at one address, whichever sellers have that key.',
  },
  {
    begins: /^select "id" from "checkouts" limit \$1$/,
    why: 'A database that has a checkout was in use before it remembered its mode.',
  },
  {
    begins: /^select "seller_id", "id", "\w+_sealed" from "\w+" where \("\w+"."seller_id", /,
    why: 'keys reseal walks through all that is sealed, in pages.',
  },
  {
    begins: /^select case when substr\("\w+"."\w+_sealed", /,
    why: 'The start asks which keys have sealed what there is.',
  },
  {
    begins: /^select .* from "(\w+)" where "\1"."id" = \$1$/,
    why: 'The operator at the command line knows the object, and not whose it is.',
  },
  {
    begins: /^[^"]*$/,
    why: 'db check, copy, backup look at whole tables, in SQL of their own that quotes no names.',
  },
]

async function sent(): Promise<string[]> {
  const url = process.env['TEST_DATABASE_URL'] ?? ''
  return onServer(url, async (client) => {
    const { rows } = await client.query<{ query: string }>(
      `
      select distinct query from pg_stat_statements
      join pg_roles on pg_roles.oid = userid where rolname = $1`,
      [ROLE],
    )
    return rows.map(({ query }) => query)
  })
}

const all = await sent()
const statements = all.filter(touchesSellers)

test('each statement on a table of sellers names the seller', () => {
  assert.ok(statements.length > 50)
  const nobodys = statements.filter(
    (statement) =>
      !namesTheSeller(statement) && !exceptions.some(({ begins }) => begins.test(statement)),
  )
  assert.deepEqual(nobodys, [])
})

test('each exception is a statement that the service sends', () => {
  const unused = exceptions.filter(({ begins }) => !statements.some((one) => begins.test(one)))
  assert.deepEqual(unused, [])
})

test('a statement that names no seller would be noticed', () => {
  const naming = 'update "offers" set "name" = $1 where ("offers"."seller_id" = $2 and "id" = $3)'
  assert.equal(namesTheSeller(naming), true)
  assert.equal(namesTheSeller('update "offers" set "name" = $1 where "offers"."id" = $2'), false)
  assert.equal(
    namesTheSeller(
      'select * from "products" left join "offers" on "offers"."product_id" = "products"."id" ' +
        'where "products"."seller_id" = $1',
    ),
    false,
  )
})

/** A statement without its values: PostgreSQL puts a parameter for each and shortens lists. */
const withoutValues = (statement: string): string =>
  statement
    .replaceAll(' /*, ... */', '')
    .replaceAll(/'(?:[^']|'')*'|\$\d+|\b\d+\b|\bnull(?=::)|(?<=then )null\b|\bcast(?=\()/g, '?')
    .replaceAll(/\(\?(?:, \?)+\)/g, '(?)')

/** The names of the service's statements that are not among these. */
function unsent(statements: string[]): string[] {
  const seen = new Set(statements.map(withoutValues))
  return Object.entries(
    written(
      () => undefined,
      () => undefined,
    ),
  )
    .filter(([, statement]) => !seen.has(withoutValues(statement().text)))
    .map(([name]) => name)
}

test('every statement of the service and the command line was sent', () => {
  assert.deepEqual(unsent(all), [])
})

test('a statement that no test sends would be noticed', () => {
  const rest = all.filter(
    (statement) => !statement.startsWith('select "id" from "checkouts" limit '),
  )
  assert.deepEqual(unsent(rest), ['any_checkout'])
})
