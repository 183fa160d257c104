import type { Locale } from '../formats/locale.ts'
import type { Actor } from '../identity/actor.ts'
import type { MailType } from './rows.ts'

type Words = { seller: string; amount: string; count: number; what: string }

type MailText = {
  subject: (words: Words) => string
  lines: (words: Words) => string[]
  /** The label of the mail's link. */
  button: string
}

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
  endpoint_failing: {
    subject: () => 'Um endpoint de webhook falha há mais de uma hora',
    lines: ({ what }: Words) => [
      `O endereço ${what} não recebe eventos há mais de uma hora.`,
      'Os eventos não são repetidos; leia-os pela API ou no painel.',
    ],
    button: 'Ver o endpoint',
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
} satisfies Record<MailType, MailText>

const en: Record<MailType, MailText> = {
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
  endpoint_failing: {
    subject: () => 'A webhook endpoint has been failing for more than an hour',
    lines: ({ what }) => [
      `${what} has not accepted any events for more than an hour.`,
      'Events are not resent; read them through the API or on the dashboard.',
    ],
    button: 'View endpoint',
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

const es: Record<MailType, MailText> = {
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
  endpoint_failing: {
    subject: () => 'Un endpoint de webhook falla desde hace más de una hora',
    lines: ({ what }) => [
      `${what} no recibe eventos desde hace más de una hora.`,
      'Los eventos no se repiten; léalos por la API o en el panel.',
    ],
    button: 'Ver el endpoint',
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

export const mailTexts: Record<Locale, Record<MailType, MailText>> = { 'pt-BR': ptBR, en, es }

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
