/** The end of a mandate in the bank's words, as a subscription takes it. */
import type { MandateEnd } from '../../subscriptions/bankWords.ts'
import type { Mandate } from '../recurring/answers.ts'

/** @param mandate that has ended */
export function mandateEndOf({ status, ending }: Pick<Mandate, 'status' | 'ending'>): MandateEnd {
  const isNamed = status === 'rejected' || status === 'expired'
  return {
    status: isNamed ? status : 'canceled',
    by: ending?.by ?? (status === 'rejected' ? 'payer' : 'seller_bank'),
    code: ending?.code ?? null,
  }
}
