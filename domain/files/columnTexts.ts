/** The titles of columns that the files of statement, payments, checkouts and refunds share. */
import type { Locale } from '../formats/locale.ts'

const ptBR = {
  date: 'Data',
  customer_name: 'Cliente',
  customer_tax_id: 'CPF/CNPJ',
  external_id: 'Referência',
  amount: 'Valor',
  currency: 'Moeda',
  customer_email: 'E-mail',
  id: 'Identificador',
  payment_id: 'Pagamento',
  checkout_id: 'Cobrança',
  customer_id: 'Identificador do cliente',
  subscription_id: 'Assinatura',
  invoice_id: 'Fatura',
}

type ColumnTexts = typeof ptBR

const en: ColumnTexts = {
  date: 'Date',
  customer_name: 'Customer',
  customer_tax_id: 'CPF/CNPJ',
  external_id: 'Reference',
  amount: 'Amount',
  currency: 'Currency',
  customer_email: 'E-mail',
  id: 'Id',
  payment_id: 'Payment',
  checkout_id: 'Checkout',
  customer_id: 'Customer id',
  subscription_id: 'Subscription',
  invoice_id: 'Invoice',
}

const es: ColumnTexts = {
  date: 'Fecha',
  customer_name: 'Cliente',
  customer_tax_id: 'CPF/CNPJ',
  external_id: 'Referencia',
  amount: 'Importe',
  currency: 'Moneda',
  customer_email: 'Correo electrónico',
  id: 'Identificador',
  payment_id: 'Pago',
  checkout_id: 'Cobro',
  customer_id: 'Identificador del cliente',
  subscription_id: 'Suscripción',
  invoice_id: 'Factura',
}

export const columnTexts: Record<Locale, ColumnTexts> = { 'pt-BR': ptBR, en, es }
