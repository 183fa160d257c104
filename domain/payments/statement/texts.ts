/** The words of the statement's files. */
import { columnTexts } from '../../files/columnTexts.ts'
import type { Locale } from '../../formats/locale.ts'
import type { EntryType } from './entries.ts'

const ptBR = {
  title: 'Extrato',
  /** The name of the file, before its days. */
  file: 'extrato',
  columns: {
    ...columnTexts['pt-BR'],
    type: 'Tipo',
    occurred_at: 'Data e hora',
    end_to_end_id: 'ID da transação Pix',
    txid: 'txid',
    description: 'Descrição',
  },
  days: { title: 'Por dia', received: 'Recebido', refunded: 'Devolvido', net: 'Líquido' },
  types: {
    payment: 'Pagamento',
    refund: 'Devolução',
    reversal: 'Devolução feita pelo banco',
    returned_payment: 'Pagamento não aceito',
    return: 'Devolução de pagamento não aceito',
    fee: 'Tarifa do provedor',
    unmatched: 'Recebido sem cobrança',
  } satisfies Record<EntryType, string>,
}

export type StatementTexts = typeof ptBR

const en: StatementTexts = {
  title: 'Statement',
  file: 'statement',
  columns: {
    ...columnTexts.en,
    type: 'Type',
    occurred_at: 'Time',
    end_to_end_id: 'End-to-end id',
    txid: 'txid',
    description: 'Description',
  },
  days: { title: 'By day', received: 'Received', refunded: 'Refunded', net: 'Net' },
  types: {
    payment: 'Payment',
    refund: 'Refund',
    reversal: 'Reversal by the bank',
    returned_payment: 'Returned payment',
    return: 'Return of a payment',
    fee: "Provider's fee",
    unmatched: 'Received without a charge',
  },
}

const es: StatementTexts = {
  title: 'Extracto',
  file: 'extracto',
  columns: {
    ...columnTexts.es,
    type: 'Tipo',
    occurred_at: 'Fecha y hora',
    end_to_end_id: 'ID de la transacción Pix',
    txid: 'txid',
    description: 'Descripción',
  },
  days: { title: 'Por día', received: 'Recibido', refunded: 'Devuelto', net: 'Neto' },
  types: {
    payment: 'Pago',
    refund: 'Devolución',
    reversal: 'Devolución hecha por el banco',
    returned_payment: 'Pago no aceptado',
    return: 'Devolución de pago no aceptado',
    fee: 'Comisión del proveedor',
    unmatched: 'Recibido sin cobro',
  },
}

export const statementTexts: Record<Locale, StatementTexts> = { 'pt-BR': ptBR, en, es }
