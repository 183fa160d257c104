/** A partner's use of the client, in JavaScript that every runtime runs unchanged. */
import {
  ApiError,
  createBalcao,
  each,
  UnverifiedWebhook,
  verifyWebhook,
  verifyWebhookByKeys,
  webhookKeys,
} from '@balcao/client'

/** The class and the code of the error that the work throws. */
async function thrownBy(work) {
  try {
    await work()
    return 'nothing'
  } catch (error) {
    if (error instanceof ApiError) return `${error.status} ${error.code}`
    return error instanceof UnverifiedWebhook ? 'UnverifiedWebhook' : String(error)
  }
}

/** Works on an account, and says what it saw: the same wherever it runs. */
export async function trial({ access, run, webhook }) {
  const balcao = createBalcao(access)
  const product = await balcao.createProduct({
    body: { name: 'Caneca', default_offer: { amount_minor: 4990, currency: 'BRL' } },
  })
  const order = { offer_id: product.default_offer.id, external_id: `pedido-${run}` }
  const checkout = await balcao.createCheckout({ body: order })
  const path = { checkoutId: checkout.id }
  const paid = await balcao.sandboxPayCheckout({ path })
  const names = []
  for (const [i, name] of ['Ana', 'João', 'Zoë'].entries()) {
    const email = `${i}.${run}@example.com`
    await balcao.createCustomer({ body: { name, email } })
  }
  for await (const { name, email } of each(balcao.listCustomers, { query: { limit: 1 } })) {
    if (email.includes(`.${run}@`)) names.push(name)
  }
  const { body, headers, secret, jwksUrl } = webhook
  const keys = webhookKeys(jwksUrl)
  const changed = `${body} `
  return {
    amount_total_minor: checkout.amount_total_minor,
    status: paid.status,
    names,
    again: await thrownBy(() => balcao.createCheckout({ body: order })),
    unknown: await thrownBy(() => balcao.getCheckout({ path: { checkoutId: 'x' } })),
    bySecret: verifyWebhook({ body, headers, secret }).type,
    byKeys: (await verifyWebhookByKeys({ body, headers, keys })).type,
    changedBySecret: await thrownBy(async () =>
      verifyWebhook({ body: changed, headers, secret }),
    ),
    changedByKeys: await thrownBy(() => verifyWebhookByKeys({ body: changed, headers, keys })),
  }
}
