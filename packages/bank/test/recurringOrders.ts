/** Orders of Pix Automático as a customer of the simulated bank sends them. */
import { addDays, dayOf } from '../../../runtime/brasilia.ts'

export const CPF = '12345678909'

export const dayAfter = (now: Date, days: number): string => addDays(dayOf(now), days)

/** A recurrence of 49.90 each month from today on, with retries. */
export const recurrenceOrder = (now: Date, changes: object = {}): object => ({
  vinculo: { contrato: 'c1', objeto: 'Clube do café', devedor: { cpf: CPF, nome: 'Maria' } },
  calendario: { dataInicial: dayOf(now), periodicidade: 'MENSAL' },
  valor: { valorRec: '49.90' },
  politicaRetentativa: 'PERMITE_3R_7D',
  ...changes,
})

export const solicitationOrder = (now: Date, idRec: string, days = 5): object => ({
  idRec,
  calendario: { dataExpiracaoSolicitacao: `${dayAfter(now, days)}T12:00:00-03:00` },
  destinatario: { conta: '550689', agencia: '2569', ispbParticipante: '91193552', cpf: CPF },
})

/** A charge of 49.90 of a recurrence, to the customer's own account. */
export const chargeOrder = (idRec: string, dueDay: string, changes: object = {}): object => ({
  idRec,
  infoAdicional: 'Outubro',
  calendario: { dataDeVencimento: dueDay },
  valor: { original: '49.90' },
  ajusteDiaUtil: false,
  recebedor: { agencia: '0001', conta: '1234567', tipoConta: 'CORRENTE' },
  ...changes,
})
