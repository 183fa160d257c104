/** The terms and states of a subscription in Portuguese; the others fill the same shape. */
export const ptBR = {
  title: {
    incomplete: 'Aguardando a sua autorização',
    'paid-not-authorized': 'Pagamento recebido, débito não autorizado',
    active: 'Assinatura ativa',
    past_due: 'Há um pagamento em atraso',
    canceled: 'Assinatura cancelada',
    expired: 'Assinatura não concluída',
    ended: 'Assinatura concluída',
    not_found: 'Assinatura não encontrada',
    cancel: 'Cancelar esta assinatura?',
  },
  not_found_text: 'Não há nenhuma assinatura neste endereço.',
  not_found_help: 'Confira o link ou peça um novo a quem está vendendo.',
  refused: 'Não entendemos o pedido, e nada mudou. Use os botões desta página.',
  subscribe: 'Assine com Pix Automático',
  link: {
    form: 'Seus dados',
    submit: 'Continuar',
    reserve:
      'Na próxima página está o código que você paga e autoriza no seu banco. Nada é cobrado ' +
      'antes.',
  },
  terms: 'Condições da assinatura',
  every: {
    '1 week': 'por semana',
    '1 month': 'por mês',
    '3 month': 'a cada 3 meses',
    '6 month': 'a cada 6 meses',
    '12 month': 'a cada 12 meses',
    '1 year': 'por ano',
  },
  name: 'Assinatura',
  first_amount: 'Primeiro pagamento',
  next_amounts: 'Depois',
  first_day: 'Primeiro dia',
  paid_with_code: 'Ao pagar o código Pix',
  count: 'Cobranças',
  count_of: (count: number): string => `${count} no total`,
  until_canceled: 'Até você cancelar',
  variable: 'Valor variável',
  variable_text:
    'O valor pode mudar a cada cobrança. Ao autorizar, você escolhe no seu banco um limite por ' +
    'cobrança, e nada acima dele é debitado.',
  least_limit: (amount: string): string => `O limite não pode ser menor que ${amount}.`,
  how_to_cancel: 'Como cancelar',
  how_to_cancel_text:
    'Quando quiser, nesta página ou no aplicativo do seu banco, na área Pix Automático. Para ' +
    'que a próxima cobrança não seja feita, cancele até as 22h do dia anterior a ela.',
  keep_address: 'Guarde o endereço desta página: ele abre a assinatura a qualquer momento.',
  waiting: { both: 'Aguardando pagamento e autorização', only: 'Aguardando a autorização' },
  qr_of: (name: string): string => `Código QR do Pix Automático de ${name}`,
  how_it_works: 'Como funciona',
  steps: {
    both: [
      'Abra o aplicativo do seu banco, entre na área Pix e leia o código ou cole-o.',
      'Confira quem recebe, o valor e a periodicidade. Pague e autorize o Pix Automático.',
      'As próximas cobranças são debitadas da sua conta sem que você precise fazer nada.',
    ],
    only: [
      'Abra o aplicativo do seu banco, entre na área Pix e leia o código ou cole-o.',
      'Confira quem recebe, o valor e a periodicidade, e autorize. Nada é pago agora.',
      'As cobranças são debitadas da sua conta, a primeira no dia indicado.',
    ],
  },
  updates_itself: 'Esta página muda sozinha assim que o seu banco confirmar.',
  coming_title: 'O código está sendo gerado',
  no_code_title: 'O código ainda não está pronto',
  next_debit: 'Próximo débito',
  no_next_debit: 'Não haverá outro débito.',
  amount: 'Valor',
  may_change: 'pode mudar',
  paid_until: 'Pago até',
  active_text: 'Os pagamentos são debitados da sua conta pelo Pix Automático.',
  past_due_text: (reason: string): string => `A cobrança mais recente não foi paga: ${reason}.`,
  next_attempt: (day: string): string => `O seu banco tentará de novo em ${day}.`,
  pay_by_code: (amount: string): string =>
    'O débito não será tentado de novo. Para continuar em dia, ' +
    `pague ${amount} com o código desta página.`,
  no_attempt: 'O débito desta cobrança não será tentado de novo.',
  not_authorized_text:
    'Recebemos o primeiro pagamento, mas o seu banco não autorizou os próximos débitos. Ele ' +
    'talvez ainda não ofereça o Pix Automático.',
  not_authorized_wait: (time: string): string =>
    `Se o aplicativo do seu banco pedir a autorização, confirme até ${time}.`,
  not_authorized_end: 'Sem a autorização, nada mais será debitado.',
  expired_text:
    'O prazo terminou sem pagamento e sem autorização. Nada foi nem será debitado. Para assinar, ' +
    'volte à loja e comece de novo.',
  expired_paid_text:
    'O primeiro pagamento foi feito, mas os débitos não foram autorizados em 24 horas. Nada mais ' +
    'será debitado.',
  rejected_text: 'A autorização foi recusada no seu banco. Nada será debitado.',
  canceled_text: 'Nada mais será debitado. Se um débito ainda ocorrer, o valor volta para você.',
  canceled_by: {
    seller: 'A loja cancelou esta assinatura.',
    buyer: 'Você cancelou esta assinatura.',
    payer: 'A autorização foi cancelada no aplicativo do banco.',
    payer_bank: 'O banco de quem paga encerrou a autorização.',
    seller_bank: 'O banco da loja encerrou a autorização.',
    system: 'Esta assinatura foi encerrada.',
  },
  ended_text: 'Todas as cobranças previstas terminaram. Nada mais será debitado.',
  paid_until_text: (day: string): string => `O que você pagou vale até ${day}.`,
  reasons: {
    insufficient_funds: 'não havia saldo suficiente na conta',
    amount_over_limit: 'o valor passou do limite que você definiu no seu banco',
    account_closed: 'a conta de débito foi encerrada',
    account_blocked: 'a conta de débito está bloqueada',
    payer_mismatch: 'a conta não é da pessoa que autorizou',
    not_authorized: 'a autorização não vale mais',
    same_bank: 'o seu banco não faz este débito entre contas dele mesmo',
    rule: 'o banco recusou o débito',
    bank_error: 'houve uma falha entre os bancos',
    canceled_by_payer: 'o débito foi cancelado no aplicativo do banco',
    canceled_by_bank: 'o débito foi cancelado por um banco',
    missed: 'a cobrança não pôde ser enviada ao banco a tempo',
    other: 'o banco não concluiu o débito',
  },
  invoices: 'Cobranças',
  older_invoices: 'Cobranças mais antigas',
  newest_invoices: 'Cobranças mais recentes',
  invoice: (number: number): string => `Cobrança ${number}`,
  invoice_of: (number: number, cycles: number): string => `Cobrança ${number} de ${cycles}`,
  status: {
    draft: 'Prevista',
    open: 'Agendada',
    failed: 'Não debitada',
    paid: 'Paga',
    void: 'Não cobrada',
    uncollectible: 'Não paga',
  },
  receipt: 'Comprovante',
  receipt_of: (number: number): string => `Comprovante da cobrança ${number}`,
  period: 'Período',
  period_of: (start: string, end: string): string => `${start} a ${end}`,
  back_to_subscription: 'Voltar à assinatura',
  cancel: 'Cancelar assinatura',
  cancel_text: 'Depois de cancelada, a assinatura não pode ser retomada.',
  cancel_soon: (day: string): string =>
    `O débito de ${day} não pode mais ser detido; se ocorrer, o valor volta para a sua conta.`,
  confirm: 'Sim, cancelar',
  keep: 'Não, manter a assinatura',
  test_text: 'Nenhum dinheiro se move aqui. Escolha o que acontece:',
  test: {
    authorize: 'Pagar e autorizar',
    authorize_only: 'Autorizar',
    pay_only: 'Pagar sem autorizar',
    refuse: 'Recusar a autorização',
    pay: 'Debitar agora',
    pay_code: 'Pagar o código',
    fail: 'Fazer o débito falhar',
  },
}

/** The texts of one language: every entry of the Portuguese table, none optional. */
export type SubscriptionTexts = typeof ptBR
