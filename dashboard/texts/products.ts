import type { Locale } from '../../domain/checkouts/page/locale.ts'

type Interval = 'day' | 'week' | 'month' | 'year'
type Units = Record<Interval, readonly [one: string, more: string]>

const unit = (units: Units, interval: Interval, count: number): string =>
  units[interval][count === 1 ? 0 : 1]

const portuguese: Units = {
  day: ['dia', 'dias'],
  week: ['semana', 'semanas'],
  month: ['mês', 'meses'],
  year: ['ano', 'anos'],
}

const ptBR = {
  title: 'Produtos',
  one: 'Produto',
  empty: 'Nenhum produto ainda.',
  name: 'Nome',
  description: 'Descrição',
  metadata: 'Metadados',
  price: 'Preço',
  statuses: { active: 'À venda', archived: 'Arquivado' },
  create: { title: 'Novo produto', submit: 'Criar produto' },
  update: { title: 'Alterar produto' },
  archive: {
    title: 'Arquivar produto',
    text:
      'Ele sai de venda: não aceita novas ofertas nem novas cobranças. As cobranças abertas ' +
      'continuam. Você pode pôr o produto à venda de novo.',
    submit: 'Arquivar',
  },
  restore: {
    title: 'Pôr à venda de novo',
    text: 'O produto volta a aceitar ofertas e cobranças.',
    submit: 'Pôr à venda',
  },
  offers: 'Ofertas',
  offer: {
    one: 'Oferta',
    empty: 'Nenhuma oferta. Adicione uma para poder cobrar.',
    name: 'Nome da oferta',
    name_hint: 'Em branco, “Padrão”.',
    compare_at: 'Preço de antes, riscado',
    compare_at_hint: 'Opcional. O comprador o vê riscado ao lado do preço.',
    billing: 'Periodicidade',
    type: 'Tipo',
    types: { one_time: 'Avulsa', recurring: 'Recorrente' },
    interval: 'Intervalo de cobrança',
    interval_hint: 'Só para ofertas recorrentes.',
    intervals: { day: 'Dia', week: 'Semana', month: 'Mês', year: 'Ano' },
    count: 'Quantos intervalos entre duas cobranças',
    count_hint: 'Só para ofertas recorrentes. Em branco, 1.',
    every: (interval: Interval, count: number) =>
      `A cada ${count === 1 ? '' : `${count} `}${unit(portuguese, interval, count)}`,
    statuses: { default: 'Padrão', active: 'Ativa', inactive: 'Inativa' },
    is_default: 'Tornar a oferta padrão',
    lookup_key: 'Chave de consulta',
  },
  add_offer: {
    title: 'Nova oferta',
    text:
      'O preço de uma oferta não muda. Para mudar o preço, crie outra oferta e torne-a a ' +
      'padrão.',
    submit: 'Adicionar oferta',
  },
  rename_offer: { title: 'Mudar o nome da oferta' },
  promote_offer: {
    title: 'Tornar a oferta padrão',
    text: 'O preço dela passa a ser o do produto. A oferta padrão de agora deixa de ser a padrão.',
    submit: 'Tornar padrão',
  },
  deactivate_offer: {
    title: 'Desativar oferta',
    text: 'Novas cobranças não podem usá-la. Você pode ativá-la de novo.',
    submit: 'Desativar',
  },
  activate_offer: {
    title: 'Ativar oferta',
    text: 'Novas cobranças podem usá-la de novo.',
    submit: 'Ativar',
  },
  archive_offer: {
    title: 'Arquivar oferta',
    text: 'Ela some das listas para sempre e não pode mais ser usada. Não há como desfazer.',
    submit: 'Arquivar para sempre',
  },
  is_default_note:
    'Esta é a oferta padrão e não pode ser desativada. Torne outra a padrão primeiro.',
  archive_default: 'A oferta padrão só pode ser arquivada quando nenhuma outra está ativa.',
  checkout: {
    title: 'Nova cobrança',
    text:
      'Abre uma cobrança de 24 horas. Na página seguinte você copia o link de pagamento para ' +
      'enviar ao comprador.',
    customer: 'Identificador do cliente',
    customer_hint: 'Opcional. Está na página do cliente e começa com cus_.',
    reference: 'Referência sua',
    reference_hint: 'Opcional, por exemplo o número do pedido. Não pode se repetir.',
    success_url: 'Endereço depois do pagamento',
    cancel_url: 'Endereço de quem desiste',
    url_hint: 'Opcional. O comprador volta para este endereço da sua loja.',
    submit: 'Criar cobrança',
    none: 'Só ofertas avulsas e ativas podem ser cobradas.',
  },
}

type Texts = typeof ptBR

const english: Units = {
  day: ['day', 'days'],
  week: ['week', 'weeks'],
  month: ['month', 'months'],
  year: ['year', 'years'],
}

const en: Texts = {
  title: 'Products',
  one: 'Product',
  empty: 'No products yet.',
  name: 'Name',
  description: 'Description',
  metadata: 'Metadata',
  price: 'Price',
  statuses: { active: 'On sale', archived: 'Archived' },
  create: { title: 'New product', submit: 'Create product' },
  update: { title: 'Change product' },
  archive: {
    title: 'Archive product',
    text:
      'It goes off sale: it takes no new offers and no new checkouts. Open checkouts go on. You ' +
      'can put it on sale again.',
    submit: 'Archive',
  },
  restore: {
    title: 'Put on sale again',
    text: 'The product takes offers and checkouts again.',
    submit: 'Put on sale',
  },
  offers: 'Offers',
  offer: {
    one: 'Offer',
    empty: 'No offers. Add one to be able to charge.',
    name: 'Name of the offer',
    name_hint: 'Left empty, “Padrão”.',
    compare_at: 'Price before, struck through',
    compare_at_hint: 'Optional. The buyer sees it struck through beside the price.',
    billing: 'Billing',
    type: 'Type',
    types: { one_time: 'One-time', recurring: 'Recurring' },
    interval: 'Billing interval',
    interval_hint: 'For recurring offers only.',
    intervals: { day: 'Day', week: 'Week', month: 'Month', year: 'Year' },
    count: 'How many intervals between two bills',
    count_hint: 'For recurring offers only. Left empty, 1.',
    every: (interval, count) =>
      `Every ${count === 1 ? '' : `${count} `}${unit(english, interval, count)}`,
    statuses: { default: 'Default', active: 'Active', inactive: 'Inactive' },
    is_default: 'Make it the default offer',
    lookup_key: 'Lookup key',
  },
  add_offer: {
    title: 'New offer',
    text:
      'The price of an offer does not change. For another price, create another offer and make ' +
      'it the default.',
    submit: 'Add offer',
  },
  rename_offer: { title: 'Rename the offer' },
  promote_offer: {
    title: 'Make it the default offer',
    text: 'Its price becomes that of the product. The present default stops being it.',
    submit: 'Make default',
  },
  deactivate_offer: {
    title: 'Deactivate offer',
    text: 'New checkouts cannot use it. You can activate it again.',
    submit: 'Deactivate',
  },
  activate_offer: {
    title: 'Activate offer',
    text: 'New checkouts can use it again.',
    submit: 'Activate',
  },
  archive_offer: {
    title: 'Archive offer',
    text: 'It leaves the lists for good and can no longer be used. This cannot be undone.',
    submit: 'Archive for good',
  },
  is_default_note:
    'This is the default offer and cannot be deactivated. Make another one the default first.',
  archive_default: 'The default offer can be archived only while no other one is active.',
  checkout: {
    title: 'New checkout',
    text: 'Opens a checkout for 24 hours. The next page has the payment link for the buyer.',
    customer: 'Identifier of the customer',
    customer_hint: 'Optional. It is on the page of the customer and begins with cus_.',
    reference: 'Your reference',
    reference_hint: 'Optional, for instance the number of the order. It cannot be used twice.',
    success_url: 'Address after the payment',
    cancel_url: 'Address when the buyer gives up',
    url_hint: 'Optional. The buyer returns to this address of your shop.',
    submit: 'Create checkout',
    none: 'Only one-time offers that are active can be charged.',
  },
}

const spanish: Units = {
  day: ['día', 'días'],
  week: ['semana', 'semanas'],
  month: ['mes', 'meses'],
  year: ['año', 'años'],
}

const es: Texts = {
  title: 'Productos',
  one: 'Producto',
  empty: 'Todavía no hay productos.',
  name: 'Nombre',
  description: 'Descripción',
  metadata: 'Metadatos',
  price: 'Precio',
  statuses: { active: 'A la venta', archived: 'Archivado' },
  create: { title: 'Nuevo producto', submit: 'Crear producto' },
  update: { title: 'Cambiar producto' },
  archive: {
    title: 'Archivar producto',
    text:
      'Deja de venderse: no acepta ofertas ni cobros nuevos. Los cobros abiertos siguen. Puede ' +
      'ponerlo a la venta de nuevo.',
    submit: 'Archivar',
  },
  restore: {
    title: 'Poner a la venta de nuevo',
    text: 'El producto vuelve a aceptar ofertas y cobros.',
    submit: 'Poner a la venta',
  },
  offers: 'Ofertas',
  offer: {
    one: 'Oferta',
    empty: 'Ninguna oferta. Agregue una para poder cobrar.',
    name: 'Nombre de la oferta',
    name_hint: 'Vacío, “Padrão”.',
    compare_at: 'Precio anterior, tachado',
    compare_at_hint: 'Opcional. El comprador lo ve tachado junto al precio.',
    billing: 'Periodicidad',
    type: 'Tipo',
    types: { one_time: 'Única', recurring: 'Recurrente' },
    interval: 'Intervalo de cobro',
    interval_hint: 'Solo para ofertas recurrentes.',
    intervals: { day: 'Día', week: 'Semana', month: 'Mes', year: 'Año' },
    count: 'Cuántos intervalos entre dos cobros',
    count_hint: 'Solo para ofertas recurrentes. Vacío, 1.',
    every: (interval, count) =>
      `Cada ${count === 1 ? '' : `${count} `}${unit(spanish, interval, count)}`,
    statuses: { default: 'Predeterminada', active: 'Activa', inactive: 'Inactiva' },
    is_default: 'Hacerla la oferta predeterminada',
    lookup_key: 'Clave de consulta',
  },
  add_offer: {
    title: 'Nueva oferta',
    text:
      'El precio de una oferta no cambia. Para otro precio, cree otra oferta y hágala la ' +
      'predeterminada.',
    submit: 'Agregar oferta',
  },
  rename_offer: { title: 'Cambiar el nombre de la oferta' },
  promote_offer: {
    title: 'Hacerla la oferta predeterminada',
    text: 'Su precio pasa a ser el del producto. La predeterminada de ahora deja de serlo.',
    submit: 'Hacer predeterminada',
  },
  deactivate_offer: {
    title: 'Desactivar oferta',
    text: 'Los cobros nuevos no pueden usarla. Puede activarla de nuevo.',
    submit: 'Desactivar',
  },
  activate_offer: {
    title: 'Activar oferta',
    text: 'Los cobros nuevos pueden usarla otra vez.',
    submit: 'Activar',
  },
  archive_offer: {
    title: 'Archivar oferta',
    text: 'Sale de las listas para siempre y ya no se puede usar. No se puede deshacer.',
    submit: 'Archivar para siempre',
  },
  is_default_note: 'Esta es la oferta predeterminada y no se puede desactivar. Elija otra primero.',
  archive_default: 'La oferta predeterminada solo se puede archivar si ninguna otra está activa.',
  checkout: {
    title: 'Nuevo cobro',
    text:
      'Abre un cobro de 24 horas. En la página siguiente usted copia el enlace de pago para el ' +
      'comprador.',
    customer: 'Identificador del cliente',
    customer_hint: 'Opcional. Está en la página del cliente y empieza con cus_.',
    reference: 'Su referencia',
    reference_hint: 'Opcional, por ejemplo el número del pedido. No se puede repetir.',
    success_url: 'Dirección después del pago',
    cancel_url: 'Dirección si el comprador desiste',
    url_hint: 'Opcional. El comprador vuelve a esta dirección de su tienda.',
    submit: 'Crear cobro',
    none: 'Solo se pueden cobrar ofertas únicas y activas.',
  },
}

export const products: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }

type Done =
  | 'product_created'
  | 'product_updated'
  | 'offer_created'
  | 'offer_updated'
  | 'offer_archived'
  | 'checkout_created'

export const notices: Record<Locale, Record<Done, string>> = {
  'pt-BR': {
    product_created: 'O produto foi criado.',
    product_updated: 'O produto foi alterado.',
    offer_created: 'A oferta foi adicionada.',
    offer_updated: 'A oferta foi alterada.',
    offer_archived: 'A oferta foi arquivada.',
    checkout_created: 'A cobrança foi criada. Copie o link de pagamento para o comprador.',
  },
  en: {
    product_created: 'The product was created.',
    product_updated: 'The product was changed.',
    offer_created: 'The offer was added.',
    offer_updated: 'The offer was changed.',
    offer_archived: 'The offer was archived.',
    checkout_created: 'The checkout was created. Copy the payment link for the buyer.',
  },
  es: {
    product_created: 'El producto fue creado.',
    product_updated: 'El producto fue cambiado.',
    offer_created: 'La oferta fue agregada.',
    offer_updated: 'La oferta fue cambiada.',
    offer_archived: 'La oferta fue archivada.',
    checkout_created: 'El cobro fue creado. Copie el enlace de pago para el comprador.',
  },
}
