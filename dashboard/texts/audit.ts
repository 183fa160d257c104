import type { Locale } from '../../domain/formats/locale.ts'

/** The names in a refund's sentence: what was sold and to whom, where they are known. */
type RefundNames = { amount: string; order: string; buyer: string }

const ptBR = {
  title: 'Auditoria',
  empty: 'Nada registrado.',
  nothing_yet: 'Nada encontrado até aqui. A busca continua na próxima página.',
  when: 'Quando',
  actor: 'Autor',
  target: 'Objeto',
  target_id: 'Objeto (ID)',
  created_from: 'Desde',
  created_to: 'Até',
  raw: 'Dados',
  refund: ({ amount, order, buyer }: RefundNames) =>
    [amount, order && `do ${order}`, buyer && `a ${buyer}`].filter(Boolean).join(' '),
  kinds: {
    api_client: 'Chave de API',
    bank_connection: 'Banco',
    checkout: 'Cobrança',
    customer: 'Cliente',
    invitation: 'Convite',
    invoice: 'Fatura',
    offer: 'Oferta',
    passkey: 'Passkey',
    payment: 'Pagamento',
    payment_link: 'Link de pagamento',
    product: 'Produto',
    refund: 'Devolução',
    seller: 'Conta',
    session: 'Sessão',
    subscription: 'Assinatura',
    user: 'Pessoa',
    webhook_endpoint: 'Webhook',
  } as Partial<Record<string, string>>,
  actors: {
    user: (name: string) => name || 'Uma pessoa',
    api_client: (name: string) => `A chave ${name}`.trim(),
    operator: (name: string) => (name ? `A linha de comando (${name})` : 'A linha de comando'),
    system: () => 'O sistema',
  },
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'Audit log',
  empty: 'No activity recorded.',
  nothing_yet: 'No matches so far. The search continues on the next page.',
  when: 'When',
  actor: 'Actor',
  target: 'Target',
  target_id: 'Target ID',
  created_from: 'From',
  created_to: 'To',
  raw: 'Data',
  refund: ({ amount, order, buyer }) =>
    [amount, order && `of ${order}`, buyer && `to ${buyer}`].filter(Boolean).join(' '),
  kinds: {
    api_client: 'API key',
    bank_connection: 'Bank',
    checkout: 'Checkout',
    customer: 'Customer',
    invitation: 'Invitation',
    invoice: 'Invoice',
    offer: 'Offer',
    passkey: 'Passkey',
    payment: 'Payment',
    payment_link: 'Payment link',
    product: 'Product',
    refund: 'Refund',
    seller: 'Account',
    session: 'Session',
    subscription: 'Subscription',
    user: 'Person',
    webhook_endpoint: 'Webhook',
  },
  actors: {
    user: (name) => name || 'Somebody',
    api_client: (name) => `The key ${name}`.trim(),
    operator: (name) => (name ? `The command line (${name})` : 'The command line'),
    system: () => 'The system',
  },
}

const es: Texts = {
  title: 'Auditoría',
  empty: 'Nada registrado.',
  nothing_yet: 'Nada encontrado hasta aquí. La búsqueda continúa en la página siguiente.',
  when: 'Cuándo',
  actor: 'Quién',
  target: 'En qué',
  target_id: 'ID del objeto',
  created_from: 'Desde',
  created_to: 'Hasta',
  raw: 'Datos',
  refund: ({ amount, order, buyer }) =>
    [amount, order && `del ${order}`, buyer && `a ${buyer}`].filter(Boolean).join(' '),
  kinds: {
    api_client: 'Clave de API',
    bank_connection: 'Banco',
    checkout: 'Cobro',
    customer: 'Cliente',
    invitation: 'Invitación',
    invoice: 'Factura',
    offer: 'Oferta',
    passkey: 'Passkey',
    payment: 'Pago',
    payment_link: 'Enlace de pago',
    product: 'Producto',
    refund: 'Devolución',
    seller: 'Cuenta',
    session: 'Sesión',
    subscription: 'Suscripción',
    user: 'Persona',
    webhook_endpoint: 'Webhook',
  },
  actors: {
    user: (name) => name || 'Una persona',
    api_client: (name) => `La clave ${name}`.trim(),
    operator: (name) => (name ? `La línea de comandos (${name})` : 'La línea de comandos'),
    system: () => 'El sistema',
  },
}

export const audit: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }
