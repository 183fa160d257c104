import type { Locale } from '../../domain/formats/locale.ts'

const ptBR = {
  title: 'Sua loja para os compradores',
  form: {
    title: 'O que os compradores veem',
    text: 'Aparece na página de pagamento, no comprovante e nos links. Um campo vazio não aparece.',
  },
  confirm: (labels: string[]) => `Mudar: ${labels.join(', ')}.`,
  fields: {
    display_name: 'Nome da loja',
    legal_name: 'Razão social',
    tax_id: 'CNPJ ou CPF',
    support_email: 'E-mail de atendimento',
    support_phone: 'Telefone de atendimento',
    website_url: 'Site',
    accent_color: 'Cor',
    default_success_url: 'Página para quem pagou',
    default_cancel_url: 'Página para quem desiste',
    receipt_note: 'Observação no comprovante',
  },
  hints: {
    accent_color: 'Como #0a6b51. Onde um texto não ficaria legível, ela é escurecida ou clareada.',
    default_success_url: 'Usada quando a cobrança não diz outra.',
    default_cancel_url: 'Usada quando a cobrança não diz outra.',
    receipt_note: 'Até 500 caracteres; por exemplo, como fazer uma troca.',
  } as Partial<Record<string, string>>,
  mail: {
    buyer_receipt: 'Enviar o comprovante ao comprador por e-mail',
    buyer_refund: 'Avisar o comprador de devoluções por e-mail',
    buyer_subscription:
      'Avisar o comprador da sua assinatura por e-mail: confirmada, débito que falhou, encerrada',
    seller_sale: 'Avisar a equipe de cada venda por e-mail',
    seller_attention: 'Avisar a equipe por e-mail do que pede atenção',
  },
  sample: 'Pagar com Pix',
  light: 'Tema claro',
  dark: 'Tema escuro',
  as_it_is: 'a sua cor.',
  fitted: (color: string) => `ajustada para ${color}.`,
  contrast: (ratio: string) => `Contraste do texto: ${ratio}.`,
  logo: {
    title: 'Logotipo',
    text: 'PNG, JPEG ou WebP de até 128 KiB, com lados de 32 a 2.048 pixels.',
    file: 'Arquivo',
    submit: 'Usar este logotipo',
    remove: 'Remover o logotipo',
  },
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'Your shop, as buyers see it',
  form: {
    title: 'What buyers see',
    text: 'Shown on the payment page, the receipt and the links. Empty fields are hidden.',
  },
  confirm: (labels) => `Change: ${labels.join(', ')}.`,
  fields: {
    display_name: 'Shop name',
    legal_name: 'Legal name',
    tax_id: 'CNPJ or CPF',
    support_email: 'Support e-mail',
    support_phone: 'Support phone',
    website_url: 'Website',
    accent_color: 'Accent color',
    default_success_url: 'Page after payment',
    default_cancel_url: 'Page after canceling',
    receipt_note: 'Note on the receipt',
  },
  hints: {
    accent_color: 'Such as #0a6b51. Darkened or lightened where text would be hard to read.',
    default_success_url: 'Used when a checkout does not set its own.',
    default_cancel_url: 'Used when a checkout does not set its own.',
    receipt_note: 'Up to 500 characters, such as your exchange policy.',
  },
  mail: {
    buyer_receipt: 'E-mail receipts to buyers',
    buyer_refund: 'E-mail buyers about refunds',
    buyer_subscription: 'E-mail buyers about their subscription: confirmed, failed debit, over',
    seller_sale: 'E-mail the team about every sale',
    seller_attention: 'E-mail the team when something needs attention',
  },
  sample: 'Pay with Pix',
  light: 'Light theme',
  dark: 'Dark theme',
  as_it_is: 'your color.',
  fitted: (color) => `adjusted to ${color}.`,
  contrast: (ratio) => `Text contrast: ${ratio}.`,
  logo: {
    title: 'Logo',
    text: 'PNG, JPEG or WebP, up to 128 KiB, 32 to 2,048 pixels per side.',
    file: 'File',
    submit: 'Upload logo',
    remove: 'Remove logo',
  },
}

const es: Texts = {
  title: 'Su tienda para los compradores',
  form: {
    title: 'Lo que ven los compradores',
    text: 'Aparece en la página de pago, el comprobante y los enlaces. Un campo vacío no aparece.',
  },
  confirm: (labels) => `Cambiar: ${labels.join(', ')}.`,
  fields: {
    display_name: 'Nombre de la tienda',
    legal_name: 'Razón social',
    tax_id: 'CNPJ o CPF',
    support_email: 'Correo de atención',
    support_phone: 'Teléfono de atención',
    website_url: 'Sitio web',
    accent_color: 'Color',
    default_success_url: 'Página después de pagar',
    default_cancel_url: 'Página de quien desiste',
    receipt_note: 'Nota en el comprobante',
  },
  hints: {
    accent_color: 'Como #0a6b51. Donde un texto no se leería bien, se oscurece o se aclara.',
    default_success_url: 'Se usa cuando el cobro no indica otra.',
    default_cancel_url: 'Se usa cuando el cobro no indica otra.',
    receipt_note: 'Hasta 500 caracteres; por ejemplo, cómo hacer un cambio.',
  },
  mail: {
    buyer_receipt: 'Enviar el comprobante al comprador por correo',
    buyer_refund: 'Avisar al comprador de devoluciones por correo',
    buyer_subscription:
      'Avisar al comprador de su suscripción por correo: confirmada, débito que falló, terminada',
    seller_sale: 'Avisar al equipo de cada venta por correo',
    seller_attention: 'Avisar al equipo por correo de lo que requiere atención',
  },
  sample: 'Pagar con Pix',
  light: 'Tema claro',
  dark: 'Tema oscuro',
  as_it_is: 'su color.',
  fitted: (color) => `ajustado a ${color}.`,
  contrast: (ratio) => `Contraste del texto: ${ratio}.`,
  logo: {
    title: 'Logotipo',
    text: 'PNG, JPEG o WebP de hasta 128 KiB, con lados de 32 a 2.048 píxeles.',
    file: 'Archivo',
    submit: 'Usar este logotipo',
    remove: 'Quitar el logotipo',
  },
}

export const ownSettings: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }

type Notice = 'settings_updated' | 'logo_set' | 'logo_deleted'

export const notices: Record<Locale, Record<Notice, string>> = {
  'pt-BR': {
    settings_updated: 'As configurações foram salvas.',
    logo_set: 'O logotipo foi trocado.',
    logo_deleted: 'O logotipo foi removido.',
  },
  en: {
    settings_updated: 'Settings saved.',
    logo_set: 'Logo updated.',
    logo_deleted: 'Logo removed.',
  },
  es: {
    settings_updated: 'La configuración se guardó.',
    logo_set: 'El logotipo se cambió.',
    logo_deleted: 'El logotipo se quitó.',
  },
}
