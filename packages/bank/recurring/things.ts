/** Rows of the simulated bank's books of Pix Automático. */
import type { BankClock } from '../clock.ts'
import type { Pix } from '../views.ts'
import type { Period } from './calendar.ts'
import type { Stateful } from './machines.ts'

export type Fields = Record<string, unknown>

/** The party that ends a recurrence or a charge. */
export type Requester = 'PSP_PAGADOR' | 'USUARIO_PAGADOR' | 'PSP_RECEBEDOR' | 'USUARIO_RECEBEDOR'

export type Ending =
  | { rejeicao: { codigo: string; descricao: string } }
  | { cancelamento: { solicitante: Requester; codigo: string; descricao: string } }

export type RecurrenceLocation = {
  id: number
  location: string
  criacao: string
  idRec?: string
  /** When it came to show its recurrence. */
  linkedMs?: number
}

export type Recurrence = Stateful<'recurrence'> & {
  idRec: string
  vinculo: { contrato: string; objeto?: string; devedor: { cpf?: string; cnpj?: string } & Fields }
  calendario: { dataInicial: string; dataFinal?: string; periodicidade: Period }
  valor?: { valorRec?: string; valorMinimoRecebedor?: string }
  convenio?: string
  politicaRetentativa: 'NAO_PERMITE' | 'PERMITE_3R_7D'
  locationId: number | undefined
  ativacao: { tipoJornada: string; dadosJornada?: { txid: string } }
  encerramento?: Ending
  pagador?: { cpf: string; ispbParticipante: string }
  /** The payer's own limit for a debit, in minor units. */
  limit_minor: number | undefined
  /** When the payer's consent reaches this bank, and how the payer began. */
  consent?: { atMs: number; cpf: string; journey: string }
  charges: RecurringCharge[]
  /** When an end that was asked for is carried out. */
  ending?: { atMs: number; requester: Requester; code: string }
}

export type Solicitation = Stateful<'solicitation'> & {
  idSolicRec: string
  idRec: string
  calendario: { dataExpiracaoSolicitacao: string }
  destinatario: Fields
}

export type Attempt = Stateful<'attempt'> & {
  dataLiquidacao: string
  tipo: 'AGND' | 'NTAG' | 'RIFL'
  endToEndId: string
  rejeicao?: { codigo: string; descricao: string }
  /** When the payer's bank has it, or has refused it. */
  passedMs: number
  /** The debits that found no money. */
  failures: number
}

export type RecurringCharge = Stateful<'charge'> & {
  txid: string
  idRec: string
  fields: Fields
  amount_minor: number
  dueDay: string
  createdDay: string
  encerramento?: Ending
  tentativas: Attempt[]
  pix: Pix[]
}

/** An order that the calendar or the payer's agreement does not allow. */
export type OutsideOrder = { order: string; id: string; at: string; why: string }

/** Deviations of a bank's Pix Automático from the contract, and what it leaves open. */
export const recurringDefaults = () => ({
  /** Takes a location for a second recurrence. */
  repeatsLocations: false,
  /** The status with which every operation is answered, where the bank has none of it. */
  refusesAll: undefined as 403 | 404 | undefined,
  consentDelayMs: 0,
  consents: true,
  givesCode: true,
  /** How long an instruction takes to the payer's bank. */
  passingMs: 0,
  countsWorkingDays: false,
  adjustsDays: false,
  /** One id for all attempts of a charge, as in the contract's example. */
  repeatsAttemptId: false,
  /** A status that the contract does not know, for whatever is under way. */
  unknownStatus: undefined as string | undefined,
  /** The code with which the payer's bank refuses every instruction. */
  rejects: undefined as string | undefined,
  listsNothing: false,
  cancelDelayMs: 0,
})

export type RecurringSettings = ReturnType<typeof recurringDefaults>

/** The bank's customer: its account, and its name where payers see it. */
export const CUSTOMER = {
  cnpj: '00000000000191',
  nome: 'Loja',
  agencia: '0001',
  conta: '1234567',
  tipoConta: 'CORRENTE',
}

export const PAYER_BANK = '87654321'

/** State that the parts of the books share. */
export type RecurringContext = {
  clock: BankClock
  settings: RecurringSettings
  recurrences: Map<string, Recurrence>
  charges: Map<string, RecurringCharge>
  /** The money of payers, by CPF and in minor units; others have enough for all. */
  funds: Map<string, number>
  outside: OutsideOrder[]
  /** The place of a charge among those of its day, by which its debits have their time. */
  spreadOf: (charge: RecurringCharge) => number
  /** Told of a recurrence or a charge that has changed. */
  onRecurrence: (recurrence: Recurrence) => void
  onCharge: (charge: RecurringCharge) => void
  /** Money of a debit arrives. @returns the transfer */
  receive: (debit: { txid: string; endToEndId: string; amount_minor: number; cpf?: string }) => Pix
  newTransferId: () => string
}
