/** The simulated bank's books of Pix Automático, and the contract's operations on them. */
import { randomBytes } from 'node:crypto'
import { addDays, dayOf } from '../../../runtime/brasilia.ts'
import { fromValor } from '../../../domain/pix/bank/fields.ts'
import type { BankClock } from '../clock.ts'
import { Refusal } from '../problems.ts'
import { lastOrderFor, MAX_RETRIES, noticeWindow } from './calendar.ts'
import { periodOf, periodStart, RETRY_DAYS, spreadOf } from './calendar.ts'
import { openAttempt, RecurringCharges } from './charges.ts'
import { begun, isFinal } from './machines.ts'
import { Recurrences } from './recurrences.ts'
import { violation } from './refusals.ts'
import type { ViolationName } from './refusals.ts'
import { CUSTOMER, recurringDefaults } from './things.ts'
import type { Attempt, Fields, Recurrence, RecurringCharge } from './things.ts'
import type { RecurringContext } from './things.ts'
import { RecurringViews } from './views.ts'

type Answer = { status: number; body: Fields; headers?: Record<string, string> }

/** The rest of the bank, as far as Pix Automático needs it. */
type Surroundings = Pick<RecurringContext, 'clock' | 'receive' | 'newTransferId'> & {
  /** The location of a charge that can be paid at once, by its txid. */
  locationOfCharge: (txid: string) => string | undefined
  isTxidUsed: (txid: string) => boolean
  pageSize: () => number
  /** The age of the books that are read. */
  staleMs: () => number
}

export class RecurringBooks {
  readonly settings = recurringDefaults()
  readonly context: RecurringContext
  readonly charges: RecurringCharges
  readonly recurrences: Recurrences
  readonly views: RecurringViews
  /** The same as they are read. */
  readonly #reads: RecurringViews
  /** The addresses of callbacks, by the operation that registers them. */
  readonly webhooks = new Map<string, { webhookUrl: string; criacao: string }>()
  readonly #clock: BankClock
  readonly #isTxidUsed: (txid: string) => boolean

  constructor(of: Surroundings) {
    this.#clock = of.clock
    this.#isTxidUsed = of.isTxidUsed
    this.context = {
      ...{ clock: of.clock, receive: of.receive, newTransferId: of.newTransferId },
      settings: this.settings,
      recurrences: new Map(),
      charges: new Map(),
      funds: new Map(),
      outside: [],
      spreadOf: ({ txid }) => spreadOf(txid),
      onRecurrence: () => undefined,
      onCharge: () => undefined,
    }
    this.charges = new RecurringCharges(this.context)
    this.recurrences = new Recurrences(this.context, this.charges)
    this.views = new RecurringViews(this.context, this.recurrences, of)
    this.#reads = new RecurringViews(this.context, this.recurrences, of, true)
  }

  /** @returns undefined when it is no operation of Pix Automático. @throws Refusal */
  perform(name: string, [first = '', second = '']: string[], body: Fields): Answer | undefined {
    const operation = this.#operations[name]
    if (!operation) return undefined
    const { refusesAll } = this.settings
    if (refusesAll !== undefined) throw new Refusal(refusesAll)
    return operation(first, body, second)
  }

  readonly #operations: Record<string, (first: string, body: Fields, second: string) => Answer> = {
    'POST /locrec': () => {
      const made = this.recurrences.makeLocation()
      const headers = { location: `https://pix.example.com/api/locrec/${made.id}` }
      return { status: 201, body: this.views.location(made), headers }
    },
    'GET /locrecs': (_, asked) => read(this.#reads.listLocations(asked)),
    'GET /locrec': (id) => read(this.#reads.location(this.recurrences.location(id))),
    'DELETE /locrec': (id) => read(this.views.location(this.recurrences.unlink(id))),
    'POST /rec': (_, body) => made(this.views.made(this.recurrences.make(body))),
    'GET /recs': (_, asked) => read(this.#reads.listRecurrences(asked)),
    'GET /rec': (idRec, { txid }) => read(this.#reads.whole(this.recurrences.find(idRec), txid)),
    'PATCH /rec': (idRec, body) => read(this.views.made(this.recurrences.revise(idRec, body))),
    'POST /solicrec': (_, body) => made(this.views.solicitation(this.recurrences.solicit(body))),
    'GET /solicrec': (id) => read(this.views.solicitation(this.recurrences.solicitation(id))),
    'PATCH /solicrec': (id) => {
      const found = this.recurrences.solicitation(id)
      return made(this.views.solicitation(this.recurrences.answer(found, 'CANCELADA')))
    },
    'PUT /cobr': (txid, body) => made(this.views.charge(this.#charge(txid, body))),
    'POST /cobr': (_, body) =>
      made(this.views.charge(this.#charge(randomBytes(16).toString('hex'), body))),
    'GET /cobr': (txid) => read(this.#reads.wholeCharge(this.findCharge(txid))),
    'GET /cobrs': (_, asked) => read(this.#reads.listCharges(asked)),
    'PATCH /cobr': (txid) => read(this.views.charge(this.#cancel(this.findCharge(txid)))),
    'POST /retentativa': (txid, _, day) =>
      made(this.views.wholeCharge(this.#retry(this.findCharge(txid), day))),
    'PUT /webhookrec': (_, body) => this.#register('rec', body),
    'GET /webhookrec': () => read(this.#webhook('rec')),
    'DELETE /webhookrec': () => this.#unregister('rec'),
    'PUT /webhookcobr': (_, body) => this.#register('cobr', body),
    'GET /webhookcobr': () => read(this.#webhook('cobr')),
    'DELETE /webhookcobr': () => this.#unregister('cobr'),
  }

  /** @throws Refusal */
  findCharge(txid: string): RecurringCharge {
    const found = this.context.charges.get(txid)
    if (!found) throw new Refusal(404, 'CobRNaoEncontrado')
    return found
  }

  /** An order that calendar or agreement forbid: it is refused, and stands in the books. */
  #outside(order: string, id: string, why: ViolationName): Refusal {
    this.context.outside.push({ order, id, at: this.#clock.now().toISOString(), why })
    return violation(why)
  }

  #charge(txid: string, body: Fields): RecurringCharge {
    const { idRec, calendario, valor, recebedor, ...others } = body as Fields & ChargeOrder
    const recurrence = this.recurrences.find(idRec)
    const { context } = this
    if (context.charges.has(txid) || this.#isTxidUsed(txid)) throw violation('txid_used')
    const { conta, agencia = CUSTOMER.agencia } = recebedor
    if (conta !== CUSTOMER.conta || agencia !== CUSTOMER.agencia) throw violation('account')
    const dueDay = calendario.dataDeVencimento
    const now = this.#clock.now()
    if (dueDay < dayOf(now)) throw violation('due_past')
    const amount_minor = fromValor(valor.original, 'valor.original')
    const fault = this.#agreementFault(recurrence, dueDay, valor.original)
    if (fault) throw this.#outside('PUT /cobr', txid, fault)
    if (this.#isPeriodTaken(recurrence, dueDay)) throw violation('period_taken')
    const charge: RecurringCharge = {
      ...begun('CRIADA', now),
      txid,
      idRec,
      fields: { ...others, valor, recebedor },
      amount_minor,
      dueDay,
      createdDay: dayOf(now),
      tentativas: [],
      pix: [],
    }
    context.charges.set(txid, charge)
    recurrence.charges.push(charge)
    this.charges.attempt(charge, dueDay, 'AGND')
    return charge
  }

  #agreementFault(
    { status, valor = {} }: Recurrence,
    dueDay: string,
    original: string,
  ): ViolationName | undefined {
    if (status !== 'APROVADA') return 'bank_not_approved'
    if (valor.valorRec !== undefined && valor.valorRec !== original) return 'bank_amount'
    const [, lastMs] = noticeWindow(dueDay, this.settings.countsWorkingDays)
    return this.#clock.now().getTime() > lastMs ? 'bank_notice' : undefined
  }

  #isPeriodTaken({ charges, calendario }: Recurrence, dueDay: string): boolean {
    const { dataInicial, periodicidade } = calendario
    const period = (day: string) => periodOf(dataInicial, periodicidade, day)
    return charges.some(
      ({ status, dueDay: day }) =>
        !['REJEITADA', 'CANCELADA'].includes(status) && period(day) === period(dueDay),
    )
  }

  #cancel(charge: RecurringCharge): RecurringCharge {
    if (isFinal('charge', charge)) throw violation('bank_ended')
    const [first] = charge.tentativas
    const day = first?.dataLiquidacao ?? charge.dueDay
    if (this.#clock.now().getTime() > lastOrderFor(day)) {
      throw this.#outside('PATCH /cobr', charge.txid, 'cancel_late')
    }
    this.charges.cancel(charge, 'USUARIO_RECEBEDOR', 'SLCR')
    return charge
  }

  /** One more attempt: a retry after the due day, or the instruction once more before it. */
  #retry(charge: RecurringCharge, day: string): RecurringCharge {
    const fault = this.#retryFault(charge, day)
    if (fault && isOutside.includes(fault)) throw this.#outside('retentativa', charge.txid, fault)
    if (fault) throw violation(fault)
    this.charges.attempt(charge, day, this.#kindOf(charge, day))
    return charge
  }

  #kindOf = ({ dueDay }: RecurringCharge, day: string): Attempt['tipo'] =>
    day <= dueDay ? 'RIFL' : 'NTAG'

  #retryFault(charge: RecurringCharge, day: string): ViolationName | undefined {
    const now = this.#clock.now()
    const { dueDay, tentativas, idRec } = charge
    if (!/^\d{4}-\d\d-\d\d$/.test(day) || day <= dayOf(now)) return 'retry_past'
    if (isFinal('charge', charge)) return 'bank_ended'
    if (openAttempt(charge)) return 'attempt_open'
    if (this.#kindOf(charge, day) === 'RIFL') {
      const [, lastMs] = noticeWindow(day, this.settings.countsWorkingDays)
      if (day < dueDay) return 'bank_retry_window'
      return now.getTime() > lastMs ? 'bank_notice' : undefined
    }
    if (tentativas.some(({ dataLiquidacao }) => dataLiquidacao === day)) return 'attempt_that_day'
    const { politicaRetentativa } = this.recurrences.find(idRec)
    if (politicaRetentativa === 'NAO_PERMITE') return 'retry_policy'
    if (tentativas.filter(({ tipo }) => tipo === 'NTAG').length >= MAX_RETRIES)
      return 'bank_retries'
    if (day > addDays(dueDay, RETRY_DAYS)) return 'bank_retry_window'
    if (this.#isInNextPeriod(charge, day)) return 'bank_retry_period'
    return now.getTime() > lastOrderFor(day) ? 'bank_night' : undefined
  }

  /** True of a day on or after the next due day: the period after it is charged by itself. */
  #isInNextPeriod({ idRec, dueDay }: RecurringCharge, day: string): boolean {
    const { dataInicial, dataFinal, periodicidade } = this.recurrences.find(idRec).calendario
    const period = periodOf(dataInicial, periodicidade, dueDay)
    const next = periodStart(dataInicial, periodicidade, period + 1)
    return day >= next && (dataFinal === undefined || next <= dataFinal)
  }

  #register(of: string, { webhookUrl }: Fields): Answer {
    const criacao = this.#clock.now().toISOString()
    this.webhooks.set(of, { webhookUrl: String(webhookUrl), criacao })
    return { status: 200, body: {} }
  }

  #webhook(of: string): Fields {
    const found = this.webhooks.get(of)
    if (!found) throw new Refusal(404)
    return found
  }

  #unregister(of: string): Answer {
    this.#webhook(of)
    this.webhooks.delete(of)
    return { status: 204, body: {} }
  }
}

type ChargeOrder = {
  idRec: string
  calendario: { dataDeVencimento: string }
  valor: { original: string }
  recebedor: { conta: string; agencia?: string }
}

/** Refusals of a retry that only a wrong calendar asks for. */
const isOutside: ViolationName[] = [
  'bank_notice',
  'bank_night',
  'bank_retries',
  'bank_retry_window',
  'bank_retry_period',
  'retry_policy',
]

const read = (body: Fields): Answer => ({ status: 200, body })
const made = (body: Fields): Answer => ({ status: 201, body })
