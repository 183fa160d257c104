import type { Locale } from '../../domain/formats/locale.ts'

const ptBR = {
  title: 'Extrato',
  empty: 'Nada entrou nem foi devolvido neste período.',
  days: 'Por dia',
  day: 'Dia',
  count: 'Pagamentos',
  received: 'Recebido',
  refunded: 'Devolvido',
  net: 'Líquido',
  entries: 'Lançamentos',
  description: 'Descrição',
  type: 'Tipo',
  when: 'Quando',
  period: (from: string, to: string) => `De ${from} a ${to}`,
  exports: { csv: 'Exportar CSV', xlsx: 'Exportar Excel (XLSX)', ofx: 'Exportar OFX' },
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'Statement',
  empty: 'No payments or refunds in this period.',
  days: 'By day',
  day: 'Day',
  count: 'Payments',
  received: 'Received',
  refunded: 'Refunded',
  net: 'Net',
  entries: 'Entries',
  description: 'Description',
  type: 'Type',
  when: 'When',
  period: (from, to) => `${from} to ${to}`,
  exports: { csv: 'Export CSV', xlsx: 'Export Excel (XLSX)', ofx: 'Export OFX' },
}

const es: Texts = {
  title: 'Extracto',
  empty: 'Nada entró ni se devolvió en este período.',
  days: 'Por día',
  day: 'Día',
  count: 'Pagos',
  received: 'Recibido',
  refunded: 'Devuelto',
  net: 'Neto',
  entries: 'Movimientos',
  description: 'Descripción',
  type: 'Tipo',
  when: 'Cuándo',
  period: (from, to) => `Del ${from} al ${to}`,
  exports: { csv: 'Exportar CSV', xlsx: 'Exportar Excel (XLSX)', ofx: 'Exportar OFX' },
}

export const statement: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }
