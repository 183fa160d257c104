import type { Locale } from '../../domain/formats/locale.ts'
import type { components } from '../../generated/types.ts'

type EventType = components['schemas']['EventType']
type DeliveryStatus = components['schemas']['WebhookDelivery']['status']

const ptBR = {
  title: 'Eventos',
  one: 'Evento',
  empty: 'Nenhum evento encontrado.',
  type: 'Tipo',
  subject: 'Sobre',
  invoice: 'Fatura',
  created_from: 'Desde',
  created_to: 'Até',
  payload: 'Conteúdo enviado',
  types: {
    'payment.succeeded': 'Pagamento confirmado',
    'payment.declined': 'Pagamento recusado',
    'payment.reversed': 'Dinheiro devolvido',
    'refund.succeeded': 'Devolução concluída',
    'refund.failed': 'Devolução falhou',
    'checkout.canceled': 'Cobrança cancelada',
    'checkout.expired': 'Cobrança vencida',
    'subscription.activated': 'Assinatura ativa',
    'subscription.expired': 'Assinatura vencida',
    'subscription.canceled': 'Assinatura cancelada',
    'subscription.ended': 'Assinatura concluída',
    'invoice.created': 'Fatura criada',
    'invoice.paid': 'Fatura paga',
    'invoice.payment_failed': 'Débito falhou',
    'invoice.uncollectible': 'Fatura não recebida',
    'invoice.voided': 'Fatura anulada',
    'invoice.reversed': 'Dinheiro de fatura devolvido',
  } satisfies Record<EventType, string>,
  delivery_statuses: {
    pending: 'Na fila',
    delivered: 'Entregue',
    failed: 'Falhou',
    unknown: 'Sem confirmação',
  } satisfies Record<DeliveryStatus, string>,
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'Events',
  one: 'Event',
  empty: 'No events found.',
  type: 'Type',
  subject: 'About',
  invoice: 'Invoice',
  created_from: 'From',
  created_to: 'To',
  payload: 'Payload',
  types: {
    'payment.succeeded': 'Payment confirmed',
    'payment.declined': 'Payment declined',
    'payment.reversed': 'Payment reversed',
    'refund.succeeded': 'Refund succeeded',
    'refund.failed': 'Refund failed',
    'checkout.canceled': 'Checkout canceled',
    'checkout.expired': 'Checkout expired',
    'subscription.activated': 'Subscription active',
    'subscription.expired': 'Subscription expired',
    'subscription.canceled': 'Subscription canceled',
    'subscription.ended': 'Subscription ended',
    'invoice.created': 'Invoice created',
    'invoice.paid': 'Invoice paid',
    'invoice.payment_failed': 'Debit failed',
    'invoice.uncollectible': 'Invoice uncollectible',
    'invoice.voided': 'Invoice voided',
    'invoice.reversed': 'Invoice reversed',
  },
  delivery_statuses: {
    pending: 'Queued',
    delivered: 'Delivered',
    failed: 'Failed',
    unknown: 'Outcome unknown',
  },
}

const es: Texts = {
  title: 'Eventos',
  one: 'Evento',
  empty: 'No se encontró ningún evento.',
  type: 'Tipo',
  subject: 'Sobre',
  invoice: 'Factura',
  created_from: 'Desde',
  created_to: 'Hasta',
  payload: 'Contenido enviado',
  types: {
    'payment.succeeded': 'Pago confirmado',
    'payment.declined': 'Pago rechazado',
    'payment.reversed': 'Dinero devuelto',
    'refund.succeeded': 'Devolución hecha',
    'refund.failed': 'La devolución falló',
    'checkout.canceled': 'Cobro cancelado',
    'checkout.expired': 'Cobro vencido',
    'subscription.activated': 'Suscripción activa',
    'subscription.expired': 'Suscripción vencida',
    'subscription.canceled': 'Suscripción cancelada',
    'subscription.ended': 'Suscripción terminada',
    'invoice.created': 'Factura creada',
    'invoice.paid': 'Factura pagada',
    'invoice.payment_failed': 'El débito falló',
    'invoice.uncollectible': 'Factura incobrable',
    'invoice.voided': 'Factura anulada',
    'invoice.reversed': 'Dinero de factura devuelto',
  },
  delivery_statuses: {
    pending: 'En cola',
    delivered: 'Entregado',
    failed: 'Falló',
    unknown: 'Resultado desconocido',
  },
}

export const events: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }
