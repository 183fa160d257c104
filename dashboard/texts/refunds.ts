import type { Locale } from '../../domain/formats/locale.ts'

const ptBR = {
  title: 'Devoluções',
  one: 'Devolução',
  empty: 'Nenhuma devolução encontrada.',
  reason: 'Motivo',
  reference: 'Referência da devolução',
  order: 'Referência da cobrança',
  completed_at: 'Concluída em',
  chosen: 'escolhido',
  show_payment: 'Ver o pagamento',
  count: (count: number) => (count === 1 ? '1 devolução' : `${count} devoluções`),
  done: (amount: string) => `devolvido ${amount}`,
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'Refunds',
  one: 'Refund',
  empty: 'No refunds found.',
  reason: 'Reason',
  reference: 'Refund reference',
  order: 'Checkout reference',
  completed_at: 'Completed',
  chosen: 'chosen',
  show_payment: 'View payment',
  count: (count) => (count === 1 ? '1 refund' : `${count} refunds`),
  done: (amount) => `refunded ${amount}`,
}

const es: Texts = {
  title: 'Devoluciones',
  one: 'Devolución',
  empty: 'No se encontró ninguna devolución.',
  reason: 'Motivo',
  reference: 'Referencia de la devolución',
  order: 'Referencia del cobro',
  completed_at: 'Hecha',
  chosen: 'elegido',
  show_payment: 'Ver el pago',
  count: (count) => (count === 1 ? '1 devolución' : `${count} devoluciones`),
  done: (amount) => `devuelto ${amount}`,
}

export const refunds: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }
