/** Query parameters that nobody here knows: monitors, campaigns, chats and banks add them. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { operationsOf, readContract } from '../../contract/document.ts'
import { logoOf } from '../support/images.ts'
import { OneOfEach } from '../support/oneOfEach.ts'
import { linkOf, pageOfLink } from '../support/paymentLinks.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()
const { checkout_url } = await seller.checkout()
const ids: Record<string, string> = {
  sellerId: seller.seller_id,
  logoId: await logoOf(seller),
  token: checkout_url.split('/').at(-1) ?? '',
}
const subscriptionId = await new OneOfEach(seller).id('subscriptionId')
const subscription = await seller.get<'Subscription'>(`/v1/subscriptions/${subscriptionId}`)
const subscriptionPage = new URL(subscription.body.subscription_url).pathname
const linkPage = pageOfLink(await linkOf(seller))
const other = '?v=1&v=2&utm_source=chat&%E0%A4%A=%00&__proto__=1&=&lang'

const reading = [...operationsOf(readContract())].filter(({ method }) => method === 'get')
const isStrict = (path: string) => /^\/(v1|sandbox)\//.test(path)

const pathWithIds = (path: string) =>
  path
    .replace('/l/{token}', linkPage)
    .replace('/subscribe/{token}', subscriptionPage)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'x')

for (const { path, elsewhere } of reading) {
  if (elsewhere) continue
  const refuses = isStrict(path)
  test(`${path} ${refuses ? 'refuses' : 'ignores'} other query parameters`, async () => {
    const plain = await service.request('HEAD', pathWithIds(path), { token: seller.token })
    const asked = await service.request('HEAD', pathWithIds(path) + other, { token: seller.token })
    assert.equal(asked.status, refuses ? 400 : plain.status)
    if (!refuses) assert.equal(plain.status, 200)
  })
}

test('pages of the dashboard and files of the docs ignore unknown parameters', async () => {
  for (const path of ['/docs/en', '/llms.txt', '/dashboard/sign-in']) {
    assert.equal((await service.request('GET', path + other)).status, 200, path)
  }
})

for (const path of ['/pix/{sellerId}', '/pix/{sellerId}/pix']) {
  test(`${path} takes parameters that a bank adds to the address`, async () => {
    const at = `${pathWithIds(path)}?ignorar=&hmac=x`
    assert.equal((await service.request('POST', at, { json: { pix: [] } })).status, 200)
  })
}
