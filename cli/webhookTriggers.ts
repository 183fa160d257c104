/** Makes each kind of event happen in a sandbox, by the actions of a seller and a buyer. */
import type { Balcao, Checkout } from '../packages/client/index.ts'
import { FAILING_REFUND_MINOR } from '../domain/pix/bank/sandbox.ts'

/** Ids of the objects that were made, so that they can be looked up. */
export type Triggered = { checkout_id: string; payment_id?: string; refund_id?: string }

async function openCheckout(balcao: Balcao): Promise<Checkout> {
  const { default_offer } = await balcao.createProduct({
    body: { name: 'Exemplo', default_offer: { amount_minor: 4990, currency: 'BRL' } },
  })
  return balcao.createCheckout({ body: { offer_id: default_offer?.id ?? '' } })
}

async function paid(balcao: Balcao) {
  const { id } = await openCheckout(balcao)
  const { payment_id } = await balcao.sandboxPayCheckout({ path: { checkoutId: id } })
  return { checkout_id: id, payment_id: payment_id ?? '' }
}

/** In the order of the contract. */
export const triggers = {
  'payment.succeeded': paid,

  async 'payment.declined'(balcao) {
    const { id } = await openCheckout(balcao)
    await balcao.sandboxDeclineCheckout({ path: { checkoutId: id } })
    return { checkout_id: id }
  },

  async 'payment.reversed'(balcao) {
    const sale = await paid(balcao)
    await balcao.sandboxReversePayment({ path: { paymentId: sale.payment_id } })
    return sale
  },

  async 'refund.succeeded'(balcao) {
    const sale = await paid(balcao)
    const { id } = await balcao.createRefund({ path: { paymentId: sale.payment_id } })
    return { ...sale, refund_id: id }
  },

  async 'refund.failed'(balcao) {
    const sale = await paid(balcao)
    const body = { amount_minor: FAILING_REFUND_MINOR }
    const { id } = await balcao.createRefund({ path: { paymentId: sale.payment_id }, body })
    return { ...sale, refund_id: id }
  },

  async 'checkout.canceled'(balcao) {
    const { id } = await openCheckout(balcao)
    await balcao.cancelCheckout({ path: { checkoutId: id } })
    return { checkout_id: id }
  },

  async 'checkout.expired'(balcao) {
    const { id } = await openCheckout(balcao)
    await balcao.sandboxExpireCheckout({ path: { checkoutId: id } })
    return { checkout_id: id }
  },
} as const satisfies Record<string, (balcao: Balcao) => Promise<Triggered>>
