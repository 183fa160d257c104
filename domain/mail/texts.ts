import type { Locale } from '../formats/locale.ts'
import type { MailType } from './rows.ts'

type Words = { seller: string; amount: string; what: string }

type Said = {
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
} satisfies Record<MailType, Said>

const en: Record<MailType, Said> = {
  buyer_receipt: {
    subject: ({ seller }) => `Receipt of your payment to ${seller}`,
    lines: ({ seller, amount }) => [`${seller} has received your payment of ${amount}.`],
    button: 'See the receipt',
  },
  buyer_refund: {
    subject: ({ seller, amount }) => `${seller} has refunded ${amount}`,
    lines: ({ seller, amount }) => [
      `${seller} has refunded ${amount} of your payment. It goes back to the account it came from.`,
    ],
    button: 'See the receipt',
  },
  invitation: {
    subject: ({ seller }) => `Invitation to the dashboard of ${seller}`,
    lines: ({ seller }) => [
      `You are invited to the dashboard of ${seller}.`,
      'The invitation is good once, for 24 hours. If you did not expect it, ignore this e-mail.',
    ],
    button: 'Accept the invitation',
  },
  seller_sale: {
    subject: ({ amount }) => `Sale of ${amount}`,
    lines: ({ amount, what }) => [`Paid: ${amount}, ${what}.`],
    button: 'See the charge',
  },
  refund_failed: {
    subject: ({ amount }) => `A refund of ${amount} has failed`,
    lines: ({ what }) => [
      'The bank has not made the refund. The amount can be refunded again.',
      `The bank said: ${what}`,
    ],
    button: 'See the payment',
  },
  payment_reversed: {
    subject: ({ amount }) => `The bank has taken back ${amount} of a payment`,
    lines: ({ amount }) => [
      `The bank has given back ${amount} by itself, as it does after a dispute (MED).`,
    ],
    button: 'See the payment',
  },
  certificate_ends: {
    subject: ({ what }) => `The certificate of your bank ends on ${what}`,
    lines: ({ what }) => [
      `The certificate by which the bank knows your shop ends on ${what}.`,
      'After that no charge can be paid. Send another one on the page of the bank.',
    ],
    button: 'Open the page of the bank',
  },
  endpoint_failing: {
    subject: () => 'A webhook endpoint has been failing for more than an hour',
    lines: ({ what }) => [
      `${what} has taken no events for more than an hour.`,
      'Events are not sent again; read them over the API or on the dashboard.',
    ],
    button: 'See the endpoint',
  },
  owner_joined: {
    subject: ({ seller }) => `A new owner has joined ${seller}`,
    lines: ({ what }) => [
      `${what} is an owner of the account now.`,
      'If you do not know this person, remove them on the page of the team.',
    ],
    button: 'See the team',
  },
  passkey_added: {
    subject: ({ seller }) => `A passkey was added at ${seller}`,
    lines: ({ what }) => [
      `${what} has one more passkey to sign in to the dashboard with.`,
      'If it was not this person, remove the passkey on the page of the team.',
    ],
    button: 'See the team',
  },
  bank_changed: {
    subject: ({ seller }) => `The bank of ${seller} has changed`,
    lines: () => [
      'The connection to the bank that receives the payments was changed.',
      'If nobody of your team did this, look at the audit trail now.',
    ],
    button: 'See the bank',
  },
}

const es: Record<MailType, Said> = {
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
}

export const mailTexts: Record<Locale, Record<MailType, Said>> = { 'pt-BR': ptBR, en, es }
