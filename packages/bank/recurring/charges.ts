/** Recurring charges and their attempts: what is due of them when, and what then happens. */
import { lastMoment, lastOrderFor, momentsOf, noticeWindow, workingDay } from './calendar.ts'
import { begun, isFinal, move } from './machines.ts'
import type { Attempt, Ending, RecurringCharge, RecurringContext, Requester } from './things.ts'

/** Codes of an attempt that end its charge, by the contract. */
const FINAL_CODES = ['AC05', 'AM09', 'DENC', 'DS27', 'DTED', 'MIDI', 'MSUC', 'NITX', 'RC09']

/** The code of a payer's bank for an amount over the payer's limit, and for a late instruction. */
const OVER_LIMIT = 'AM02'
const TOO_LATE = 'DTNT'

export const openAttempt = ({ tentativas }: RecurringCharge): Attempt | undefined =>
  tentativas.find((attempt) => !isFinal('attempt', attempt))

export class RecurringCharges {
  readonly #of: RecurringContext

  constructor(context: RecurringContext) {
    this.#of = context
  }

  /** Has an attempt made on a day, and passes it on to the payer's bank. */
  attempt(charge: RecurringCharge, day: string, tipo: Attempt['tipo']): void {
    const { clock, settings, newTransferId } = this.#of
    const [first] = charge.tentativas
    const now = clock.now()
    const [opensMs] = noticeWindow(day, false)
    charge.tentativas.push({
      dataLiquidacao:
        settings.adjustsDays || charge.fields['ajusteDiaUtil'] ? workingDay(day) : day,
      tipo,
      endToEndId: first && settings.repeatsAttemptId ? first.endToEndId : newTransferId(),
      passedMs: Math.max(now.getTime(), opensMs) + settings.passingMs,
      failures: 0,
      ...begun('SOLICITADA', now),
    })
    this.watch(charge)
  }

  watch(charge: RecurringCharge): void {
    this.#of.clock.watch({
      dueMs: () => this.#dueMs(charge),
      happen: () => {
        this.#happen(charge)
        this.#of.onCharge(charge)
      },
    })
  }

  /** The next moment of a charge: an attempt is passed on, debited or over, or all are. */
  #dueMs(charge: RecurringCharge): number {
    if (isFinal('charge', charge)) return Infinity
    const attempt = openAttempt(charge)
    if (!attempt) return this.#endMs(charge)
    if (attempt.status === 'SOLICITADA') return attempt.passedMs
    const moments = momentsOf(attempt.dataLiquidacao, this.#of.spreadOf(charge))
    return moments[attempt.failures] ?? Infinity
  }

  #mayRetry({ idRec }: RecurringCharge): boolean {
    return this.#of.recurrences.get(idRec)?.politicaRetentativa === 'PERMITE_3R_7D'
  }

  #endMs(charge: RecurringCharge): number {
    return lastMoment(charge.dueDay, this.#mayRetry(charge))
  }

  #happen(charge: RecurringCharge): void {
    const now = this.#of.clock.now()
    const attempt = openAttempt(charge)
    if (!attempt) return move('charge', charge, 'EXPIRADA', now)
    if (attempt.status === 'SOLICITADA') return this.#pass(charge, attempt)
    const isOver = attempt.failures === momentsOf('2000-01-01', 0).length - 1
    if (!isOver) return this.#debit(charge, attempt)
    move('attempt', attempt, 'EXPIRADA', now)
    if (this.#endMs(charge) <= now.getTime()) move('charge', charge, 'EXPIRADA', now)
  }

  /** The payer's bank takes an instruction, or refuses it. */
  #pass(charge: RecurringCharge, attempt: Attempt): void {
    const now = this.#of.clock.now()
    const code = this.#refusal(charge, attempt)
    if (code !== undefined) return this.reject(charge, attempt, code)
    move('attempt', attempt, 'AGENDADA', now)
    if (charge.status === 'CRIADA') move('charge', charge, 'ATIVA', now)
  }

  #refusal(charge: RecurringCharge, attempt: Attempt): string | undefined {
    const { settings, recurrences, clock } = this.#of
    if (settings.rejects !== undefined) return settings.rejects
    const { limit_minor = Infinity } = recurrences.get(charge.idRec) ?? {}
    if (charge.amount_minor > limit_minor) return OVER_LIMIT
    const [, lastMs] = noticeWindow(attempt.dataLiquidacao, settings.countsWorkingDays)
    const isLate = attempt.tipo !== 'NTAG' && clock.now().getTime() > lastMs
    return isLate ? TOO_LATE : undefined
  }

  reject(charge: RecurringCharge, attempt: Attempt, codigo: string): void {
    const now = this.#of.clock.now()
    const rejeicao = { codigo, descricao: `O PSP do pagador recusou: ${codigo}.` }
    attempt.rejeicao = rejeicao
    move('attempt', attempt, 'REJEITADA', now)
    if (!FINAL_CODES.includes(codigo)) return
    charge.encerramento = { rejeicao }
    move('charge', charge, 'REJEITADA', now)
  }

  #debit(charge: RecurringCharge, attempt: Attempt): void {
    const { funds, recurrences, clock, receive } = this.#of
    const { cpf } = recurrences.get(charge.idRec)?.pagador ?? {}
    const has = funds.get(cpf ?? '') ?? Infinity
    if (has < charge.amount_minor) {
      attempt.failures += 1
      return
    }
    if (cpf !== undefined && has !== Infinity) funds.set(cpf, has - charge.amount_minor)
    const now = clock.now()
    const { txid, amount_minor } = charge
    const { endToEndId } = attempt
    charge.pix.push(receive({ txid, endToEndId, amount_minor, ...(cpf !== undefined && { cpf }) }))
    move('attempt', attempt, 'PAGA', now)
    move('charge', charge, 'CONCLUIDA', now)
  }

  /** True while no debit of the charge is certain to come. */
  isStoppable(charge: RecurringCharge): boolean {
    const day = openAttempt(charge)?.dataLiquidacao
    return day === undefined || this.#of.clock.now().getTime() <= lastOrderFor(day)
  }

  cancel(charge: RecurringCharge, solicitante: Requester, codigo: string): void {
    const now = this.#of.clock.now()
    const attempt = openAttempt(charge)
    if (attempt) move('attempt', attempt, 'CANCELADA', now)
    charge.encerramento = canceledBy(solicitante, codigo)
    move('charge', charge, 'CANCELADA', now)
    this.#of.onCharge(charge)
  }
}

export const canceledBy = (solicitante: Requester, codigo: string): Ending => ({
  cancelamento: { solicitante, codigo, descricao: `Cancelada por ${solicitante}: ${codigo}.` },
})
