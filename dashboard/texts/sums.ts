import type { Locale } from '../../domain/formats/locale.ts'

const ptBR = {
  whole: 'Total',
  page: 'Nesta página',
  days: 'No período',
  payments: (count: number) => (count === 1 ? '1 pagamento' : `${count} pagamentos`),
  checkouts: (count: number) => (count === 1 ? '1 cobrança' : `${count} cobranças`),
  gross: (amount: string) => `recebido ${amount}`,
  refunded: (amount: string) => `devolvido ${amount}`,
  net: (amount: string) => `líquido ${amount}`,
}

type Texts = typeof ptBR

const en: Texts = {
  whole: 'Total',
  page: 'On this page',
  days: 'In this period',
  payments: (count) => (count === 1 ? '1 payment' : `${count} payments`),
  checkouts: (count) => (count === 1 ? '1 checkout' : `${count} checkouts`),
  gross: (amount) => `received ${amount}`,
  refunded: (amount) => `refunded ${amount}`,
  net: (amount) => `net ${amount}`,
}

const es: Texts = {
  whole: 'Total',
  page: 'En esta página',
  days: 'En el período',
  payments: (count) => (count === 1 ? '1 pago' : `${count} pagos`),
  checkouts: (count) => (count === 1 ? '1 cobro' : `${count} cobros`),
  gross: (amount) => `recibido ${amount}`,
  refunded: (amount) => `devuelto ${amount}`,
  net: (amount) => `neto ${amount}`,
}

export const sums: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }
