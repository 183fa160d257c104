import type { Locale } from '../../domain/formats/locale.ts'
import { refundFileTexts } from '../../domain/payments/refundFileTexts.ts'

/** Facts of a refund in the sentence that its passkey confirms. */
type Confirmed = {
  amount: string
  isAll: boolean
  buyer: string | undefined
  order: string
}

const ptBR = {
  title: 'Pagamentos',
  one: 'Pagamento',
  empty: 'Nenhum pagamento encontrado.',
  paid_at: 'Pago em',
  refunded: 'Devolvido',
  checkout: 'Cobrança',
  end_to_end_id: 'ID da transação Pix (E2E)',
  txid: 'txid',
  paid_from: 'Pago desde',
  paid_to: 'Pago até',
  return_reason: 'Motivo da devolução',
  statuses: {
    succeeded: 'Pago',
    partially_refunded: 'Devolvido em parte',
    refunded: 'Devolvido',
    returned: 'Devolvido ao pagador',
  },
  reasons: {
    late: 'Chegou depois do prazo',
    canceled: 'Cobrança cancelada',
    duplicate: 'Pago em duplicidade',
    wrong_amount: 'Valor diferente',
  },
  refunds: 'Devoluções',
  no_refunds: 'Nenhuma devolução.',
  origin: 'Origem',
  origins: refundFileTexts['pt-BR'].origins,
  refund_statuses: refundFileTexts['pt-BR'].statuses,
  failure: 'Motivo da falha',
  chosen: 'escolhida',
  show_checkout: 'Ver a cobrança',
  refund: {
    title: 'Devolver ao comprador',
    left: (left: string, whole: string) => `Podem ser devolvidos ${left} de ${whole}.`,
    amount: 'Valor a devolver',
    all: (left: string) => `Em branco, devolve tudo: ${left}.`,
    too_much: (left: string) => `Só restam ${left} para devolver.`,
    nothing: 'Não resta nada para devolver.',
    reason: 'Motivo (o comprador pode ver)',
    reference: 'Sua referência para a devolução',
    submit: 'Devolver',
    confirm: ({ amount, isAll, buyer, order }: Confirmed) =>
      `Devolver ${amount}${isAll ? ' (tudo o que resta)' : ''} a ${buyer ?? 'quem pagou'}` +
      `${order === '' ? '' : `, da cobrança ${order}`}.`,
  },
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'Payments',
  one: 'Payment',
  empty: 'No payments found.',
  paid_at: 'Paid',
  refunded: 'Refunded',
  checkout: 'Checkout',
  end_to_end_id: 'End-to-end ID',
  txid: 'txid',
  paid_from: 'Paid from',
  paid_to: 'Paid to',
  return_reason: 'Return reason',
  statuses: {
    succeeded: 'Paid',
    partially_refunded: 'Partially refunded',
    refunded: 'Refunded',
    returned: 'Returned to the payer',
  },
  reasons: {
    late: 'Arrived too late',
    canceled: 'Checkout canceled',
    duplicate: 'Paid twice',
    wrong_amount: 'Wrong amount',
  },
  refunds: 'Refunds',
  no_refunds: 'No refunds.',
  origin: 'Origin',
  origins: refundFileTexts.en.origins,
  refund_statuses: refundFileTexts.en.statuses,
  failure: 'Failure reason',
  chosen: 'chosen',
  show_checkout: 'View checkout',
  refund: {
    title: 'Refund payment',
    left: (left, whole) => `${left} of ${whole} can be refunded.`,
    amount: 'Amount to refund',
    all: (left) => `Leave empty to refund all of it: ${left}.`,
    too_much: (left) => `Only ${left} can still be refunded.`,
    nothing: 'Nothing is left to refund.',
    reason: 'Reason (the buyer may see it)',
    reference: 'Your reference for this refund',
    submit: 'Refund',
    confirm: ({ amount, isAll, buyer, order }) =>
      `Refund ${amount}${isAll ? ' (the full remaining amount)' : ''} to ${buyer ?? 'the payer'}` +
      `${order === '' ? '' : `, for checkout ${order}`}.`,
  },
}

const es: Texts = {
  title: 'Pagos',
  one: 'Pago',
  empty: 'No se encontró ningún pago.',
  paid_at: 'Pagado',
  refunded: 'Devuelto',
  checkout: 'Cobro',
  end_to_end_id: 'ID de extremo a extremo (E2E)',
  txid: 'txid',
  paid_from: 'Pagado desde',
  paid_to: 'Pagado hasta',
  return_reason: 'Motivo del retorno',
  statuses: {
    succeeded: 'Pagado',
    partially_refunded: 'Devuelto en parte',
    refunded: 'Devuelto',
    returned: 'Retornado al pagador',
  },
  reasons: {
    late: 'Llegó fuera de plazo',
    canceled: 'Cobro cancelado',
    duplicate: 'Pagado dos veces',
    wrong_amount: 'Otro importe',
  },
  refunds: 'Devoluciones',
  no_refunds: 'Ninguna devolución.',
  origin: 'Origen',
  origins: refundFileTexts.es.origins,
  refund_statuses: refundFileTexts.es.statuses,
  failure: 'Por qué falló',
  chosen: 'elegido',
  show_checkout: 'Ver el cobro',
  refund: {
    title: 'Devolver al comprador',
    left: (left, whole) => `Se pueden devolver ${left} de ${whole}.`,
    amount: 'Importe a devolver',
    all: (left) => `Vacío, se devuelve todo: ${left}.`,
    too_much: (left) => `Solo quedan ${left} por devolver.`,
    nothing: 'No queda nada por devolver.',
    reason: 'Motivo (el comprador puede verlo)',
    reference: 'Su referencia para la devolución',
    submit: 'Devolver',
    confirm: ({ amount, isAll, buyer, order }) =>
      `Devolver ${amount}${isAll ? ' (todo lo que queda)' : ''} a ${buyer ?? 'quien pagó'}` +
      `${order === '' ? '' : `, del cobro ${order}`}.`,
  },
}

export const payments: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }

export const notices: Record<Locale, Record<string, string>> = {
  'pt-BR': { refunded: 'A devolução foi pedida.' },
  en: { refunded: 'Refund requested.' },
  es: { refunded: 'Se pidió la devolución.' },
}
