import type { Locale } from '../../domain/formats/locale.ts'

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
  offer: {
    one: 'Oferta',
    empty: 'Nenhuma oferta. Adicione uma para poder cobrar.',
    name: 'Nome da oferta',
    name_hint: 'Em branco, “Padrão”.',
    compare_at: 'Preço original',
    compare_at_hint: 'Opcional. Aparece riscado ao lado do preço.',
    billing: 'Periodicidade',
    type: 'Tipo',
    types: { one_time: 'Avulsa', recurring: 'Recorrente' },
    interval: 'Intervalo de cobrança',
    interval_hint: 'Só para ofertas recorrentes.',
    intervals: { day: 'Dia', week: 'Semana', month: 'Mês', year: 'Ano' },
    count: 'A cada quantos intervalos',
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
}

type Texts = typeof ptBR

const english: Units = {
  day: ['day', 'days'],
  week: ['week', 'weeks'],
  month: ['month', 'months'],
  year: ['year', 'years'],
}

const en: Texts = {
  offer: {
    one: 'Offer',
    empty: 'No offers yet. Add one to start charging.',
    name: 'Offer name',
    name_hint: 'Defaults to “Padrão”.',
    compare_at: 'Original price',
    compare_at_hint: 'Optional. Shown struck through next to the price.',
    billing: 'Billing',
    type: 'Type',
    types: { one_time: 'One-time', recurring: 'Recurring' },
    interval: 'Billing interval',
    interval_hint: 'For recurring offers only.',
    intervals: { day: 'Day', week: 'Week', month: 'Month', year: 'Year' },
    count: 'Intervals between two charges',
    count_hint: 'For recurring offers only. Defaults to 1.',
    every: (interval, count) =>
      `Every ${count === 1 ? '' : `${count} `}${unit(english, interval, count)}`,
    statuses: { default: 'Default', active: 'Active', inactive: 'Inactive' },
    is_default: 'Set as default offer',
    lookup_key: 'Lookup key',
  },
  add_offer: {
    title: 'New offer',
    text:
      'The price of an offer cannot be changed. For another price, create another offer and ' +
      'set it as default.',
    submit: 'Add offer',
  },
  rename_offer: { title: 'Rename offer' },
  promote_offer: {
    title: 'Set as default offer',
    text: "Its price becomes the product's price. It replaces the current default.",
    submit: 'Set as default',
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
    text: 'It is removed from all lists and can no longer be used. This cannot be undone.',
    submit: 'Archive permanently',
  },
  is_default_note:
    'This is the default offer and cannot be deactivated. Set another one as default first.',
  archive_default: 'The default offer can only be archived while no other offer is active.',
}

const spanish: Units = {
  day: ['día', 'días'],
  week: ['semana', 'semanas'],
  month: ['mes', 'meses'],
  year: ['año', 'años'],
}

const es: Texts = {
  offer: {
    one: 'Oferta',
    empty: 'Ninguna oferta. Agregue una para poder cobrar.',
    name: 'Nombre de la oferta',
    name_hint: 'Vacío, “Padrão”.',
    compare_at: 'Precio original',
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
}

/** Texts about offers, which appear on the pages of products. */
export const offers: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }
