import { auditEventsTable, auditHeadsTable } from './audit.ts'
import { customersTable, offersTable, productsTable } from './catalog.ts'
import { checkoutsTable } from './checkouts.ts'
import { sqlite } from '../sqlite/dialect.ts'
import type { Dialect } from '../sqlite/dialect.ts'
import { dailyTotalsTable } from './dailyTotals.ts'
import { idempotencyKeysTable } from './idempotencyKeys.ts'
import {
  apiClientsTable,
  installationTable,
  sandboxClockTable,
  sellersTable,
  signingKeysTable,
  webhookKeysTable,
} from './lookups.ts'
import { paymentLinksTable } from './paymentLinks.ts'
import { paymentsTable, refundsTable } from './payments.ts'
import { invitationsTable, passkeysTable, userSessionsTable, usersTable } from './people.ts'
import { bankConnectionsTable, chargesTable, transfersTable } from './pix.ts'
import { logosTable, mailDigestsTable, mailsTable, sellerSettingsTable } from './settings.ts'
import { searchTermsTable } from './search.ts'
import { attemptsTable, invoicesTable, subscriptionsTable } from './subscriptions.ts'
import { subscriptionCodesTable } from './subscriptions.ts'
import { deliveriesTable, eventsTable, webhookEndpointsTable } from './webhooks.ts'

export type { Metadata } from './catalog.ts'
export type { Buyer, LineItem } from './checkouts.ts'

/**
 * The schema, written once for both engines; each file beside this one holds the tables of a
 * subject. Columns carry the wire's names. Every table of a seller is keyed (seller_id, id), and so
 * is each of its unique and foreign keys: one account cannot reach another, and the data can be
 * distributed by seller without change.
 */
export function defineTables(d: Dialect) {
  const sellers = sellersTable(d)
  const customers = customersTable(d)
  const products = productsTable(d)
  const checkouts = checkoutsTable(d, customers)
  const bank_connections = bankConnectionsTable(d)
  const payments = paymentsTable(d, checkouts)
  const events = eventsTable(d)
  const webhook_endpoints = webhookEndpointsTable(d)
  const users = usersTable(d)
  const subscriptions = subscriptionsTable(d, customers)
  const invoices = invoicesTable(d, subscriptions)
  return {
    sellers,
    api_clients: apiClientsTable(d, sellers),
    signing_keys: signingKeysTable(d),
    webhook_keys: webhookKeysTable(d),
    sandbox_clock: sandboxClockTable(d),
    installation: installationTable(d),
    customers,
    products,
    offers: offersTable(d, products),
    bank_connections,
    payment_links: paymentLinksTable(d),
    checkouts,
    charges: chargesTable(d, { checkouts, bank_connections }),
    payments,
    refunds: refundsTable(d, { checkouts, payments }),
    subscriptions,
    invoices,
    attempts: attemptsTable(d, invoices),
    subscription_codes: subscriptionCodesTable(d, subscriptions),
    transfers: transfersTable(d),
    daily_totals: dailyTotalsTable(d),
    webhook_endpoints,
    events,
    deliveries: deliveriesTable(d, { events, webhook_endpoints }),
    idempotency_keys: idempotencyKeysTable(d),
    users,
    invitations: invitationsTable(d, users),
    passkeys: passkeysTable(d, users),
    user_sessions: userSessionsTable(d, users),
    audit_events: auditEventsTable(d),
    audit_heads: auditHeadsTable(d),
    seller_settings: sellerSettingsTable(d),
    logos: logosTable(d),
    mails: mailsTable(d),
    mail_digests: mailDigestsTable(d),
    search_terms: searchTermsTable(d),
  }
}

export type Tables = ReturnType<typeof defineTables>
export type Row<Name extends keyof Tables> = Tables[Name]['$inferSelect']

/** The tables as the queries are typed by them. */
export const tables: Tables = defineTables(sqlite)
