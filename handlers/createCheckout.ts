import { CHECKOUT_LIFETIME_MS } from '../domain/checkouts/view.ts'
import { and, eq, isNull, sql } from '../db/operators.ts'
import { newId } from '../runtime/ids.ts'
import { newPageToken } from '../domain/checkouts/pageToken.ts'
import { everyColumn, query } from '../db/query.ts'
import type { Arguments, Transaction } from '../db/query.ts'
import type { LineItem, Row } from '../db/schema/tables.ts'
import { isReplayed } from './support/idempotency.ts'
import type { Handler, Input, Reply } from './support/handler.ts'
import * as present from './support/present.ts'

type Key = { seller_id: string; id: string }

/** What a session takes over of an active offer and its active product. */
const offerOnSale = query('offer_on_sale', (db, { offers: t, products }, args: Arguments<Key>) =>
  db
    .select({
      offer: {
        id: t.id,
        name: t.name,
        amount_minor: t.amount_minor,
        currency: t.currency,
        type: t.type,
        billing_interval: t.billing_interval,
        interval_count: t.interval_count,
      },
      product: {
        id: products.id,
        name: products.name,
        description: products.description,
        metadata: products.metadata,
      },
    })
    .from(t)
    .innerJoin(products, and(eq(products.seller_id, t.seller_id), eq(products.id, t.product_id)))
    .where(
      and(
        eq(t.seller_id, args.seller_id),
        eq(t.id, args.id),
        sql`${t.active}`,
        isNull(t.archived_at),
        eq(products.status, 'active'),
      ),
    ),
)

const buyer = query('buyer', (db, { customers: t }, args: Arguments<Key>) =>
  db
    .select({ status: t.status })
    .from(t)
    .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id))),
)

const openCheckout = query(
  'open_checkout',
  (db, { checkouts: t }, _: Arguments<Row<'checkouts'>>) =>
    db
      .insert(t)
      .values(everyColumn(t))
      .onConflictDoNothing({ target: [t.seller_id, t.external_id] }),
)

type Sale = ReturnType<typeof offerOnSale> extends Transaction<(infer Found)[]> ? Found : never

function lineItem({ offer, product }: Sale, now: Date): LineItem {
  return {
    id: newId('item_', now),
    product_id: product.id,
    offer_id: offer.id,
    name: product.name,
    description: product.description,
    offer_name: offer.name,
    quantity: 1,
    unit_amount_minor: offer.amount_minor,
    type: offer.type,
    billing_interval: offer.billing_interval,
    interval_count: offer.interval_count,
    metadata: product.metadata,
  }
}

const credentials = /^[^/]*\/\/[^/?#]*@/

/**
 * What is wrong with an address that the buyer is sent to. The contract, which is the same for both
 * modes and takes what its version 1.0.0 took, cannot say it.
 */
function faultOfReturn(url: string | undefined, mode: 'sandbox' | 'live'): string | undefined {
  if (url === undefined) return undefined
  if (credentials.test(url)) return 'não pode conter usuário nem senha'
  if (mode === 'live' && !/^https:/i.test(url)) return 'precisa ser um endereço https'
  return undefined
}

export const createCheckout: Handler<'createCheckout'> = async (input) => {
  const reply = await input.db.run(() => open(input))
  if (!isReplayed(reply)) input.service.metrics.money('opened', reply.body.amount_total_minor)
  return reply
}

function* open({
  body,
  seller,
  now,
  service,
  fail,
}: Input<'createCheckout'>): Transaction<Reply<'createCheckout'>> {
  for (const field of ['success_url', 'cancel_url'] as const) {
    const fault = faultOfReturn(body[field], service.mode)
    if (fault) throw fail(`invalid_${field}`, field, `A ${field} ${fault}.`)
  }
  const [sale] = yield* offerOnSale({ seller_id: seller.id, id: body.offer_id })
  if (!sale) throw fail('offer_not_found', 'offer_id')
  const { offer } = sale
  if (offer.type === 'recurring') throw fail('recurring_checkout_not_supported', 'offer_id')
  // Settlement is in the seller's currency; nothing here could turn another one into it.
  if (offer.currency !== seller.default_currency) {
    const detail = `A oferta não está em ${seller.default_currency}, a moeda da conta.`
    throw fail('invalid_request', 'offer_id', detail)
  }
  if (body.customer_id !== undefined) {
    const [customer] = yield* buyer({ seller_id: seller.id, id: body.customer_id })
    if (customer?.status !== 'active') throw fail('customer_not_found', 'customer_id')
  }
  const created_at = now.toISOString()
  const checkout: Row<'checkouts'> = {
    seller_id: seller.id,
    id: newId('checkout_', now),
    customer_id: body.customer_id ?? null,
    external_id: body.external_id ?? null,
    status: 'open',
    currency: offer.currency,
    amount_total_minor: offer.amount_minor,
    page_token: newPageToken(seller.id, now),
    success_url: body.success_url ?? null,
    cancel_url: body.cancel_url ?? null,
    metadata: body.metadata,
    line_items: [lineItem(sale, now)],
    expires_at: new Date(now.getTime() + CHECKOUT_LIFETIME_MS).toISOString(),
    completed_at: null,
    created_at,
    updated_at: created_at,
  }
  const [opened] = yield* openCheckout(checkout)
  if (!opened) throw fail('checkout_external_id_already_exists', 'external_id')
  return { status: 201, body: present.checkout(checkout, service.base_url) }
}
