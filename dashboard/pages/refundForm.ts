/** The form that refunds a payment: what is left is said before, and confirmed to the cent. */
import { parseAmount } from '../../domain/formats/typedAmount.ts'
import { formatMoney } from '../../domain/formats/locale.ts'
import type { components } from '../../generated/types.ts'
import { isolated, toForm } from '../blocks.ts'
import type { Block, FormBlock } from '../blocks.ts'
import { lastValue } from '../forms.ts'
import type { Form } from '../forms.ts'
import { customerName, salesOf } from '../names.ts'
import { action, FormFault } from '../page.ts'
import type { Page, PageContext } from '../page.ts'
import { payments as texts } from '../texts/payments.ts'

type Checkout = components['schemas']['Checkout']
type Payment = components['schemas']['Payment']

export const paymentAddress = (paymentId: string): string => `/dashboard/payments/${paymentId}`
export const refundsAddress = (paymentId: string): string => `${paymentAddress(paymentId)}/refunds`

/** Refunds that are under way at once are few; each of them takes from what is left. */
const PENDING_READ = 100

/** The amount that can still be refunded; pending refunds are subtracted as well. */
export async function refundableOf({ call }: PageContext, payment: Payment): Promise<number> {
  if (payment.status === 'returned' || payment.status === 'refunded') return 0
  const query = { payment_id: payment.id, status: 'pending', limit: PENDING_READ }
  const pending = await call('listRefunds', { query })
  const under_way = pending.data.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
  return Math.max(0, payment.amount_minor - payment.amount_refunded_minor - under_way)
}

export function refundForm(
  context: PageContext,
  payment: Payment,
  refundableMinor: number,
): FormBlock {
  const { locale } = context
  const { refund } = texts[locale]
  const money = (minor: number) => formatMoney(locale, payment.currency, minor)
  return {
    kind: 'form',
    action: refundsAddress(payment.id),
    title: refund.title,
    text: refund.left(money(refundableMinor), money(payment.amount_minor)),
    fields: [
      {
        name: 'amount_minor',
        label: refund.amount,
        type: 'money',
        hint: refund.all(money(refundableMinor)),
      },
      { name: 'left_minor', label: '', type: 'hidden', value: String(refundableMinor) },
      { name: 'reason', label: refund.reason, type: 'text', maxLength: 140 },
      { name: 'external_id', label: refund.reference, type: 'text', maxLength: 255 },
    ],
    submit: refund.submit,
    isDangerous: true,
  }
}

/** Leads from a charge to the form that refunds its payment, while something is left. */
export function toRefund(
  { can, locale }: PageContext,
  { payment_id, amount_total_minor, amount_refunded_minor }: Checkout,
): Block[] {
  const isLeft = amount_refunded_minor < amount_total_minor
  if (payment_id === null || !isLeft || !can('createRefund')) return []
  const { submit } = texts[locale].refund
  return [toForm(refundsAddress(payment_id), submit, paymentAddress(payment_id))]
}

/** The typed amount, or without one the rest that the page showed, even if less is left by now. */
function amountIn({ locale, session }: PageContext, form: Form): number | string | undefined {
  const typed = lastValue(form, 'amount_minor')?.trim() ?? ''
  const refundableText = lastValue(form, 'left_minor') ?? ''
  if (typed === '') return /^\d{1,15}$/.test(refundableText) ? Number(refundableText) : undefined
  return parseAmount(locale, session.seller.default_currency, typed) ?? typed
}

const paymentIn = ({ call, params }: PageContext): Promise<Payment> =>
  call('getPayment', { path: { paymentId: params['paymentId'] ?? '' } })

/** @throws FormFault when less is left than is asked for */
async function checkRefund(context: PageContext, form: Form): Promise<void> {
  const { locale } = context
  const { refund } = texts[locale]
  const payment = await paymentIn(context)
  const refundable = await refundableOf(context, payment)
  const amount = amountIn(context, form)
  const money = formatMoney(locale, payment.currency, refundable)
  if (refundable === 0) throw new FormFault('amount_minor', refund.nothing)
  if (typeof amount === 'number' && amount > refundable) {
    throw new FormFault('amount_minor', refund.too_much(money))
  }
}

/** Amount, buyer and order, as the passkey confirms them. */
async function confirmation(context: PageContext, form: Form): Promise<string> {
  const { locale } = context
  const { refund } = texts[locale]
  const payment = await paymentIn(context)
  const amount = amountIn(context, form) ?? (await refundableOf(context, payment))
  const sale = (await salesOf(context, [payment]))(payment)
  const said = typeof amount === 'number' ? formatMoney(locale, payment.currency, amount) : amount
  const isAll = amount === (await refundableOf(context, payment))
  const buyer = sale?.customer && isolated(customerName(context, sale.customer))
  const order = [sale?.external_id, sale?.sold]
    .filter((part) => part !== null && part !== undefined && part !== '')
    .map((part) => isolated(String(part)))
    .join(', ')
  return refund.confirm({ amount: said, isAll, buyer, order })
}

export const refundActionOf = (page: Page) =>
  action<'createRefund'>({
    path: '/dashboard/payments/:paymentId/refunds',
    operation: 'createRefund',
    input: (context, form) => {
      const amount_minor = amountIn(context, form)
      const fieldOf = (name: string) => {
        const value = lastValue(form, name) ?? ''
        return value === '' ? {} : { [name]: value }
      }
      return {
        path: { paymentId: context.params['paymentId'] ?? '' },
        body: {
          ...(amount_minor !== undefined && { amount_minor }),
          ...fieldOf('reason'),
          ...fieldOf('external_id'),
        } as never,
      }
    },
    check: checkRefund,
    confirm: confirmation,
    done: ({ payment_id }) => ({ to: paymentAddress(payment_id), done: 'refunded' }),
    page,
  })
