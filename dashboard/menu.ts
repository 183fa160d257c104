import type { OperationId } from '../handlers/support/handler.ts'
import type { CommonTexts } from './texts/common.ts'

type Name = keyof CommonTexts['navigation']
type Group = {
  title?: keyof CommonTexts['groups']
  items: readonly (readonly [Name, OperationId])[]
}

/** The menu in its order; an item is shown to those whose role permits its operation. */
export const menu: readonly Group[] = [
  { items: [['home', 'listDailyTotals']] },
  {
    title: 'sales',
    items: [
      ['checkouts', 'listCheckouts'],
      ['payment-links', 'listPaymentLinks'],
      ['subscriptions', 'listSubscriptions'],
      ['invoices', 'listInvoices'],
      ['customers', 'listCustomers'],
      ['products', 'listProducts'],
    ],
  },
  {
    title: 'money',
    items: [
      ['payments', 'listPayments'],
      ['refunds', 'listRefunds'],
      ['statement', 'listStatementEntries'],
      ['unmatched', 'listStatementEntries'],
      ['bank', 'getBankConnection'],
    ],
  },
  {
    title: 'shop',
    items: [
      ['api-clients', 'listApiClients'],
      ['webhooks', 'listWebhookEndpoints'],
      ['events', 'listEvents'],
    ],
  },
  {
    title: 'account',
    items: [
      ['team', 'listUsers'],
      ['access', 'listAccess'],
      ['audit', 'listAuditEvents'],
      // Every role may read the account.
      ['settings', 'getAccount'],
    ],
  },
]
