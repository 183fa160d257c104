/** The words of the file of refunds. */
import type { Locale } from '../formats/locale.ts'

const ptBR = {
  title: 'Devoluções',
  /** The name of the file. */
  file: 'devolucoes',
  columns: {
    date: 'Data',
    status: 'Situação',
    customer_name: 'Cliente',
    customer_tax_id: 'CPF/CNPJ',
    reason: 'Motivo',
    external_id: 'Referência',
    amount: 'Valor',
    currency: 'Moeda',
    order: 'Referência da cobrança',
    origin: 'Origem',
    failure_reason: 'Motivo da falha',
    created_at: 'Criada em',
    completed_at: 'Concluída em',
    customer_email: 'E-mail',
    id: 'Identificador',
    payment_id: 'Pagamento',
    checkout_id: 'Cobrança',
    customer_id: 'Identificador do cliente',
  },
  statuses: { pending: 'Em andamento', succeeded: 'Concluída', failed: 'Falhou' },
  origins: { seller: 'Loja', bank: 'Banco', automatic: 'Automática' },
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'Refunds',
  file: 'refunds',
  columns: {
    date: 'Date',
    status: 'Status',
    customer_name: 'Customer',
    customer_tax_id: 'CPF/CNPJ',
    reason: 'Reason',
    external_id: 'Reference',
    amount: 'Amount',
    currency: 'Currency',
    order: "Checkout's reference",
    origin: 'Origin',
    failure_reason: 'Failure reason',
    created_at: 'Created',
    completed_at: 'Completed',
    customer_email: 'E-mail',
    id: 'Id',
    payment_id: 'Payment',
    checkout_id: 'Checkout',
    customer_id: 'Customer id',
  },
  statuses: { pending: 'Pending', succeeded: 'Succeeded', failed: 'Failed' },
  origins: { seller: 'Shop', bank: 'Bank', automatic: 'Automatic' },
}

const es: Texts = {
  title: 'Devoluciones',
  file: 'devoluciones',
  columns: {
    date: 'Fecha',
    status: 'Estado',
    customer_name: 'Cliente',
    customer_tax_id: 'CPF/CNPJ',
    reason: 'Motivo',
    external_id: 'Referencia',
    amount: 'Importe',
    currency: 'Moneda',
    order: 'Referencia del cobro',
    origin: 'Origen',
    failure_reason: 'Motivo del error',
    created_at: 'Creada',
    completed_at: 'Completada',
    customer_email: 'Correo electrónico',
    id: 'Identificador',
    payment_id: 'Pago',
    checkout_id: 'Cobro',
    customer_id: 'Identificador del cliente',
  },
  statuses: { pending: 'En curso', succeeded: 'Completada', failed: 'Falló' },
  origins: { seller: 'Tienda', bank: 'Banco', automatic: 'Automática' },
}

export const refundFileTexts: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }
