/** Every statement meets a bounded number of rows: it has a limit, or the whole of a unique key. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { buildForPostgres } from '../../db/postgres/builder.ts'
import { buildForSqlite } from '../../db/sqlite/builder.ts'
import { compiled } from '../../db/statement.ts'
import { serviceQueries } from '../support/serviceQueries.ts'
import { isBounded } from '../support/statementBounds.ts'

/** Statements without a bound in their text, and the bound that they have all the same. */
const exceptions: Record<string, string> = {
  checkout_of_any_seller: 'an id is a UUID: there is one row',
  customer_of_any_seller: 'an id is a UUID: there is one row',
  offer_of_any_seller: 'an id is a UUID: there is one row',
  product_of_any_seller: 'an id is a UUID: there is one row',
  subscription_of_any_seller: 'an id is a UUID: there is one row',
  user_of_any_seller: 'an id is a UUID: there is one row',
  webhook_endpoint_of_any_seller: 'an id is a UUID: there is one row',
  clock_offset: 'there is one row',
  signing_keys_newest_first: 'a rotation forgets all but two or three',
  webhook_keys_newest_first: 'a rotation forgets all but two',
  sellers_oldest_first: 'the command line lists all sellers',
  clients_of_seller: 'the command line lists them',
  delete_invitations_by: 'a seller has MAX_USERS at most, each with one invitation',
  delete_invitations_of_seller: 'a seller has MAX_USERS at most, each with one invitation',
  end_tokens_of_seller: 'a seller has MAX_ACTIVE_CLIENTS in force at most',
  end_user_sessions_of_seller: 'a seller has MAX_USERS at most, each with MAX_SESSIONS',
  endpoints_of_seller: 'a seller has MAX_ENDPOINTS at most',
  forget_former_webhook_secrets: 'a seller has MAX_ENDPOINTS at most; deleted ones have no secrets',
  deliveries_of_event: 'an event has as many as its seller had endpoints',
  every_bank_connection: 'a seller makes MAX_CONNECTIONS at most; the reconciler asks all',
  bank_connections_of_seller: 'a seller makes MAX_CONNECTIONS at most',
  bank_connections_of_key: 'a seller makes MAX_CONNECTIONS at most',
  installation: 'there is one row',
  seals_of_mail_secrets: 'the start asks which keys have sealed what there is',
  seals_of_bank_keys: 'the start asks which keys have sealed what there is',
  seals_of_bank_profile_values: 'the start asks which keys have sealed what there is',
  seals_of_bank_secrets: 'the start asks which keys have sealed what there is',
  seals_of_previous_webhook_secrets: 'the start asks which keys have sealed what there is',
  seals_of_signing_keys: 'the start asks which keys have sealed what there is',
  seals_of_webhook_keys: 'the start asks which keys have sealed what there is',
  seals_of_webhook_secrets: 'the start asks which keys have sealed what there is',
  count_open_charges: 'the command line counts once, when a bank is disconnected',
  count_open_sessions_by_link: 'the rows that are counted have a limit',
  count_places_held_by_network: 'the rows that are counted have a limit',
  count_open_sessions_of_link: 'the rows that are counted have a limit',
  count_mails_to_address: 'the rows that are counted have a limit',
  checkouts_paid_by_transfers: 'each is named by a callback, whose bytes are bounded',
  claim_refunds_of_checkout: 'a checkout has MAX_TRANSFERS at most',
  returned_payments_of_checkout: 'a checkout has MAX_TRANSFERS at most',
  offers_on_sale: 'each is named by a cart, which has 100 items at most',
  refunds_of_payment: 'a payment has MAX_REFUNDS at most',
  listed_refunds: "each is shown on one page of a bank's list, whose bytes are bounded",
  listed_charges: "each is named on one page of a bank's list, whose bytes are bounded",
  listed_payments: "each is named on one page of a bank's list, whose bytes are bounded",
  charged_checkouts: "each is named on one page of a bank's list, whose bytes are bounded",
  recorded_payments: "each is shown on one page of a bank's list, whose bytes are bounded",
  recorded_transfers: "each is shown on one page of a bank's list, whose bytes are bounded",
  sellers_of_pix_key: 'the command line connects a bank',
  count_subscriptions_at_bank: 'an index holds those that run, 100,000 in some milliseconds',
  count_subscriptions_in_sandbox: 'an index holds those that run, 100,000 in some milliseconds',
  invoices_of_charges: 'each is named by a callback, whose bytes are bounded',
  earliest_subscription_work: 'the first of three indexes, in one row',
  times_at_bank: 'the first and the last of four spans of indexes, in one row',
  subscriptions_of_recurrences: 'each is named by a callback, whose bytes are bounded',
  count_paid_sessions_of_link: 'db repair counts a link that is wrong',
  sums_of_day: 'db repair sums up a day that is wrong',
  charges_of_checkouts: 'each is named by a callback, whose bytes are bounded',
  ids_by_search_terms: 'each kind has a limit of its own',
  customer_ids_by_search_terms: 'its one kind has a limit',
  drop_search_entry: 'an object has one entry',
  drop_search_terms: 'an object has MAX_TERMS at most',
  objects_with_search_terms: 'of one page of objects, each with MAX_TERMS at most',
}

const engines = { SQLite: buildForSqlite, PostgreSQL: buildForPostgres }

for (const [engine, build] of Object.entries(engines)) {
  test(`each statement for ${engine} has a bound, or a reason to have none`, () => {
    const unbounded = serviceQueries()
      .filter((definition) => !isBounded(compiled(build(definition)).text))
      .map(({ name }) => name)
    assert.deepEqual(unbounded.toSorted(), Object.keys(exceptions).toSorted())
  })
}

test('a statement without a bound would be noticed', () => {
  for (const text of [
    'select "id" from "checkouts"',
    'select "id" from "checkouts" where "checkouts"."seller_id" = ?',
    'update "checkouts" set "status" = ? where ("checkouts"."seller_id" = ? and ' +
      '"checkouts"."status" = \'open\' and "checkouts"."expires_at" < ?)',
    'delete from "idempotency_keys" where ("idempotency_keys"."seller_id" = ? and ' +
      '"idempotency_keys"."expires_at" <= ?)',
    'select "id" from "offers" where ("offers"."seller_id" = ? and "offers"."product_id" = ?)',
    'delete from "offers" where ("offers"."seller_id" = ? and "offers"."id" in ' +
      '(select "id" from "offers" where "offers"."seller_id" = ?))',
    'with "first" as (select "id" from "offers") delete from "offers" where ' +
      '("offers"."seller_id" = ? and "offers"."id" in (select "id" from "first"))',
    'select 1 from "products" inner join "offers" on ("offers"."seller_id" = ' +
      '"products"."seller_id" and "offers"."product_id" = "products"."id") where ' +
      '("products"."seller_id" = ? and "products"."id" = ?)',
    'delete from "sellers" where "sellers"."id" in (?, ?)',
    'update "checkouts" set "status" = ? where ("checkouts"."seller_id" = ? and ' +
      '("checkouts"."id" = ? or "checkouts"."status" = ?))',
  ])
    assert.equal(isBounded(text), false, text)
})

test('a bound is found where it stands', () => {
  for (const text of [
    'select "id" from "checkouts" where "checkouts"."seller_id" = ? order by "id" limit ?',
    'select "id" from "offers" where ("offers"."seller_id" = ? and "offers"."product_id" = ? and ' +
      '"offers"."is_default") for no key update',
    'delete from "offers" where ("offers"."seller_id" = ? and "offers"."id" in ' +
      '(select "id" from "offers" where "offers"."seller_id" = ? limit ?)) returning "id"',
    'with "first" as (select "id" from "offers" limit ?) delete from "offers" where ' +
      '("offers"."seller_id" = ? and "offers"."id" in (select "id" from "first"))',
    'select 1 from "products" left join "offers" on ("offers"."seller_id" = ' +
      '"products"."seller_id" and "offers"."product_id" = "products"."id" and ' +
      '"offers"."is_default") where ("products"."seller_id" = ? and "products"."id" = ?)',
  ])
    assert.equal(isBounded(text), true, text)
})
