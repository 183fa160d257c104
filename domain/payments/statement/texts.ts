/** The words of the statement's files. */
import type { Locale } from '../../formats/locale.ts'
import type { EntryType } from './entries.ts'

const ptBR = {
  title: 'Extrato',
  /** The name of the file, before its days. */
  file: 'extrato',
  columns: {
    id: 'Identificador',
    type: 'Tipo',
    date: 'Data',
    occurred_at: 'Data e hora',
    amount: 'Valor',
    currency: 'Moeda',
    payment_id: 'Pagamento',
    checkout_id: 'Cobrança',
    external_id: 'Referência',
    end_to_end_id: 'ID da transação Pix',
    txid: 'txid',
    customer_name: 'Cliente',
    customer_id: 'Identificador do cliente',
    customer_email: 'E-mail',
    customer_tax_id: 'CPF/CNPJ',
    description: 'Descrição',
    subscription_id: 'Assinatura',
    invoice_id: 'Fatura',
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
    id: 'Id',
    type: 'Type',
    date: 'Date',
    occurred_at: 'Time',
    amount: 'Amount',
    currency: 'Currency',
    payment_id: 'Payment',
    checkout_id: 'Checkout',
    external_id: 'Reference',
    end_to_end_id: 'End-to-end id',
    txid: 'txid',
    customer_name: 'Customer',
    customer_id: 'Customer id',
    customer_email: 'E-mail',
    customer_tax_id: 'CPF/CNPJ',
    description: 'Description',
    subscription_id: 'Subscription',
    invoice_id: 'Invoice',
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
    id: 'Identificador',
    type: 'Tipo',
    date: 'Fecha',
    occurred_at: 'Fecha y hora',
    amount: 'Importe',
    currency: 'Moneda',
    payment_id: 'Pago',
    checkout_id: 'Cobro',
    external_id: 'Referencia',
    end_to_end_id: 'ID de la transacción Pix',
    txid: 'txid',
    customer_name: 'Cliente',
    customer_id: 'Identificador del cliente',
    customer_email: 'Correo electrónico',
    customer_tax_id: 'CPF/CNPJ',
    description: 'Descripción',
    subscription_id: 'Suscripción',
    invoice_id: 'Factura',
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
