import { joinedUser } from './people.ts'
import { pageOf } from './sessions.ts'
import type { TestService } from './service.ts'

/** What a sample takes from the examples, in the place of which a test puts what there is. */
export async function worldOf(service: TestService, id: string) {
  const seller = await service.account()
  const { id: customer_id } = await seller.customer()
  const { id: product_id, default_offer } = await seller.product()
  const checkout = await seller.checkout()
  const [client, endpoint] = [await seller.apiClient(), await seller.webhookEndpoint()]
  const { user_id } = await joinedUser(seller, { role: 'viewer' })
  const { body: user } = await seller.get<'User'>(`/v1/users/${user_id}`)
  // The stream ends with its session.
  if (id === 'streamPaymentStatus') await seller.post(`/sandbox/checkouts/${checkout.id}/pay`)
  const payment = await seller.payment()
  const refund = await seller.refund(payment.id, { amount_minor: 1 })
  const { body: events } = await seller.get<'EventList'>('/v1/events?limit=1')
  const replace = (text: string) =>
    text
      .replaceAll(/cus_[0-9a-f-]{36}/g, customer_id)
      .replaceAll(/prod_[0-9a-f-]{36}/g, product_id)
      .replaceAll(/offer_[0-9a-f-]{36}/g, String(default_offer?.id))
      .replaceAll(/checkout_[0-9a-f-]{36}/g, checkout.id)
      .replaceAll(/client_[0-9a-f-]{36}/g, client.id)
      .replaceAll(/wh_[0-9a-f-]{36}/g, endpoint.id)
      .replaceAll(/user_[0-9a-f-]{36}/g, user_id)
      .replaceAll(/passkey_[0-9a-f-]{36}/g, String(user.passkeys[0]?.id))
      .replaceAll(/seller_[0-9a-f-]{36}/g, seller.seller_id)
      .replaceAll(/pay_[0-9a-f-]{36}/g, payment.id)
      .replaceAll(/refund_[0-9a-f-]{36}/g, refund.id)
      .replaceAll(/evt_[0-9a-f-]{36}/g, String(events.data[0]?.id))
      .replaceAll(/\/pay\/[\w-]{51}/g, pageOf(checkout))
  const variables = {
    ACCESS_TOKEN: seller.token,
    CLIENT_ID: seller.client_id,
    CLIENT_SECRET: seller.client_secret,
  }
  return { replace, variables }
}
