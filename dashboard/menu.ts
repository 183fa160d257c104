import type { OperationId } from '../handlers/support/handler.ts'
import type { CommonTexts } from './texts/common.ts'

/** The menu, in its order; an item is shown to those whose role permits its operation. */
export const menu: readonly { name: keyof CommonTexts['navigation']; needs: OperationId }[] = [
  { name: 'home', needs: 'listDailyTotals' },
  { name: 'checkouts', needs: 'listCheckouts' },
  { name: 'payments', needs: 'listPayments' },
  { name: 'refunds', needs: 'listRefunds' },
  { name: 'statement', needs: 'listStatementEntries' },
  { name: 'payment-links', needs: 'listPaymentLinks' },
  { name: 'customers', needs: 'listCustomers' },
  { name: 'products', needs: 'listProducts' },
  { name: 'api-clients', needs: 'listApiClients' },
  { name: 'webhooks', needs: 'listWebhookEndpoints' },
  { name: 'events', needs: 'listEvents' },
  { name: 'bank', needs: 'getBankConnection' },
  { name: 'team', needs: 'listUsers' },
  { name: 'access', needs: 'listAccess' },
  { name: 'audit', needs: 'listAuditEvents' },
  // Every role may read the account.
  { name: 'settings', needs: 'getAccount' },
]
