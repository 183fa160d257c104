/** The words of the file of refunds. */
import { columnTexts } from '../files/columnTexts.ts'
import type { Locale } from '../formats/locale.ts'

const ptBR = {
  title: 'Devoluções',
  /** The name of the file. */
  file: 'devolucoes',
  columns: {
    ...columnTexts['pt-BR'],
    status: 'Situação',
    reason: 'Motivo',
    order: 'Referência da cobrança',
    origin: 'Origem',
    failure_reason: 'Motivo da falha',
    created_at: 'Criada em',
    completed_at: 'Concluída em',
  },
  statuses: { pending: 'Em andamento', succeeded: 'Concluída', failed: 'Falhou' },
  origins: { seller: 'Loja', bank: 'Banco', automatic: 'Automática' },
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'Refunds',
  file: 'refunds',
  columns: {
    ...columnTexts.en,
    status: 'Status',
    reason: 'Reason',
    order: "Checkout's reference",
    origin: 'Origin',
    failure_reason: 'Failure reason',
    created_at: 'Created',
    completed_at: 'Completed',
  },
  statuses: { pending: 'Pending', succeeded: 'Succeeded', failed: 'Failed' },
  origins: { seller: 'Shop', bank: 'Bank', automatic: 'Automatic' },
}

const es: Texts = {
  title: 'Devoluciones',
  file: 'devoluciones',
  columns: {
    ...columnTexts.es,
    status: 'Estado',
    reason: 'Motivo',
    order: 'Referencia del cobro',
    origin: 'Origen',
    failure_reason: 'Motivo del error',
    created_at: 'Creada',
    completed_at: 'Completada',
  },
  statuses: { pending: 'En curso', succeeded: 'Completada', failed: 'Falló' },
  origins: { seller: 'Tienda', bank: 'Banco', automatic: 'Automática' },
}

export const refundFileTexts: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }
