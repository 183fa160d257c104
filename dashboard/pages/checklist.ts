/** Steps left before an account can sell, shown on the home page until all of them are done. */
import { section } from '../blocks.ts'
import type { Block } from '../blocks.ts'
import type { PageContext } from '../page.ts'
import { home as texts } from '../texts/home.ts'

/** Grants that are read; an account with more than these gets no checklist. */
const GRANTS_READ = 100

/** Two of them: one who has lost the passkey is invited by the other. */
const OWNERS_WANTED = 2

/** For those who may change the account; nothing once all is done. */
export async function checklistOf(context: PageContext): Promise<Block[]> {
  const { call, can, locale } = context
  if (!can('createApiClient')) return []
  const checklistTexts = texts[locale].checklist
  const firstOnly = { query: { limit: 1 } }
  const [bank, products, links, payments, access] = await Promise.all([
    call('getBankConnection'),
    call('listProducts', firstOnly),
    call('listPaymentLinks', firstOnly),
    call('listPayments', firstOnly),
    call('listAccess', { query: { limit: GRANTS_READ } }),
  ])
  if (access.has_more) return []
  const grants = access.data
  const isUsed = grants.some(({ type, last_used_at }) => type === 'api_client' && last_used_at)
  const owners = grants.filter(({ type, role }) => type === 'user' && role === 'owner')
  const items = [
    { text: checklistTexts.bank, href: '/dashboard/bank', isDone: bank.profile !== null },
    {
      text: checklistTexts.product,
      href: '/dashboard/products',
      isDone: products.data.length + links.data.length > 0,
    },
    { text: checklistTexts.key, href: '/dashboard/api-clients', isDone: isUsed },
    {
      text: checklistTexts.webhook,
      href: '/dashboard/webhooks',
      isDone: grants.some(({ type }) => type === 'webhook_endpoint'),
    },
    { text: checklistTexts.owner, href: '/dashboard/team', isDone: owners.length >= OWNERS_WANTED },
    {
      text: checklistTexts.payment,
      href: '/dashboard/new-checkout',
      isDone: payments.data.length > 0,
    },
  ]
  const done = items.filter(({ isDone }) => isDone).length
  if (done === items.length) return []
  return [section(checklistTexts.title(done, items.length), { kind: 'checklist', items })]
}
