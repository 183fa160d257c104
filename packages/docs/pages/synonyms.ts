/**
 * Words that readers use for what the docs call otherwise, and features of other services with
 * their counterpart here. The search finds each of the pages by each of the words, whatever the
 * language of the docs.
 */
type Synonyms = { words: string[]; pages: string[] }

export const synonyms: Synonyms[] = [
  {
    words: [
      'reembolso',
      'reembolsar',
      'estorno',
      'estornar',
      'devolução',
      'devolver',
      'refund',
      'money back',
      'cancelar pagamento',
      'metade',
      'parcial',
      'partial',
    ],
    pages: ['guides/refunds-and-reversals', 'operations/createRefund'],
  },
  {
    words: ['chargeback', 'contestação', 'disputa', 'dispute', 'MED', 'fraude', 'fraud'],
    pages: ['guides/refunds-and-reversals', 'events/payment.reversed'],
  },
  {
    words: ['cobrança', 'cobrar', 'fatura', 'charge', 'invoice', 'payment intent', 'preferência'],
    pages: ['operations/createCartCheckout', 'guides/carts-and-codes', 'operations/createCheckout'],
  },
  {
    words: ['link de pagamento', 'payment link', 'link', 'QR no balcão', 'WhatsApp', 'doação'],
    pages: ['guides/payment-links', 'operations/createPaymentLink'],
  },
  {
    words: [
      'boleto',
      'cartão',
      'cartão de crédito',
      'crédito',
      'débito',
      'parcelamento',
      'parcelas',
      'card',
      'credit card',
      'installments',
      'Apple Pay',
      'Google Pay',
      'meios de pagamento',
      'payment methods',
    ],
    pages: ['guides/payment-methods'],
  },
  {
    words: [
      'assinatura',
      'assinatura mensal',
      'recorrência',
      'recorrente',
      'mensalidade',
      'plano',
      'subscription',
      'recurring',
      'Pix Automático',
      'débito automático',
    ],
    pages: ['guides/sell-a-subscription', 'operations/createSubscription'],
  },
  {
    words: ['split', 'marketplace', 'repasse', 'saque', 'payout'],
    pages: ['guides/payment-methods'],
  },
  {
    words: ['copia e cola', 'QR code', 'qrcode', 'código pix', 'pix code', 'brcode', 'EMV'],
    pages: ['operations/getCheckoutPix', 'guides/carts-and-codes'],
  },
  {
    words: [
      'assinatura do webhook',
      'verificar assinatura',
      'validar webhook',
      'HMAC',
      'signature',
      'whsec',
    ],
    pages: ['chapters/events', 'guides/webhooks'],
  },
  {
    words: ['notificação', 'notificações', 'callback', 'IPN', 'postback', 'aviso', 'notification'],
    pages: ['guides/webhooks', 'chapters/events', 'guides/catching-up'],
  },
  {
    words: ['conciliação', 'conciliar', 'extrato', 'relatório', 'OFX', 'CSV', 'XLSX', 'planilha'],
    pages: ['guides/reconciliation', 'operations/exportStatementEntries'],
  },
  {
    words: ['token', 'autenticação', 'login', 'API key', 'chave de API', 'credenciais', 'OAuth'],
    pages: ['guides/access-tokens', 'operations/issueToken'],
  },
  {
    words: ['repetir', 'timeout', 'retry', 'duplicado', 'duplicidade', 'idempotência'],
    pages: ['guides/retries-and-idempotency'],
  },
  {
    words: ['pedido', 'order', 'carrinho', 'cart', 'frete', 'shipping', 'cupom', 'desconto'],
    pages: ['guides/carts-and-codes', 'operations/createCartCheckout'],
  },
  {
    words: ['expirar', 'vencimento', 'prazo', 'validade', 'due date', 'cancelar cobrança'],
    pages: ['operations/cancelCheckout', 'events/checkout.expired'],
  },
  {
    words: ['testar', 'simular', 'homologação', 'ambiente de testes', 'test mode', 'staging'],
    pages: ['guides/sandbox', 'operations/sandboxPayCheckout'],
  },
  {
    words: [
      'produção',
      'banco',
      'certificado',
      'mTLS',
      'Inter',
      'Efí',
      'Sicredi',
      'Itaú',
      'go live',
    ],
    pages: ['guides/connect-your-bank', 'guides/going-live', 'operations/connectBank'],
  },
  {
    words: ['LGPD', 'apagar cliente', 'excluir cliente', 'esquecer', 'GDPR', 'delete customer'],
    pages: ['operations/eraseCustomer'],
  },
  {
    words: ['429', 'limite de requisições', 'rate limit', 'throttling', 'cota'],
    pages: ['guides/limits', 'errors/too_many_requests'],
  },
  {
    words: ['409', 'conflito', 'conflict'],
    pages: ['errors#409', 'guides/errors'],
  },
  {
    words: [
      'migrar',
      'migração',
      'Stripe',
      'Mercado Pago',
      'Woovi',
      'OpenPix',
      'Asaas',
      'PagSeguro',
    ],
    pages: ['guides/moving-to-balcao'],
  },
  {
    words: ['comparação', 'taxas', 'preço', 'custo', 'fees', 'pricing', 'comparison'],
    pages: ['guides/how-it-compares'],
  },
  {
    words: ['SDK', 'biblioteca', 'library', 'Postman', 'Bruno', 'Insomnia', 'coleção', 'swagger'],
    pages: ['downloads', 'guides/retries-and-idempotency'],
  },
]
