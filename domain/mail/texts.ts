import type { Locale } from '../formats/locale.ts'
import type { Actor } from '../identity/actor.ts'
import type { MailType } from './rows.ts'

type Words = { seller: string; amount: string; count: number; what: string; reason: string }

type MailText = {
  subject: (words: Words) => string
  lines: (words: Words) => string[]
  /** The label of the mail's link. */
  button: string
}

/** A type of mail; a sale that is a subscription has words of its own. */
type TextKey = MailType | 'seller_subscription'

const ptBR = {
  buyer_receipt: {
    subject: ({ seller }: Words) => `Comprovante do seu pagamento a ${seller}`,
    lines: ({ seller, amount }: Words) => [`${seller} recebeu o seu pagamento de ${amount}.`],
    button: 'Ver o comprovante',
  },
  buyer_refund: {
    subject: ({ seller, amount }: Words) => `${seller} devolveu ${amount}`,
    lines: ({ seller, amount }: Words) => [
      `${seller} devolveu ${amount} do seu pagamento. O dinheiro volta à conta de onde saiu.`,
    ],
    button: 'Ver o comprovante',
  },
  buyer_subscription_confirmed: {
    subject: ({ what }: Words) => `Assinatura confirmada: ${what}`,
    lines: ({ seller, what, amount }: Words) => [
      `A sua assinatura ${what} com ${seller} está ativa: ${amount}, pelo Pix Automático.`,
    ],
    button: 'Ver a assinatura',
  },
  buyer_debit_failed: {
    subject: ({ amount }: Words) => `O débito de ${amount} não foi feito`,
    lines: ({ seller, amount, what, reason }: Words) => [
      `O débito de ${amount} da sua assinatura ${what} com ${seller} não foi feito: ${reason}.`,
    ],
    button: 'Ver a assinatura',
  },
  buyer_subscription_ended: {
    subject: ({ what }: Words) => `A sua assinatura ${what} terminou`,
    lines: ({ seller, what }: Words) => [`A sua assinatura ${what} com ${seller} terminou.`],
    button: 'Ver a assinatura',
  },
  invitation: {
    subject: ({ seller }: Words) => `Convite para o painel de ${seller}`,
    lines: ({ seller }: Words) => [
      `Você foi convidado para o painel de ${seller}.`,
      'O convite vale uma vez, por 24 horas. Se não o esperava, ignore este e-mail.',
    ],
    button: 'Aceitar o convite',
  },
  seller_sale: {
    subject: ({ amount }: Words) => `Venda de ${amount}`,
    lines: ({ amount, what }: Words) => [`Foi pago: ${amount}, ${what}.`],
    button: 'Ver a cobrança',
  },
  seller_subscription: {
    subject: ({ amount }: Words) => `Nova assinatura de ${amount}`,
    lines: ({ amount, what }: Words) => [`${what} foi assinado: ${amount}, pelo Pix Automático.`],
    button: 'Ver a assinatura',
  },
  refund_failed: {
    subject: ({ amount }: Words) => `Uma devolução de ${amount} falhou`,
    lines: ({ what }: Words) => [
      'O banco não fez a devolução. O valor pode ser devolvido de novo.',
      `O banco disse: ${what}`,
    ],
    button: 'Ver o pagamento',
  },
  refund_unconfirmed: {
    subject: ({ amount }: Words) => `O banco não mostra uma devolução de ${amount}`,
    lines: () => [
      'O banco diz que já tem o pedido desta devolução, e há um dia não a mostra.',
      'Confira no banco antes de devolver o valor de outra forma. A consulta continua.',
    ],
    button: 'Ver o pagamento',
  },
  refund_exceeded: {
    subject: ({ amount }: Words) => `O banco devolveu ${amount}, mais do que foi pedido`,
    lines: () => [
      'O extrato tem o valor que o banco devolveu. Fale com o banco sobre a diferença.',
    ],
    button: 'Ver o pagamento',
  },
  payment_reversed: {
    subject: ({ amount }: Words) => `O banco retirou ${amount} de um pagamento`,
    lines: ({ amount }: Words) => [
      `O banco devolveu ${amount} por conta própria, como faz depois de uma contestação (MED).`,
    ],
    button: 'Ver o pagamento',
  },
  certificate_ends: {
    subject: ({ what }: Words) => `O certificado do banco vence em ${what}`,
    lines: ({ what }: Words) => [
      `O certificado com que o banco conhece a sua loja vence em ${what}.`,
      'Depois disso nenhuma cobrança pode ser paga. Envie um novo na página do banco.',
    ],
    button: 'Abrir a página do banco',
  },
  recurring_lost: {
    subject: () => 'O banco deixou de permitir o Pix Automático',
    lines: () => [
      'O banco recusa agora o Pix Automático, que antes permitia à sua loja.',
      'Nenhuma assinatura nova pode ser vendida, e as que existem não são debitadas.',
      'Peça ao banco que conceda de novo os escopos do Pix Automático.',
    ],
    button: 'Abrir a página do banco',
  },
  endpoint_failing: {
    subject: () => 'Um endpoint de webhook falha há mais de uma hora',
    lines: ({ what }: Words) => [
      `O endereço ${what} não recebe eventos há mais de uma hora.`,
      'Os eventos não são repetidos; leia-os pela API ou no painel.',
    ],
    button: 'Ver o endpoint',
  },
  instruction_late: {
    subject: ({ amount }: Words) => `Uma cobrança recorrente de ${amount} não chegou ao banco`,
    lines: ({ amount, what }: Words) => [
      `O banco devia ter, três dias antes do débito, a cobrança de ${amount} da assinatura ` +
        `${what}.`,
      'Ela continua a ser enviada. Veja na página do banco se ele responde e permite o Pix ' +
        'Automático: sem isso o débito passa para outro dia.',
    ],
    button: 'Ver a fatura',
  },
  owner_joined: {
    subject: ({ seller }: Words) => `Um novo proprietário entrou em ${seller}`,
    lines: ({ what }: Words) => [
      `${what} é agora proprietário da conta.`,
      'Se não reconhece essa pessoa, remova-a na página da equipe.',
    ],
    button: 'Ver a equipe',
  },
  passkey_added: {
    subject: ({ seller }: Words) => `Uma passkey foi adicionada em ${seller}`,
    lines: ({ what }: Words) => [
      `${what} tem uma passkey a mais, com a qual se entra no painel.`,
      'Se não foi essa pessoa, remova a passkey na página da equipe.',
    ],
    button: 'Ver a equipe',
  },
  bank_changed: {
    subject: ({ seller }: Words) => `O banco de ${seller} mudou`,
    lines: () => [
      'A conexão com o banco que recebe os pagamentos foi alterada.',
      'Se ninguém da equipe fez isso, veja a auditoria agora.',
    ],
    button: 'Ver o banco',
  },
  alerts_digest: {
    subject: ({ count, what }: Words) =>
      `Mais ${count} ${count === 1 ? 'aviso' : 'avisos'} em ${what}`,
    lines: () => [
      'Os primeiros 20 avisos do dia foram enviados um a um. Os outros estão no painel.',
    ],
    button: 'Abrir o painel',
  },
  sales_digest: {
    subject: ({ amount, count, what }: Words) =>
      `Mais ${count} ${count === 1 ? 'venda' : 'vendas'} em ${what}: ${amount}`,
    lines: ({ amount, count }: Words) => [
      `Depois das 10 vendas que foram avisadas uma a uma, a loja teve mais ${count} no dia.`,
      `Elas somam ${amount}.`,
    ],
    button: 'Ver os pagamentos do dia',
  },
} satisfies Record<TextKey, MailText>

const en: Record<TextKey, MailText> = {
  buyer_receipt: {
    subject: ({ seller }) => `Receipt for your payment to ${seller}`,
    lines: ({ seller, amount }) => [`${seller} received your payment of ${amount}.`],
    button: 'View receipt',
  },
  buyer_refund: {
    subject: ({ seller, amount }) => `${seller} refunded you ${amount}`,
    lines: ({ seller, amount }) => [
      `${seller} refunded ${amount} of your payment. It goes back to the account you paid from.`,
    ],
    button: 'View receipt',
  },
  buyer_subscription_confirmed: {
    subject: ({ what }) => `Subscription confirmed: ${what}`,
    lines: ({ seller, what, amount }) => [
      `Your subscription ${what} with ${seller} is active: ${amount}, by Pix Automático.`,
    ],
    button: 'View subscription',
  },
  buyer_debit_failed: {
    subject: ({ amount }) => `The debit of ${amount} was not made`,
    lines: ({ seller, amount, what, reason }) => [
      `The debit of ${amount} for your subscription ${what} with ${seller} was not made: ` +
        `${reason}.`,
    ],
    button: 'View subscription',
  },
  buyer_subscription_ended: {
    subject: ({ what }) => `Your subscription ${what} is over`,
    lines: ({ seller, what }) => [`Your subscription ${what} with ${seller} is over.`],
    button: 'View subscription',
  },
  invitation: {
    subject: ({ seller }) => `You are invited to ${seller}`,
    lines: ({ seller }) => [
      `You have been invited to the ${seller} dashboard.`,
      'The invitation works once, within 24 hours. If you did not expect it, ignore this e-mail.',
    ],
    button: 'Accept invitation',
  },
  seller_sale: {
    subject: ({ amount }) => `Sale of ${amount}`,
    lines: ({ amount, what }) => [`Paid: ${amount}, ${what}.`],
    button: 'View charge',
  },
  seller_subscription: {
    subject: ({ amount }) => `New subscription of ${amount}`,
    lines: ({ amount, what }) => [`Subscribed: ${what}, ${amount}, by Pix Automático.`],
    button: 'View subscription',
  },
  refund_failed: {
    subject: ({ amount }) => `A refund of ${amount} failed`,
    lines: ({ what }) => [
      'The bank did not make the refund. You can refund the amount again.',
      `The bank said: ${what}`,
    ],
    button: 'View payment',
  },
  refund_unconfirmed: {
    subject: ({ amount }) => `The bank does not show a refund of ${amount}`,
    lines: () => [
      'The bank says that it has the order of this refund, and has not shown it for a day.',
      'Check with the bank before you refund the amount in another way. We keep asking.',
    ],
    button: 'View payment',
  },
  refund_exceeded: {
    subject: ({ amount }) => `The bank returned ${amount}, more than was ordered`,
    lines: () => [
      'The statement has the amount that the bank returned. Ask the bank about the difference.',
    ],
    button: 'View payment',
  },
  payment_reversed: {
    subject: ({ amount }) => `The bank reversed ${amount} of a payment`,
    lines: ({ amount }) => [
      `The bank returned ${amount} on its own, as it does after a dispute (MED).`,
    ],
    button: 'View payment',
  },
  certificate_ends: {
    subject: ({ what }) => `Your bank certificate expires on ${what}`,
    lines: ({ what }) => [
      `The certificate that identifies your shop to the bank expires on ${what}.`,
      'After that, no charge can be paid. Upload a new one on the bank page.',
    ],
    button: 'Open bank page',
  },
  recurring_lost: {
    subject: () => 'Your bank no longer allows Pix Automático',
    lines: () => [
      'The bank now refuses Pix Automático, which it allowed your shop before.',
      'No new subscription can be sold, and existing ones are not debited.',
      'Ask the bank to grant the scopes of Pix Automático again.',
    ],
    button: 'Open bank page',
  },
  endpoint_failing: {
    subject: () => 'A webhook endpoint has been failing for more than an hour',
    lines: ({ what }) => [
      `${what} has not accepted any events for more than an hour.`,
      'Events are not resent; read them through the API or on the dashboard.',
    ],
    button: 'View endpoint',
  },
  instruction_late: {
    subject: ({ amount }) => `A recurring charge of ${amount} has not reached the bank`,
    lines: ({ amount, what }) => [
      `The bank should have had the charge of ${amount} for ${what} three days before its debit.`,
      'We keep sending it. Check on the bank page that the bank answers and allows Pix ' +
        'Automático: otherwise the debit moves to another day.',
    ],
    button: 'View invoice',
  },
  owner_joined: {
    subject: ({ seller }) => `A new owner joined ${seller}`,
    lines: ({ what }) => [
      `${what} is now an owner of the account.`,
      'If you do not recognize this person, remove them on the team page.',
    ],
    button: 'View team',
  },
  passkey_added: {
    subject: ({ seller }) => `A passkey was added to ${seller}`,
    lines: ({ what }) => [
      `${what} has a new passkey to sign in to the dashboard.`,
      'If it was not this person, remove the passkey on the team page.',
    ],
    button: 'View team',
  },
  bank_changed: {
    subject: ({ seller }) => `The bank of ${seller} was changed`,
    lines: () => [
      'The connection to the bank that receives the payments was changed.',
      'If nobody on your team did this, check the audit log now.',
    ],
    button: 'View bank',
  },
  alerts_digest: {
    subject: ({ count, what }) => `${count} more ${count === 1 ? 'alert' : 'alerts'} on ${what}`,
    lines: () => [
      'The first 20 alerts of the day were sent one by one. The others are on the dashboard.',
    ],
    button: 'Open dashboard',
  },
  sales_digest: {
    subject: ({ amount, count, what }) =>
      `${count} more ${count === 1 ? 'sale' : 'sales'} on ${what}: ${amount}`,
    lines: ({ amount, count }) => [
      `After the 10 sales that you were told of one by one, the shop had ${count} more that day.`,
      `They add up to ${amount}.`,
    ],
    button: "View the day's payments",
  },
}

const es: Record<TextKey, MailText> = {
  buyer_receipt: {
    subject: ({ seller }) => `Comprobante de su pago a ${seller}`,
    lines: ({ seller, amount }) => [`${seller} recibió su pago de ${amount}.`],
    button: 'Ver el comprobante',
  },
  buyer_refund: {
    subject: ({ seller, amount }) => `${seller} devolvió ${amount}`,
    lines: ({ seller, amount }) => [
      `${seller} devolvió ${amount} de su pago. El dinero vuelve a la cuenta de la que salió.`,
    ],
    button: 'Ver el comprobante',
  },
  buyer_subscription_confirmed: {
    subject: ({ what }) => `Suscripción confirmada: ${what}`,
    lines: ({ seller, what, amount }) => [
      `Su suscripción ${what} con ${seller} está activa: ${amount}, por Pix Automático.`,
    ],
    button: 'Ver la suscripción',
  },
  buyer_debit_failed: {
    subject: ({ amount }) => `El débito de ${amount} no se hizo`,
    lines: ({ seller, amount, what, reason }) => [
      `El débito de ${amount} de su suscripción ${what} con ${seller} no se hizo: ${reason}.`,
    ],
    button: 'Ver la suscripción',
  },
  buyer_subscription_ended: {
    subject: ({ what }) => `Su suscripción ${what} terminó`,
    lines: ({ seller, what }) => [`Su suscripción ${what} con ${seller} terminó.`],
    button: 'Ver la suscripción',
  },
  invitation: {
    subject: ({ seller }) => `Invitación al panel de ${seller}`,
    lines: ({ seller }) => [
      `Le invitaron al panel de ${seller}.`,
      'La invitación vale una vez, por 24 horas. Si no la esperaba, ignore este correo.',
    ],
    button: 'Aceptar la invitación',
  },
  seller_sale: {
    subject: ({ amount }) => `Venta de ${amount}`,
    lines: ({ amount, what }) => [`Se pagó: ${amount}, ${what}.`],
    button: 'Ver el cobro',
  },
  seller_subscription: {
    subject: ({ amount }) => `Nueva suscripción de ${amount}`,
    lines: ({ amount, what }) => [`Se suscribió ${what}: ${amount}, por Pix Automático.`],
    button: 'Ver la suscripción',
  },
  refund_failed: {
    subject: ({ amount }) => `Una devolución de ${amount} falló`,
    lines: ({ what }) => [
      'El banco no hizo la devolución. El importe se puede devolver de nuevo.',
      `El banco dijo: ${what}`,
    ],
    button: 'Ver el pago',
  },
  refund_unconfirmed: {
    subject: ({ amount }) => `El banco no muestra una devolución de ${amount}`,
    lines: () => [
      'El banco dice que ya tiene el pedido de esta devolución, y hace un día que no la muestra.',
      'Consulte al banco antes de devolver el importe de otra forma. Seguimos preguntando.',
    ],
    button: 'Ver el pago',
  },
  refund_exceeded: {
    subject: ({ amount }) => `El banco devolvió ${amount}, más de lo pedido`,
    lines: () => [
      'El extracto tiene el importe que el banco devolvió. Consulte al banco por la diferencia.',
    ],
    button: 'Ver el pago',
  },
  payment_reversed: {
    subject: ({ amount }) => `El banco retiró ${amount} de un pago`,
    lines: ({ amount }) => [
      `El banco devolvió ${amount} por su cuenta, como hace tras una disputa (MED).`,
    ],
    button: 'Ver el pago',
  },
  certificate_ends: {
    subject: ({ what }) => `El certificado de su banco vence el ${what}`,
    lines: ({ what }) => [
      `El certificado por el que el banco conoce su tienda vence el ${what}.`,
      'Después ningún cobro se puede pagar. Envíe otro en la página del banco.',
    ],
    button: 'Abrir la página del banco',
  },
  recurring_lost: {
    subject: () => 'Su banco dejó de permitir el Pix Automático',
    lines: () => [
      'El banco ahora rechaza el Pix Automático, que antes permitía a su tienda.',
      'No se puede vender ninguna suscripción nueva, y las que existen no se debitan.',
      'Pida al banco que conceda otra vez los permisos del Pix Automático.',
    ],
    button: 'Abrir la página del banco',
  },
  endpoint_failing: {
    subject: () => 'Un endpoint de webhook falla desde hace más de una hora',
    lines: ({ what }) => [
      `${what} no recibe eventos desde hace más de una hora.`,
      'Los eventos no se repiten; léalos por la API o en el panel.',
    ],
    button: 'Ver el endpoint',
  },
  instruction_late: {
    subject: ({ amount }) => `Un cobro recurrente de ${amount} no llegó al banco`,
    lines: ({ amount, what }) => [
      `El banco debía tener, tres días antes del débito, el cobro de ${amount} de ${what}.`,
      'Seguimos enviándolo. Vea en la página del banco si responde y permite el Pix Automático: ' +
        'sin eso el débito pasa a otro día.',
    ],
    button: 'Ver la factura',
  },
  owner_joined: {
    subject: ({ seller }) => `Un nuevo propietario entró en ${seller}`,
    lines: ({ what }) => [
      `${what} es ahora propietario de la cuenta.`,
      'Si no conoce a esa persona, quítela en la página del equipo.',
    ],
    button: 'Ver el equipo',
  },
  passkey_added: {
    subject: ({ seller }) => `Se agregó una passkey en ${seller}`,
    lines: ({ what }) => [
      `${what} tiene una passkey más para entrar en el panel.`,
      'Si no fue esa persona, quite la passkey en la página del equipo.',
    ],
    button: 'Ver el equipo',
  },
  bank_changed: {
    subject: ({ seller }) => `El banco de ${seller} cambió`,
    lines: () => [
      'La conexión con el banco que recibe los pagos fue cambiada.',
      'Si nadie de su equipo lo hizo, mire la auditoría ahora.',
    ],
    button: 'Ver el banco',
  },
  alerts_digest: {
    subject: ({ count, what }) => `${count} ${count === 1 ? 'aviso' : 'avisos'} más el ${what}`,
    lines: () => [
      'Los primeros 20 avisos del día se enviaron uno a uno. Los demás están en el panel.',
    ],
    button: 'Abrir el panel',
  },
  sales_digest: {
    subject: ({ amount, count, what }) =>
      `${count} ${count === 1 ? 'venta' : 'ventas'} más el ${what}: ${amount}`,
    lines: ({ amount, count }) => [
      `Después de las 10 ventas que se avisaron una a una, la tienda tuvo ${count} más en el día.`,
      `Suman ${amount}.`,
    ],
    button: 'Ver los pagos del día',
  },
}

export const mailTexts: Record<Locale, Record<TextKey, MailText>> = { 'pt-BR': ptBR, en, es }

type Labels = { who: string; when: string; authors: Record<Actor['type'], string> }

/** Labels of the facts about a change, and its authors that have no name. */
export const mailLabels: Record<Locale, Labels> = {
  'pt-BR': {
    who: 'Quem',
    when: 'Quando',
    authors: {
      user: 'uma pessoa que já saiu',
      api_client: 'uma chave de API',
      operator: 'linha de comando',
      system: 'sistema',
    },
  },
  en: {
    who: 'Who',
    when: 'When',
    authors: {
      user: 'a person who has left',
      api_client: 'an API key',
      operator: 'command line',
      system: 'system',
    },
  },
  es: {
    who: 'Quién',
    when: 'Cuándo',
    authors: {
      user: 'una persona que ya salió',
      api_client: 'una clave de API',
      operator: 'línea de comandos',
      system: 'sistema',
    },
  },
}

type SubscriptionLines = { how_to_cancel: string; pay_by_code: string }

/** Sentences of the mails of a subscription, beside those of its page. */
export const subscriptionLines: Record<Locale, SubscriptionLines> = {
  'pt-BR': {
    how_to_cancel:
      'Para cancelar, abra a página da assinatura ou, no aplicativo do seu banco, a área Pix ' +
      'Automático. O próximo débito não é feito quando se cancela até as 22h do dia anterior.',
    pay_by_code:
      'O débito não será tentado de novo. Para continuar em dia, pague com o código Pix que está ' +
      'na página da assinatura.',
  },
  en: {
    how_to_cancel:
      'To cancel, open the page of the subscription or, in your banking app, Pix Automático. The ' +
      'next debit is not made if you cancel by 22:00 (Brasília time) of the day before it.',
    pay_by_code:
      'The debit will not be tried again. To stay up to date, pay with the Pix code on the page ' +
      'of the subscription.',
  },
  es: {
    how_to_cancel:
      'Para cancelar, abra la página de la suscripción o, en la aplicación de su banco, Pix ' +
      'Automático. El próximo débito no se hace si cancela hasta las 22:00 (hora de Brasilia) ' +
      'del día anterior.',
    pay_by_code:
      'El débito no se intentará de nuevo. Para seguir al día, pague con el código Pix que está ' +
      'en la página de la suscripción.',
  },
}
