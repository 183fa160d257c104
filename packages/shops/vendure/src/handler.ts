/** The payment method: a session for each payment, which the buyer pays by its Pix code. */
import { EntityHydrator, LanguageCode, Logger, PaymentMethodHandler } from '@vendure/core'
import type { Order, RequestContext } from '@vendure/core'
import { itemsOf } from '../../shared/cart.ts'
import type { Account } from '../../shared/account.ts'
import { NotYet } from '../../shared/notYet.ts'
import { customerOf, linesOf } from './cart.ts'
import { CODE, keptOf, textOf } from './payments.ts'
import type { SessionRecord, Wishes } from './payments.ts'
import { BalcaoShop } from './shop.ts'

let shop: BalcaoShop
let account: Account
let hydrator: EntityHydrator

const FOREIGN = 'O pagamento é de outra loja, da qual esta foi copiada.'

const UNAVAILABLE = 'O Pix não está disponível agora. Tente de novo em instantes.'

async function open(
  ctx: RequestContext,
  order: Order,
  amount: number,
  wishes: Wishes,
): Promise<SessionRecord> {
  await hydrator.hydrate(ctx, order, {
    relations: ['customer', 'lines.productVariant', 'shippingLines.shippingMethod', 'surcharges'],
  })
  const checkout = await account.open({
    reference: order.code,
    items: itemsOf(linesOf(order, amount), amount),
    amount_minor: amount,
    customer: customerOf(order, wishes.tax_id),
    metadata: await shop.mark(order),
    isOwn: (found) => shop.installation.isOwn(found, ctx),
    success_url: textOf(wishes.success_url),
    cancel_url: textOf(wishes.cancel_url),
  })
  await shop.keepSession(ctx, checkout.id)
  const { languageCode: language, channel } = ctx
  const buyer = { language, channel: channel.token }
  return { provider: CODE, wishes, buyer, public: await account.show(checkout) }
}

export const balcaoPaymentHandler: PaymentMethodHandler = new PaymentMethodHandler({
  code: CODE,
  description: [
    { languageCode: LanguageCode.en, value: 'Pix (Balcão)' },
    { languageCode: LanguageCode.pt_BR, value: 'Pix (Balcão)' },
  ],
  args: {},

  init(injector) {
    shop = injector.get(BalcaoShop)
    account = shop.account
    hydrator = injector.get(EntityHydrator)
  },

  /** The order is placed and waits: what is authorized here has not been paid yet. */
  async createPayment(ctx, order, amount, _args, metadata) {
    if (order.currencyCode !== 'BRL') {
      const errorMessage = `O Pix recebe em reais, e não em ${order.currencyCode}.`
      return { amount, state: 'Error' as const, errorMessage }
    }
    try {
      await shop.installation.shopId()
      await shop.ensureEndpoint()
      const { tax_id, success_url, cancel_url } = metadata as Wishes
      const kept = await open(ctx, order, amount, { tax_id, success_url, cancel_url })
      const transactionId = kept.public.checkout_id
      return { amount, state: 'Authorized' as const, transactionId, metadata: kept }
    } catch (error) {
      // That the shop waits for its owner is logged once, at its start.
      if (!(error instanceof NotYet)) {
        Logger.error(`No checkout for order ${order.code}: ${error}`, CODE)
      }
      return { amount, state: 'Error' as const, errorMessage: UNAVAILABLE }
    }
  },

  /** Called by an event, which has left the payment's id, or by an administrator. */
  async settlePayment(ctx, _order, payment) {
    if (keptOf(payment.metadata)?.ended === 'completed') return { success: true }
    if (!(await shop.hasOpened(payment.transactionId, ctx))) {
      return { success: false, state: 'Authorized' as const, errorMessage: FOREIGN }
    }
    const checkout = await account.api.getCheckout({ path: { checkoutId: payment.transactionId } })
    const isPaid = checkout.status === 'completed'
    if (isPaid) shop.settleSoon(checkout)
    const errorMessage = isPaid ? 'O Pix foi pago: o pedido muda já.' : 'O Pix ainda não foi pago.'
    return { success: false, state: 'Authorized' as const, errorMessage }
  },

  async cancelPayment(ctx, _order, payment) {
    const ended = keptOf(payment.metadata)?.ended
    if (ended === 'canceled') return { success: true }
    const refused = {
      success: false,
      errorMessage: 'O Pix já foi pago: devolva o dinheiro.',
    } as const
    if (ended === 'completed') return { ...refused, state: payment.state as 'Authorized' }
    if (!(await shop.hasOpened(payment.transactionId, ctx))) return { success: true }
    const checkout = await account.close(payment.transactionId)
    if (checkout.status !== 'completed') return { success: true }
    shop.settleSoon(checkout)
    return { ...refused, state: 'Authorized' as const }
  },

  /** At a bank the refund is pending until an event tells how it ended. */
  async createRefund(ctx, input, amount, order, payment) {
    const paymentId = keptOf(payment.metadata)?.payment_id
    if (!paymentId) return { state: 'Failed' as const, metadata: { reason: 'Nothing was paid.' } }
    if (!(await shop.hasOpened(payment.transactionId, ctx))) {
      return { state: 'Failed' as const, metadata: { reason: FOREIGN } }
    }
    const count = await shop.countRefunds(ctx, payment)
    const refund = await account.refund(paymentId, {
      reference: `${payment.transactionId}-refund-${count + 1}`,
      amount_minor: amount,
      reason: input.reason ?? undefined,
      metadata: await shop.mark(order),
    })
    const states = { pending: 'Pending', succeeded: 'Settled', failed: 'Failed' } as const
    return {
      state: states[refund.status],
      transactionId: refund.id,
      metadata: { failure_reason: refund.failure_reason },
    }
  },
})
