import type { Locale } from '../../domain/formats/locale.ts'

const ptBR = {
  title: 'E-mails enviados',
  about: 'Assunto',
  to: 'Para',
  created_at: 'Quando',
  reason: 'Por que falhou',
  types: {
    buyer_receipt: 'Comprovante',
    buyer_refund: 'Devolução',
    invitation: 'Convite',
    seller_sale: 'Venda',
    refund_failed: 'Devolução que falhou',
    payment_reversed: 'Dinheiro retirado pelo banco',
    certificate_ends: 'Certificado que vence',
    endpoint_failing: 'Endpoint que falha',
    owner_joined: 'Novo proprietário',
    passkey_added: 'Nova passkey',
    bank_changed: 'Mudança do banco',
  },
  statuses: { pending: 'A enviar', sending: 'Enviando', sent: 'Enviado', failed: 'Falhou' },
  not_delivered: (what: string, to: string, why: string) =>
    `O e-mail “${what}” para ${to} não pôde ser entregue: ${why}`,
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'E-mails sent',
  about: 'About',
  to: 'To',
  created_at: 'When',
  reason: 'Why it failed',
  types: {
    buyer_receipt: 'Receipt',
    buyer_refund: 'Refund',
    invitation: 'Invitation',
    seller_sale: 'Sale',
    refund_failed: 'Refund that failed',
    payment_reversed: 'Money taken back by the bank',
    certificate_ends: 'Certificate that ends',
    endpoint_failing: 'Endpoint that fails',
    owner_joined: 'New owner',
    passkey_added: 'New passkey',
    bank_changed: 'Change of the bank',
  },
  statuses: { pending: 'To be sent', sending: 'Being sent', sent: 'Sent', failed: 'Failed' },
  not_delivered: (what, to, why) => `The e-mail “${what}” to ${to} could not be delivered: ${why}`,
}

const es: Texts = {
  title: 'Correos enviados',
  about: 'Asunto',
  to: 'Para',
  created_at: 'Cuándo',
  reason: 'Por qué falló',
  types: {
    buyer_receipt: 'Comprobante',
    buyer_refund: 'Devolución',
    invitation: 'Invitación',
    seller_sale: 'Venta',
    refund_failed: 'Devolución que falló',
    payment_reversed: 'Dinero retirado por el banco',
    certificate_ends: 'Certificado que vence',
    endpoint_failing: 'Endpoint que falla',
    owner_joined: 'Nuevo propietario',
    passkey_added: 'Nueva passkey',
    bank_changed: 'Cambio del banco',
  },
  statuses: { pending: 'Por enviar', sending: 'Enviando', sent: 'Enviado', failed: 'Falló' },
  not_delivered: (what, to, why) => `El correo “${what}” para ${to} no se pudo entregar: ${why}`,
}

export const emails: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }
