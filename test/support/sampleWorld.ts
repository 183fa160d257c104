import type { Bank } from '../../packages/bank/bank.ts'
import { bankBody, connect } from './bankSettings.ts'
import { logoOf } from './images.ts'
import { OneOfEach } from './oneOfEach.ts'
import { joinedUser } from './people.ts'
import { linkOf, pageOfLink } from './paymentLinks.ts'
import { pageOf } from './sessions.ts'
import type { TestAccount, TestService } from './service.ts'

/** The samples for which the account is connected to a bank before. */
const ofBank = ['testBankConnection', 'disconnectBank']

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

/** Makes something when it is first asked for. */
function lazy<Thing>(make: () => Promise<Thing>): () => Promise<Thing> {
  let made: Promise<Thing> | undefined
  return () => (made ??= make())
}

type Id = () => Promise<string | null | undefined>

/** Subscriptions and invoices in the states that an operation needs, and the pages of them. */
function subscriptionExamples(
  seller: TestAccount,
  operationId: string,
): [pattern: RegExp, make: Id][] {
  const each = new OneOfEach(seller)
  const path = lazy(async () => (await each.request(operationId)).path)
  const subscription = lazy(async () => {
    const id = await each.id('subscriptionId')
    return (await seller.get<'Subscription'>(`/v1/subscriptions/${id}`)).body
  })
  const page = async () => new URL((await subscription()).subscription_url).pathname
  const isNamed = /Subscription(Code)?$|Invoice$/.test(operationId)
  const named = async (pattern: RegExp) => (isNamed ? pattern.exec(await path())?.[0] : undefined)
  return [
    [/sub_[0-9a-f-]{36}/g, async () => (await named(/sub_[^/]+/)) ?? (await subscription()).id],
    [/inv_[0-9a-f-]{36}/g, async () => (await named(/inv_[^/]+/)) ?? each.id('invoiceId')],
    [/\/subscribe\/[\w-]{51}/g, page],
  ]
}

/**
 * Ids in the contract's examples, each by a pattern, and the object that a sample of an operation
 * finds in their place. The checkout of the stream of its status is paid: it ends with that; the
 * offer that is changed may be switched off, and so is not the default.
 */
function examplesOf(seller: TestAccount, operationId: string): [pattern: RegExp, make: Id][] {
  const product = lazy(() => seller.product())
  const payment = lazy(() => seller.payment())
  const checkout = lazy(async () => {
    const made = await seller.checkout()
    if (operationId === 'streamPaymentStatus')
      await seller.post(`/sandbox/checkouts/${made.id}/pay`)
    return made
  })
  const offer = async () => {
    const { id, default_offer } = await product()
    const recurring = { type: 'recurring', billing_interval: 'month' }
    if (operationId === 'createSubscription') return (await seller.offer(id, recurring)).id
    return operationId === 'updateOffer' ? (await seller.offer(id)).id : default_offer?.id
  }
  const newest = async (path: string) =>
    (await seller.get<'EventList'>(`${path}?limit=1`)).body.data[0]?.id
  const user = lazy(async () => {
    const { user_id } = await joinedUser(seller, { role: 'viewer' })
    return (await seller.get<'User'>(`/v1/users/${user_id}`)).body
  })
  const firstEvent = async () => {
    await payment()
    return newest('/v1/events')
  }
  const delivery = async () => {
    await seller.webhookEndpoint()
    await seller.payment()
    return newest('/v1/webhook_deliveries')
  }
  const mail = async () => {
    await seller.post('/v1/users', { email: 'ana@loja.example', role: 'viewer' })
    return newest('/v1/emails')
  }
  const auditEvent = async () => {
    await seller.apiClient()
    return newest('/v1/audit_events')
  }
  return [
    ...subscriptionExamples(seller, operationId),
    [/cus_[0-9a-f-]{36}/g, async () => (await seller.customer()).id],
    [/prod_[0-9a-f-]{36}/g, async () => (await product()).id],
    [/offer_[0-9a-f-]{36}/g, offer],
    [/checkout_[0-9a-f-]{36}/g, async () => (await checkout()).id],
    [/link_[0-9a-f-]{36}/g, async () => (await linkOf(seller)).id],
    [/client_[0-9a-f-]{36}/g, async () => (await seller.apiClient()).id],
    [/wh_[0-9a-f-]{36}/g, async () => (await seller.webhookEndpoint()).id],
    [/user_[0-9a-f-]{36}/g, async () => (await user()).id],
    [/passkey_[0-9a-f-]{36}/g, async () => (await user()).passkeys[0]?.id],
    [/seller_[0-9a-f-]{36}/g, async () => seller.seller_id],
    [/(?<=\/logos\/[^/]+\/)[\w-]{43}/g, () => logoOf(seller)],
    [/pay_[0-9a-f-]{36}/g, async () => (await payment()).id],
    [/refund_[0-9a-f-]{36}/g, async () => (await seller.refund((await payment()).id)).id],
    [/evt_[0-9a-f-]{36}/g, firstEvent],
    [/del_[0-9a-f-]{36}/g, delivery],
    [/mail_[0-9a-f-]{36}/g, mail],
    [/audit_[0-9a-f-]{36}/g, auditEvent],
    [/\/l\/[\w-]{51}/g, async () => pageOfLink(await linkOf(seller))],
    [/\/pay\/[\w-]{51}/g, async () => pageOf(await checkout())],
  ]
}

/**
 * Makes what a sample takes from the examples, and puts it in their place.
 *
 * @param bank that the sample asks, when it asks one
 * @param id of the operation that the sample calls
 * @returns the sample's source, and the variables that it reads
 */
export async function worldOf(service: TestService, bank: Bank, id: string, source: string) {
  const seller = await service.account()
  if (ofBank.includes(id)) await connect(seller, bankBody(bank))
  let own = id === 'connectBank' ? withBank(bank)(source) : source
  for (const [pattern, make] of examplesOf(seller, id)) {
    if (own.search(pattern) >= 0) own = own.replaceAll(pattern, String(await make()))
  }
  const variables = {
    ACCESS_TOKEN: seller.token,
    CLIENT_ID: seller.client_id,
    CLIENT_SECRET: seller.client_secret,
  }
  return { source: own, variables }
}
