import { picturesOf } from '../domain/checkouts/page/pixCode.ts'
import { shopNameOf } from '../domain/identity/sellerRows.ts'
import { subscriptionById } from '../domain/subscriptions/rows.ts'
import type { Handler } from './support/handler.ts'

/** No `reading`: it may wait for the bank, which makes the code when there is none yet. */
export const getSubscriptionCode: Handler<'getSubscriptionCode', 'rail'> = async (input) => {
  const { path, seller, db, service, fail } = input
  const key = { seller_id: seller.id, id: path.subscriptionId }
  const [subscription] = await db.read(() => subscriptionById(key))
  if (!subscription) throw fail('subscription_not_found')
  const shopName = await db.read(() => shopNameOf(seller))
  const found = await service.rail.subscriptionCode(subscription, shopName)
  if (!found) throw fail('subscription_code_not_available')
  const { invoice_id, txid, status, code, expires_at } = found
  const of = { object: 'subscription_code', subscription_id: subscription.id } as const
  const body = { ...of, invoice_id, txid, status, code, ...picturesOf(code), expires_at }
  return { status: 200, body }
}
