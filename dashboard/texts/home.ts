import type { Locale } from '../../domain/checkouts/page/locale.ts'

const ptBR = {
  title: 'Início',
  today: 'Hoje',
  week: 'Últimos 7 dias',
  month: 'Últimos 30 dias',
  against: (change: string) => `${change} em relação ao período anterior`,
  no_before: 'Nada no período anterior',
  chart: 'Recebido por dia, nos últimos 31 dias',
  day: 'Dia',
  received: 'Recebido',
  payments: (count: number) => (count === 1 ? '1 pagamento' : `${count} pagamentos`),
  refunded: (amount: string) => `${amount} devolvidos`,
  attention: 'Precisa de atenção',
  all_well: 'Nada precisa de atenção.',
  failed_refunds: 'Há devoluções que falharam.',
  failed_deliveries: 'Há webhooks que não foram entregues.',
  show: 'Ver',
  test: {
    title: 'Experimente',
    text: (product: string) =>
      `Crie uma cobrança de teste de ${product} e pague-a como comprador: nenhum dinheiro se move.`,
    submit: 'Abrir uma cobrança de teste',
    no_product: 'Crie um produto para abrir a primeira cobrança.',
    products: 'Produtos',
  },
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'Home',
  today: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
  against: (change: string) => `${change} against the period before`,
  no_before: 'Nothing in the period before',
  chart: 'Received by day, in the last 31 days',
  day: 'Day',
  received: 'Received',
  payments: (count: number) => (count === 1 ? '1 payment' : `${count} payments`),
  refunded: (amount: string) => `${amount} refunded`,
  attention: 'Needs attention',
  all_well: 'Nothing needs attention.',
  failed_refunds: 'There are refunds that failed.',
  failed_deliveries: 'There are webhooks that were not delivered.',
  show: 'Show',
  test: {
    title: 'Try it',
    text: (product) =>
      `Make a test checkout of ${product} and pay it as a buyer would: no money moves.`,
    submit: 'Open a test checkout',
    no_product: 'Make a product to open the first checkout.',
    products: 'Products',
  },
}

const es: Texts = {
  title: 'Inicio',
  today: 'Hoy',
  week: 'Últimos 7 días',
  month: 'Últimos 30 días',
  against: (change: string) => `${change} frente al período anterior`,
  no_before: 'Nada en el período anterior',
  chart: 'Recibido por día, en los últimos 31 días',
  day: 'Día',
  received: 'Recibido',
  payments: (count: number) => (count === 1 ? '1 pago' : `${count} pagos`),
  refunded: (amount: string) => `${amount} devueltos`,
  attention: 'Requiere atención',
  all_well: 'Nada requiere atención.',
  failed_refunds: 'Hay devoluciones que fallaron.',
  failed_deliveries: 'Hay webhooks que no fueron entregados.',
  show: 'Ver',
  test: {
    title: 'Pruébelo',
    text: (product) =>
      `Cree un cobro de prueba de ${product} y páguelo como comprador: no se mueve dinero.`,
    submit: 'Abrir un cobro de prueba',
    no_product: 'Cree un producto para abrir el primer cobro.',
    products: 'Productos',
  },
}

export const home: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }
