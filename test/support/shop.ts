/** A shop of some weeks: customers, charges in each state, a refund that failed, a link, a key. */
import { putRefunds } from './refunded.ts'
import { linkOf } from './paymentLinks.ts'
import type { TestAccount, TestService } from './service.ts'

export type LivedShop = { seller: TestAccount } & Record<
  'customer' | 'debora' | 'open' | 'paid' | 'payment' | 'link',
  string
>

const CUSTOMERS = [
  ['Débora Oliveira', 'debora@oliveira.example', '39053344705', '+5511987654321'],
  ['Padaria do Bairro Ltda', 'ana@padaria.example', '12ABC34501DE35', '11987654321'],
  ['João Batista de Albuquerque Neto', 'joao@albuquerque.example', null, null],
] as const

const ITEMS = [
  ['Bolo de aniversário', 9333],
  ['Café especial da Serra da Mantiqueira, torra média, moído para coador, pacote de 1 kg', 7850],
  ['Cesta de pães', 5540],
] as const

/** Fills an account as sales do. */
export async function shopOf(service: TestService): Promise<LivedShop> {
  const seller = await service.account('Padaria Oliveira & Filhos')
  const customers: string[] = []
  for (const [name, email, tax_id, phone] of CUSTOMERS) {
    const body = { name, email, ...(tax_id && { tax_id }), ...(phone && { phone }) }
    customers.push((await seller.post<'Customer'>('/v1/customers', body)).body.id)
  }
  await seller.product()
  const sales: string[] = []
  for (let n = 0; n < 12; n++) {
    const [name, unit_amount_minor] = ITEMS[n % ITEMS.length] ?? ITEMS[0]
    const { body } = await seller.post<'Checkout'>('/v1/cart_checkouts', {
      items: [{ name, unit_amount_minor }],
      customer_id: customers[n % customers.length],
      external_id: `pedido-${1477 + n}`,
    })
    sales.push(body.id)
    if (n % 4 !== 3) await seller.post(`/sandbox/checkouts/${body.id}/pay`)
  }
  const paid = sales[0] ?? ''
  const at = service.clock.now().toISOString()
  await putRefunds(seller, paid, [{ amount_minor: 100, status: 'failed', at }])
  const { body } = await seller.get<'Checkout'>(`/v1/checkouts/${paid}`)
  const link = await linkOf(seller, { name: 'Rifa da quermesse' })
  await seller.webhookEndpoint()
  const customer = customers[1] ?? ''
  const payment = body.payment_id ?? ''
  return {
    seller,
    customer,
    debora: customers[0] ?? '',
    open: sales[3] ?? '',
    paid,
    payment,
    link: link.id,
  }
}

/** Addresses of the shop's pages, by the name of what they show. */
export const pagesOfShop = ({ customer, open, paid, payment, link }: LivedShop) => ({
  home: '/dashboard/home',
  checkouts: '/dashboard/checkouts',
  open: `/dashboard/checkouts/${open}`,
  paid: `/dashboard/checkouts/${paid}`,
  payments: '/dashboard/payments',
  payment: `/dashboard/payments/${payment}`,
  refunds: '/dashboard/refunds',
  statement: '/dashboard/statement',
  customers: '/dashboard/customers',
  customer: `/dashboard/customers/${customer}`,
  links: '/dashboard/payment-links',
  link: `/dashboard/payment-links/${link}`,
  search: '/dashboard/search?q=d%C3%A9bora',
  products: '/dashboard/products',
  keys: '/dashboard/api-clients',
  webhooks: '/dashboard/webhooks',
  events: '/dashboard/events',
  bank: '/dashboard/bank',
  team: '/dashboard/team',
  audit: '/dashboard/audit',
  access: '/dashboard/access',
  settings: '/dashboard/settings',
  'new-checkout': '/dashboard/new-checkout',
})
