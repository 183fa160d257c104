/** The payment provider: a session for each payment, which the buyer pays by its Pix code. */
import {
  AbstractPaymentProvider,
  MedusaError,
  PaymentSessionStatus,
} from '@medusajs/framework/utils'
import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  BigNumberInput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from '@medusajs/framework/types'
import { UnverifiedWebhook } from '@balcao/client'
import type { Checkout } from '@balcao/client'
import { itemsOf } from '../../shared/cart.ts'
import { NotYet } from '../../shared/notYet.ts'
import { customerOf, inCents, linesOf } from './cart.ts'
import { keepSession } from './installation.ts'
import { REFUND_ID, shopOf } from './shop.ts'
import type { BalcaoOptions, MedusaShop } from './shop.ts'
import * as store from './store.ts'

type Data = Record<string, unknown>

const UNAVAILABLE = 'O Pix não está disponível agora. Tente de novo em instantes.'

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

function checkoutIdOf(data: Data | undefined): string {
  const id = textOf(data?.['checkout_id'])
  if (!id) throw new MedusaError(MedusaError.Types.INVALID_DATA, 'The payment has no checkout.')
  return id
}

const statuses: Record<Checkout['status'], PaymentSessionStatus> = {
  // The order is placed, and waits for its money.
  open: PaymentSessionStatus.PENDING_AUTHORIZATION,
  completed: PaymentSessionStatus.CAPTURED,
  canceled: PaymentSessionStatus.CANCELED,
  expired: PaymentSessionStatus.CANCELED,
}

export class BalcaoPaymentProvider extends AbstractPaymentProvider<BalcaoOptions> {
  static override identifier = 'balcao'
  readonly #shop: MedusaShop

  static override validateOptions(options: Data): void {
    for (const name of ['base_url', 'client_id', 'client_secret', 'backend_url']) {
      if (textOf(options?.[name])) continue
      throw new MedusaError(MedusaError.Types.INVALID_DATA, `Balcão: ${name} is missing.`)
    }
    const change = options['address_change'] ?? 'moved'
    if (change === 'moved' || change === 'copied') return
    const message = 'Balcão: address_change is neither moved nor copied.'
    throw new MedusaError(MedusaError.Types.INVALID_DATA, message)
  }

  constructor(cradle: Data, options: BalcaoOptions) {
    super(cradle, options)
    this.#shop = shopOf(options)
  }

  async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const sessionId = textOf(input.data?.['session_id'])
    if (!sessionId) throw new MedusaError(MedusaError.Types.INVALID_DATA, 'No session_id.')
    const data = await this.#open(sessionId, input.amount, input.currency_code, input.data ?? {})
    return { id: data.checkout_id, data }
  }

  /** Another amount is another session: the one before is canceled. */
  async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    const { data = {}, amount, currency_code } = input
    const checkoutId = checkoutIdOf(data)
    const isOwn = await this.#shop.hasOpened(checkoutId)
    if (isOwn && inCents(amount) === data['amount_minor']) return { data }
    const sessionId = textOf(data['session_id'])
    if (!sessionId) throw new MedusaError(MedusaError.Types.INVALID_DATA, 'No session_id.')
    if (isOwn) await (await this.#shop.account()).close(checkoutId)
    return { data: { ...data, ...(await this.#open(sessionId, amount, currency_code, data)) } }
  }

  async #open(sessionId: string, amount: BigNumberInput, currency: string, wishes: Data) {
    if (currency.toUpperCase() !== 'BRL') {
      const message = `O Pix recebe em reais, e não em ${currency.toUpperCase()}.`
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
    }
    try {
      const shop_id = await this.#shop.installation.shopId()
      await this.#shop.ensureEndpoint()
      const amount_minor = inCents(amount)
      const session = await store.sessionOf(sessionId)
      const basket = session && (await store.basketOf(session))
      const payment = {
        kind: 'product',
        name: 'Pagamento',
        unit_amount_minor: amount_minor,
      } as const
      const lines = basket ? linesOf(basket, amount_minor) : [payment]
      const account = await this.#shop.account()
      const checkout = await account.open({
        reference: sessionId,
        items: itemsOf(lines, amount_minor),
        amount_minor,
        customer: basket && customerOf(basket, wishes['tax_id']),
        metadata: { shop: 'medusa', shop_id, session: sessionId, basket: basket?.id ?? null },
        isOwn: (found) => this.#shop.installation.isOwn(found),
        success_url: textOf(wishes['success_url']),
        cancel_url: textOf(wishes['cancel_url']),
      })
      await keepSession(shop_id, checkout.id)
      return { session_id: sessionId, ...(await account.show(checkout)) }
    } catch (error) {
      this.#warn(`No checkout for ${sessionId}`, error)
      throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, UNAVAILABLE)
    }
  }

  /** Logs an error, but not once more that the shop waits for its owner. */
  #warn(message: string, error: unknown): void {
    if (!(error instanceof NotYet)) this.#shop.warn(`${message}: ${error}`)
  }

  /** Called when the cart is completed, and again when the payment has come. */
  async authorizePayment({ data }: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    const id = checkoutIdOf(data)
    await this.#refuseForeign(id)
    const checkout = await this.#shop.checkoutOf(id)
    const { payment_id, amount_total_minor, status } = checkout
    if (status === 'completed' && amount_total_minor !== data?.['amount_minor']) {
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, 'The payment is of another amount.')
    }
    return { status: statuses[status], data: { ...data, payment_id } }
  }

  /** A Pix is captured as it arrives. */
  async capturePayment({ data }: CapturePaymentInput): Promise<CapturePaymentOutput> {
    return { data: data ?? {} }
  }

  async refundPayment({ data, amount, context }: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const account = await this.#shop.account()
    const checkoutId = checkoutIdOf(data)
    const recorded = (await store.refundRow(context?.idempotency_key))?.metadata?.[REFUND_ID]
    if (recorded) return { data: { ...data, last_refund_id: recorded } }
    await this.#refuseForeign(checkoutId)
    const { payment_id, metadata } = await account.api.getCheckout({ path: { checkoutId } })
    if (payment_id === null) {
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, 'Nothing was paid.')
    }
    const refund = await account.refund(payment_id, {
      reference: context?.idempotency_key ?? crypto.randomUUID(),
      amount_minor: inCents(amount),
      metadata,
    })
    if (refund.status === 'failed') {
      const message = `O banco não devolveu: ${refund.failure_reason}`
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
    }
    return { data: { ...data, last_refund_id: refund.id } }
  }

  /** A copied database has orders that are another shop's to settle and to refund. */
  async #refuseForeign(checkoutId: string): Promise<void> {
    if (await this.#shop.hasOpened(checkoutId)) return
    const message = 'O pagamento é de outra loja, da qual esta foi copiada.'
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
  }

  async cancelPayment({ data }: CancelPaymentInput): Promise<CancelPaymentOutput> {
    const checkoutId = checkoutIdOf(data)
    if (!(await this.#shop.hasOpened(checkoutId))) return { data: data ?? {} }
    const checkout = await (await this.#shop.account()).close(checkoutId)
    if (checkout.status === 'completed') {
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, 'O Pix já foi pago: devolva o dinheiro.')
    }
    return { data: data ?? {} }
  }

  /**
   * The cart has changed, or the buyer pays otherwise. That must go on without the service: money
   * that still comes for the session goes back.
   */
  async deletePayment({ data }: DeletePaymentInput): Promise<DeletePaymentOutput> {
    const id = textOf(data?.['checkout_id'])
    const close = async () => {
      if (!id || !(await this.#shop.hasOpened(id))) return
      await (await this.#shop.account()).close(id, AbortSignal.timeout(3_000))
    }
    await close().catch((error: unknown) => this.#warn(`${id} is still open`, error))
    return { data: data ?? {} }
  }

  async getPaymentStatus({ data }: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const { status } = await this.#shop.checkoutOf(checkoutIdOf(data))
    return { status: statuses[status], data: data ?? {} }
  }

  async retrievePayment({ data }: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    const checkout = await this.#shop.checkoutOf(checkoutIdOf(data))
    return { data: { ...data, status: checkout.status, payment_id: checkout.payment_id } }
  }

  async getWebhookActionAndData({
    rawData,
    headers,
  }: ProviderWebhookPayload['payload']): Promise<WebhookActionResult> {
    try {
      const body = typeof rawData === 'string' ? new TextEncoder().encode(rawData) : rawData
      const account = await this.#shop.account()
      const event = await account.verify(body, headers as Record<string, string | undefined>)
      return await this.#shop.take(event)
    } catch (error) {
      if (!(error instanceof UnverifiedWebhook || error instanceof NotYet)) throw error
      if (error instanceof UnverifiedWebhook) this.#shop.warn(`${error}`)
      return { action: 'not_supported' }
    }
  }
}
