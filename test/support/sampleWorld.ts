import type { Bank } from '../../scripts/bank/bank.ts'
import { bankBody, connect } from './bankSettings.ts'
import { joinedUser } from './people.ts'
import { bankOf } from './rail.ts'
import { pageOf } from './sessions.ts'
import type { TestService } from './service.ts'

/** The samples that ask a bank; but for the first, the account is connected to it before. */
const ofBank = ['connectBank', 'testBankConnection', 'disconnectBank']

/** Puts a bank's settings in the place of those of the example; line breaks stay as written. */
function withBank({ settings }: Bank): (text: string) => string {
  const { url, token_url, client_id, client_secret, certificate, private_key, authority, pix_key } =
    settings
  const pem = (kind: string, own: string) => (text: string) =>
    text.replace(
      new RegExp(`-----BEGIN ${kind}-----(\\\\+n).*?-----END ${kind}-----\\\\+n`),
      (_, lineBreak: string) => own.replaceAll('\n', lineBreak),
    )
  const certified = pem('CERTIFICATE', certificate)
  const keyed = pem('PRIVATE KEY', private_key)
  // The authority stands behind the certificate.
  const trusting = pem('CERTIFICATE', authority ?? '')
  return (text) =>
    trusting(keyed(certified(text)))
      .replace('https://pix.banco.example/pix/v2', url)
      .replace('https://pix.banco.example/oauth/token', token_url)
      .replace('loja-exemplo', client_id)
      .replace('segredo-do-banco', client_secret)
      .replace('pix@loja.example', pix_key)
}

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
  const bank = ofBank.includes(id) ? await bankOf(service) : undefined
  if (bank && id !== 'connectBank') await connect(seller, bankBody(bank))
  const payment = await seller.payment()
  const refund = await seller.refund(payment.id, { amount_minor: 1 })
  const { body: events } = await seller.get<'EventList'>('/v1/events?limit=1')
  const replace = (text: string) =>
    (bank && id === 'connectBank' ? withBank(bank)(text) : text)
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
