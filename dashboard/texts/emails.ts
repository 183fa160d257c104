import type { Locale } from '../../domain/formats/locale.ts'

/** How the reasons that this service gives begin (domain/mail). */
const ours = [
  'It could not be sent within a day.',
  'What it tells of is gone.',
  'The address has had ',
  'The process ended while',
  'The address is none',
  'The mail server took more than',
  'The connection to the mail server',
] as const

const ptBR = {
  title: 'E-mails enviados',
  title_failed: (count: number) => `E-mails enviados: ${count} não entregues`,
  /** Each by how our own words begin. */
  reasons: [
    [ours[0], 'Não foi possível enviá-lo em um dia.'],
    [ours[1], 'O que ele conta não existe mais.'],
    [ours[2], 'O endereço já recebeu o máximo de e-mails por dia.'],
    [ours[3], 'O serviço parou durante o envio: pode ter chegado, e não é repetido.'],
    [ours[4], 'O endereço não recebe e-mails.'],
    [ours[5], 'O servidor de e-mail demorou demais.'],
    [ours[6], 'O servidor de e-mail encerrou a conexão.'],
  ] as [string, string][],
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
    refund_unconfirmed: 'Devolução que o banco não mostra',
    refund_exceeded: 'Devolução acima do pedido',
    payment_reversed: 'Dinheiro retirado pelo banco',
    certificate_ends: 'Certificado que vence',
    endpoint_failing: 'Endpoint que falha',
    owner_joined: 'Novo proprietário',
    passkey_added: 'Nova passkey',
    bank_changed: 'Mudança do banco',
    alerts_digest: 'Resumo de avisos',
    sales_digest: 'Resumo de vendas',
  },
  statuses: { pending: 'A enviar', sending: 'Enviando', sent: 'Enviado', failed: 'Falhou' },
  not_delivered: (what: string, to: string, why: string) =>
    `O e-mail “${what}” para ${to} não pôde ser entregue: ${why}`,
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'E-mails sent',
  title_failed: (count) => `E-mails sent: ${count} not delivered`,
  /** Each by how our own words begin. */
  reasons: [
    [ours[0], 'It could not be sent within a day.'],
    [ours[1], 'What it is about no longer exists.'],
    [ours[2], 'The address has reached its daily limit of e-mails.'],
    [ours[3], 'The service stopped while sending it: it may have arrived, and is not resent.'],
    [ours[4], 'E-mail cannot be sent to this address.'],
    [ours[5], 'The mail server took too long.'],
    [ours[6], 'The mail server closed the connection.'],
  ],
  about: 'About',
  to: 'To',
  created_at: 'When',
  reason: 'Failure reason',
  types: {
    buyer_receipt: 'Receipt',
    buyer_refund: 'Refund',
    invitation: 'Invitation',
    seller_sale: 'Sale',
    refund_failed: 'Failed refund',
    refund_unconfirmed: 'Refund that the bank does not show',
    refund_exceeded: 'Refund over more than was ordered',
    payment_reversed: 'Payment reversed by the bank',
    certificate_ends: 'Expiring certificate',
    endpoint_failing: 'Failing webhook',
    owner_joined: 'New owner',
    passkey_added: 'New passkey',
    bank_changed: 'Bank changed',
    alerts_digest: 'Digest of alerts',
    sales_digest: 'Digest of sales',
  },
  statuses: { pending: 'Queued', sending: 'Sending', sent: 'Sent', failed: 'Failed' },
  not_delivered: (what, to, why) => `The e-mail “${what}” to ${to} could not be delivered: ${why}`,
}

const es: Texts = {
  title: 'Correos enviados',
  title_failed: (count) => `Correos enviados: ${count} sin entregar`,
  /** Each by how our own words begin. */
  reasons: [
    [ours[0], 'No se pudo enviar en un día.'],
    [ours[1], 'Lo que cuenta ya no existe.'],
    [ours[2], 'La dirección ya recibió el máximo de correos por día.'],
    [ours[3], 'El servicio se detuvo durante el envío: puede haber llegado, y no se repite.'],
    [ours[4], 'La dirección no recibe correos.'],
    [ours[5], 'El servidor de correo tardó demasiado.'],
    [ours[6], 'El servidor de correo cerró la conexión.'],
  ],
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
    refund_unconfirmed: 'Devolución que el banco no muestra',
    refund_exceeded: 'Devolución por más de lo pedido',
    payment_reversed: 'Dinero retirado por el banco',
    certificate_ends: 'Certificado que vence',
    endpoint_failing: 'Endpoint que falla',
    owner_joined: 'Nuevo propietario',
    passkey_added: 'Nueva passkey',
    bank_changed: 'Cambio del banco',
    alerts_digest: 'Resumen de avisos',
    sales_digest: 'Resumen de ventas',
  },
  statuses: { pending: 'Por enviar', sending: 'Enviando', sent: 'Enviado', failed: 'Falló' },
  not_delivered: (what, to, why) => `El correo “${what}” para ${to} no se pudo entregar: ${why}`,
}

export const emails: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }
