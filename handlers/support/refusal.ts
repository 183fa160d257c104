import type { Refusal } from '../../domain/payments/refundPayment.ts'

const params: Partial<Record<Refusal, string>> = {
  refund_external_id_already_exists: 'external_id',
  refund_amount_exceeds_payment: 'amount_minor',
}

/** The field of the body that a refund is refused for, if it is one. */
export const paramOfRefusal = (refusal: Refusal): string | undefined => params[refusal]
