import type { Locale } from '../../domain/formats/locale.ts'

const ptBR = {
  title: 'Extrato',
  empty: 'Nada entrou nem foi devolvido neste período.',
  days: 'Por dia',
  day: 'Dia',
  count: 'Pagamentos',
  received: 'Recebido',
  refunded: 'Devolvido',
  net: 'Líquido',
  entries: 'Lançamentos',
  description: 'Descrição',
  type: 'Tipo',
  when: 'Quando',
  period: (from: string, to: string) => `De ${from} a ${to}`,
  month: 'Este mês',
  last_month: 'Mês passado',
  days_hint: 'A lista mostra até 100 dias; o arquivo, até 366.',
  no_day: 'Uma das datas não existe.',
  reversed: 'A primeira data vem depois da última.',
  too_long: 'São dias demais: um arquivo tem no máximo 366. Escolha um período menor.',
  months: 'Por mês',
  month_of: 'Mês',
  months_text:
    'A lista de lançamentos mostra até 100 dias: escolha um mês. Os arquivos têm o período todo.',
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'Statement',
  empty: 'No payments or refunds in this period.',
  days: 'By day',
  day: 'Day',
  count: 'Payments',
  received: 'Received',
  refunded: 'Refunded',
  net: 'Net',
  entries: 'Entries',
  description: 'Description',
  type: 'Type',
  when: 'When',
  period: (from, to) => `${from} to ${to}`,
  month: 'This month',
  last_month: 'Last month',
  days_hint: 'The list shows up to 100 days; a file, up to 366.',
  no_day: 'One of the dates does not exist.',
  reversed: 'The first date comes after the last one.',
  too_long: 'Too many days: a file has 366 at most. Choose a shorter period.',
  months: 'By month',
  month_of: 'Month',
  months_text:
    'The list of entries shows up to 100 days: choose a month. The files have the whole period.',
}

const es: Texts = {
  title: 'Extracto',
  empty: 'Nada entró ni se devolvió en este período.',
  days: 'Por día',
  day: 'Día',
  count: 'Pagos',
  received: 'Recibido',
  refunded: 'Devuelto',
  net: 'Neto',
  entries: 'Movimientos',
  description: 'Descripción',
  type: 'Tipo',
  when: 'Cuándo',
  period: (from, to) => `Del ${from} al ${to}`,
  month: 'Este mes',
  last_month: 'El mes pasado',
  days_hint: 'La lista muestra hasta 100 días; el archivo, hasta 366.',
  no_day: 'Una de las fechas no existe.',
  reversed: 'La primera fecha viene después de la última.',
  too_long: 'Son demasiados días: un archivo tiene 366 como máximo. Elija un período menor.',
  months: 'Por mes',
  month_of: 'Mes',
  months_text:
    'La lista de movimientos muestra hasta 100 días: elija un mes. Los archivos tienen todo.',
}

export const statement: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }
