import type SQLite from 'better-sqlite3'
import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { ApiError } from '../../../contract/apiError.ts'
import { tables } from '../../../db/schema/tables.ts'
import type { Row } from '../../../db/schema/tables.ts'
import { listPage, firstBefore } from '../../../handlers/support/pagination.ts'
import * as present from '../../../handlers/support/present.ts'
import type { Caller } from './access.ts'
import { offerChanges, offerEvent } from './audit.ts'
import {
  changedOffer,
  emailTaken,
  externalIdTaken,
  newCheckout,
  newCustomer,
  noCursor,
  requireBuyer,
  requireSellable,
} from './rules.ts'
import type { Page } from './rules.ts'
import { settings } from './settings.ts'
import type { CheckoutBody, CustomerBody, OfferBody, Store } from './store.ts'

const { api_clients, sellers, customers, products, offers, checkouts } = tables
const { audit_events, audit_heads } = tables

const presented = (row: Row<'checkouts'>) => present.checkout(row, settings.base_url)

const ofSeller = (
  table: typeof customers | typeof offers | typeof checkouts,
  seller_id: string,
  id: string,
) => and(eq(table.seller_id, seller_id), eq(table.id, id))

/** Others' writes wait for a transaction from its beginning, so that it cannot fail half-way. */
const immediate = { behavior: 'immediate' } as const

type Writing = Pick<BetterSQLite3Database, 'select' | 'insert' | 'update'>

/** Records a change of an offer in its transaction, by its last statements. */
function recordChange(tx: Writing, caller: Caller, before: Row<'offers'>, after: Row<'offers'>) {
  const changes = offerChanges(before, after)
  if (changes.length === 0) return
  const { seller_id } = caller
  const isOfChain = eq(audit_heads.seller_id, seller_id)
  const head = tx.select().from(audit_heads).where(isOfChain).get()
  if (!head) throw new Error('The seller has no audit trail.')
  const event = offerEvent(caller, after, changes, head)
  tx.insert(audit_events).values(event).run()
  const { sequence, hash } = event
  tx.update(audit_heads).set({ sequence, hash }).where(isOfChain).run()
}

/** Drizzle as its documentation shows it: each query is built where it is needed. */
export class DrizzleStore implements Store {
  readonly #db: BetterSQLite3Database

  constructor(client: SQLite.Database) {
    this.#db = drizzle(client)
  }

  caller(client_id: string) {
    const found = this.#inForce(client_id)
    return (
      found && {
        seller_id: found.sellers.id,
        default_currency: found.sellers.default_currency,
        id: found.api_clients.id,
        name: found.api_clients.name,
        generation: found.api_clients.generation,
      }
    )
  }

  credential(client_id: string) {
    return this.#inForce(client_id)?.api_clients
  }

  customer({ seller_id }: Caller, id: string) {
    const [found] = this.#customers(seller_id, id)
    if (!found) throw new ApiError('customer_not_found')
    return present.customer(found)
  }

  checkouts({ seller_id }: Caller, { limit, starting_after, external_id }: Page) {
    this.#markExpired(seller_id)
    if (starting_after !== undefined) {
      const known = ofSeller(checkouts, seller_id, starting_after)
      if (this.#db.select().from(checkouts).where(known).all().length === 0) throw noCursor()
    }
    const rows = this.#db
      .select()
      .from(checkouts)
      .where(
        and(
          eq(checkouts.seller_id, seller_id),
          lt(checkouts.id, firstBefore(starting_after, 'checkout_')),
          external_id === undefined ? undefined : eq(checkouts.external_id, external_id),
        ),
      )
      .orderBy(desc(checkouts.id))
      .limit(limit + 1)
      .all()
    return listPage(rows, limit, presented)
  }

  addCustomer({ seller_id }: Caller, body: CustomerBody) {
    const [added] = this.#db
      .insert(customers)
      .values(newCustomer(seller_id, body, new Date()))
      .onConflictDoNothing({ target: [customers.seller_id, customers.email] })
      .returning()
      .all()
    if (!added) throw emailTaken()
    return present.customer(added)
  }

  addCheckout(caller: Caller, body: CheckoutBody) {
    return this.#db.transaction((tx) => {
      const { seller_id } = caller
      const [found] = tx
        .select({ offer: offers, product: products })
        .from(offers)
        .innerJoin(
          products,
          and(eq(products.seller_id, offers.seller_id), eq(products.id, offers.product_id)),
        )
        .where(
          and(
            ofSeller(offers, seller_id, body.offer_id),
            eq(offers.active, true),
            isNull(offers.archived_at),
            eq(products.status, 'active'),
          ),
        )
        .all()
      const sale = requireSellable(found, caller)
      const { customer_id } = body
      if (customer_id !== undefined) requireBuyer(this.#customers(seller_id, customer_id)[0])
      const [added] = tx
        .insert(checkouts)
        .values(newCheckout(seller_id, body, sale, new Date()))
        .onConflictDoNothing({ target: [checkouts.seller_id, checkouts.external_id] })
        .returning()
        .all()
      if (!added) throw externalIdTaken()
      return presented(added)
    }, immediate)
  }

  changeOffer(caller: Caller, id: string, body: OfferBody) {
    const { seller_id } = caller
    return this.#db.transaction((tx) => {
      const known = and(ofSeller(offers, seller_id, id), isNull(offers.archived_at))
      const [offer] = tx.select().from(offers).where(known).all()
      if (!offer) throw new ApiError('offer_not_found')
      const defaults = and(
        eq(offers.seller_id, seller_id),
        eq(offers.product_id, offer.product_id),
        eq(offers.is_default, true),
      )
      const [current] = tx.select({ id: offers.id }).from(offers).where(defaults).all()
      const { row, promoted } = changedOffer(offer, !current, body, new Date())
      const { name, active, is_default, updated_at } = row
      if (promoted) tx.update(offers).set({ is_default: false, updated_at }).where(defaults).run()
      tx.update(offers)
        .set({ name, active, is_default, updated_at })
        .where(ofSeller(offers, seller_id, id))
        .run()
      recordChange(tx, caller, offer, row)
      return present.offer(row)
    }, immediate)
  }

  #inForce(client_id: string) {
    const [found] = this.#db
      .select()
      .from(api_clients)
      .innerJoin(sellers, eq(sellers.id, api_clients.seller_id))
      .where(
        and(
          eq(api_clients.client_id, client_id),
          isNull(api_clients.revoked_at),
          eq(sellers.status, 'active'),
        ),
      )
      .all()
    return found
  }

  #customers(seller_id: string, id: string) {
    return this.#db
      .select()
      .from(customers)
      .where(ofSeller(customers, seller_id, id))
      .all()
  }

  #markExpired(seller_id: string): void {
    const now = new Date().toISOString()
    const due = and(
      eq(checkouts.seller_id, seller_id),
      eq(checkouts.status, 'open'),
      lt(checkouts.expires_at, now),
    )
    const found = this.#db.select({ id: checkouts.id }).from(checkouts).where(due).limit(1).all()
    if (found.length === 0) return
    this.#db.update(checkouts).set({ status: 'expired', updated_at: now }).where(due).run()
  }
}
