/**
 * A year of mandates at a bank of Pix Automático, on simulated time and with faults: answers that
 * are lost, runs that are killed, two callers at once, books that are read stale. The seller is a
 * plain one with a calendar of its own, and keeps in memory what a database keeps elsewhere; the
 * orders are the product's. In the end its facts are compared with the bank's books.
 */
import { addDays, dayOf } from '../../runtime/brasilia.ts'
import { isEnded, isOver, openAttempt } from '../../domain/pix/recurring/answers.ts'
import type { RecurringCharge } from '../../domain/pix/recurring/answers.ts'
import { endMandate } from '../../domain/pix/recurring/ending.ts'
import { openMandate } from '../../domain/pix/recurring/opening.ts'
import type { OpeningKeeper } from '../../domain/pix/recurring/opening.ts'
import { instruct, retry } from '../../domain/pix/recurring/orders.ts'
import { readMandate, readRecurringCharge } from '../../domain/pix/recurring/reading.ts'
import { authorize, revoke, setFunds } from '../bank/recurring/controls.ts'
import { atHour, periodStart } from '../bank/recurring/calendar.ts'
import { Draw } from './random.ts'
import { RecurringBank } from './recurringBank.ts'
import { recurringDifferences } from './recurringDifferences.ts'

const FIRST_DAY = '2026-03-02'
const AMOUNT_MINOR = 4990
const ORDER_DAYS = 6
const RETRY_DAYS = [2, 4, 7]
/** The hours of a day at which the seller looks at every mandate. */
const HOURS = [6.5, 12, 21]

const account = { branch: '0001', number: '1234567', type: 'checking' } as const

/** Breaks of the product, each of which the simulation has to notice. */
export type RecurringBreak = 'forgets_location' | 'never_looks'

export type RecurringRun = {
  seed: number
  mandates: number
  days: number
  breaks?: RecurringBreak
}

export type RecurringResult = {
  faults: number
  requests: number
  /** Mandates that were approved, and debits that arrived. */
  approved: number
  debits: number
  differences: string[]
}

/** A period as the seller knows it. */
export type SimulatedInvoice = {
  txid: string
  due_on: string
  isSent: boolean
  charge: RecurringCharge | undefined
}

/** A mandate as the seller knows it. */
export type SimulatedMandate = {
  contract: string
  cpf: string
  draw: Draw
  opensOn: string
  /** The day on which the seller ends it, if ever. */
  endsOn: string | undefined
  since: Date
  location_id: string | null
  mandate_id: string | null
  state: 'opening' | 'shown' | 'running' | 'ending' | 'over'
  starts_on: string | null
  isAsked: boolean
  /** The day on which the bank has confirmed the end. */
  endedOn: string | undefined
  invoices: Map<number, SimulatedInvoice>
}

const hex = (seed: number, kind: number, ...numbers: number[]): string =>
  [seed, kind, ...numbers].map((number) => number.toString(16).padStart(8, '0')).join('')

export class RecurringWorld {
  readonly bank: RecurringBank
  readonly mandates: SimulatedMandate[]
  readonly #run: RecurringRun
  readonly #draw: Draw
  #nowMs = atHour(FIRST_DAY, 0)

  constructor(run: RecurringRun) {
    this.#run = run
    this.#draw = new Draw(run.seed)
    this.bank = new RecurringBank(this.#draw.of('bank'), () => this.now)
    this.bank.isBlind = run.breaks === 'never_looks'
    if (run.breaks) this.bank.books.recurring.settings.repeatsLocations = true
    this.mandates = Array.from({ length: run.mandates }, (_, number) => this.#newMandate(number))
  }

  get now(): Date {
    return new Date(this.#nowMs)
  }

  get #today(): string {
    return dayOf(this.now)
  }

  #newMandate(number: number): SimulatedMandate {
    const draw = this.#draw.of(`mandate ${number}`)
    const { days, seed } = this.#run
    const opensOn = addDays(FIRST_DAY, draw.between(0, Math.floor(days / 4)))
    return {
      contract: hex(seed, 1, number, 0),
      cpf: String(10_000_000_000 + number),
      draw,
      opensOn,
      endsOn: draw.chance(0.3) ? addDays(opensOn, draw.between(20, days)) : undefined,
      since: new Date(atHour(opensOn, 0)),
      location_id: null,
      mandate_id: null,
      state: 'opening',
      starts_on: null,
      isAsked: false,
      endedOn: undefined,
      invoices: new Map(),
    }
  }

  async run(): Promise<RecurringResult> {
    for (let day = 0; day < this.#run.days; day++) {
      for (const hour of HOURS) {
        this.#nowMs = atHour(addDays(FIRST_DAY, day), hour)
        this.bank.books.clock.catchUp()
        for (const mandate of this.mandates) await this.#step(mandate)
      }
    }
    this.bank.isFaulty = false
    this.bank.books.staleMs = 0
    for (const mandate of this.mandates) await this.#read(mandate)
    const { faults, requests, books } = this.bank
    return {
      faults,
      requests,
      approved: this.mandates.filter(({ starts_on }) => starts_on !== null).length,
      debits: books.transfers().length,
      differences: recurringDifferences(this),
    }
  }

  async #step(mandate: SimulatedMandate): Promise<void> {
    if (this.#today < mandate.opensOn) return
    const { state, endsOn, mandate_id } = mandate
    const isDue = endsOn !== undefined && this.#today >= endsOn && mandate_id !== null
    if (isDue && state !== 'over') mandate.state = 'ending'
    if (mandate.state === 'opening') await this.#open(mandate)
    if (mandate.state === 'shown') await this.#confirm(mandate)
    if (mandate.state === 'running') await this.#charge(mandate)
    if (mandate.state === 'ending') await this.#end(mandate)
  }

  /** The keeper of an opening, which is killed now and then before or after it has kept an id. */
  #keeperOf(mandate: SimulatedMandate): OpeningKeeper {
    const kill = () => {
      if (mandate.draw.chance(0.05)) throw new Error('killed')
    }
    return {
      keepLocation: async (id) => {
        kill()
        if (this.#run.breaks === 'forgets_location') return id
        mandate.location_id ??= id
        kill()
        return mandate.location_id
      },
      keepMandate: async (id) => {
        kill()
        mandate.mandate_id = id
        kill()
      },
    }
  }

  async #open(mandate: SimulatedMandate): Promise<void> {
    const { contract, cpf, draw, since, location_id, mandate_id } = mandate
    const { now } = this
    const opening = {
      mandate: {
        contract,
        title: 'Clube do café',
        debtor: { name: 'Maria', tax_id: { cpf } },
        period: 'MENSAL' as const,
        starts_on: this.#today,
        ends_on: null,
        amount: { fixed_minor: AMOUNT_MINOR },
        retries: true,
      },
      charge: {
        ...{ txid: contract.replace(/^./, 'e'), amount_minor: AMOUNT_MINOR, now },
        ...{ lifetime_seconds: 86_400 * 30, sellerName: 'Loja' },
      },
      ...{ location_id, mandate_id, since, now, sellerName: 'Loja', city: 'Brasilia' },
    }
    const callers = Array.from({ length: draw.chance(0.3) ? 2 : 1 }, () =>
      openMandate(this.bank.provider, opening, this.#keeperOf(mandate)),
    )
    const results = await Promise.allSettled(callers)
    const codes = results.flatMap((result) => {
      if (result.status === 'fulfilled') return result.value.kind === 'open' ? [result.value] : []
      if ((result.reason as Error).message !== 'killed') throw result.reason
      return []
    })
    // Two callers may have shown each its code: both name the location.
    if (codes.length < callers.length) return
    const [{ code } = { code: '' }] = codes
    mandate.state = 'shown'
    const consents = draw.chance(0.9)
    authorize(this.bank.books, { code, cpf, pays: true, consents })
  }

  /** Waits for the payer's word. */
  async #confirm(mandate: SimulatedMandate): Promise<void> {
    const reply = await readMandate(this.bank.provider, mandate.mandate_id ?? '')
    if (reply.kind !== 'done') return
    const { status, starts_on } = reply.value
    if (status === 'approved') {
      mandate.state = 'running'
      mandate.starts_on = starts_on
    } else if (this.#nowMs > mandate.since.getTime() + 4 * 86_400_000) mandate.state = 'ending'
  }

  /** Places what is to be placed, reads what was, and retries what failed. */
  async #charge(mandate: SimulatedMandate): Promise<void> {
    const { draw, starts_on, invoices, mandate_id } = mandate
    if (draw.chance(0.02)) {
      setFunds(this.bank.books, { cpf: mandate.cpf, funds: draw.chance(0.5) ? '0.00' : null })
    }
    const reply = await readMandate(this.bank.provider, mandate_id ?? '')
    if (reply.kind !== 'done') return
    if (isEnded(reply.value)) mandate.state = 'ending'
    for (let k = 1; mandate.state === 'running'; k++) {
      const due_on = periodStart(starts_on ?? '', 'MENSAL', k)
      if (addDays(due_on, -ORDER_DAYS) > this.#today) break
      const invoice = invoices.get(k) ?? this.#newInvoice(mandate, k, due_on)
      if (!invoice.charge) await this.#place(mandate, invoice, k)
      else if (!isOver(invoice.charge)) await this.#follow(invoice)
    }
    // The next look finds it, before anything is ordered.
    const isRevoked = mandate.state === 'running' && draw.chance(0.0005)
    if (isRevoked) revoke(this.bank.books, { idRec: mandate_id ?? '', by: 'payer' })
  }

  #newInvoice({ contract, invoices }: SimulatedMandate, k: number, due_on: string) {
    const txid = contract.slice(0, 24) + k.toString(16).padStart(8, '0')
    const invoice: SimulatedInvoice = { txid, due_on, isSent: false, charge: undefined }
    invoices.set(k, invoice)
    return invoice
  }

  async #place(mandate: SimulatedMandate, invoice: SimulatedInvoice, k: number): Promise<void> {
    const { draw, since, starts_on } = mandate
    const { txid, due_on, isSent } = invoice
    if (addDays(due_on, -2) < this.#today) return
    const order = {
      ...{ txid, mandate_id: mandate.mandate_id ?? '', due_on, amount_minor: AMOUNT_MINOR },
      ...{ account, note: null, period_start: due_on, since, now: this.now, repeated: isSent },
      period_end: periodStart(starts_on ?? '', 'MENSAL', k + 1),
      isOurs: () => false,
    }
    invoice.isSent = true
    const callers = Array.from({ length: draw.chance(0.2) ? 2 : 1 }, () =>
      instruct(this.bank.provider, order),
    )
    for (const result of await Promise.all(callers)) {
      if (result.kind === 'placed') invoice.charge = result.charge
    }
  }

  async #follow(invoice: SimulatedInvoice): Promise<void> {
    const reply = await readRecurringCharge(this.bank.provider, invoice.txid)
    if (reply.kind !== 'done') return
    invoice.charge = reply.value
    const { attempts } = reply.value
    if (isOver(reply.value) || openAttempt(reply.value) || attempts.length === 0) return
    const date = RETRY_DAYS.map((days) => addDays(invoice.due_on, days)).find(
      (day) => day > this.#today && attempts.every((attempt) => attempt.date !== day),
    )
    if (date === undefined) return
    const order = { txid: invoice.txid, date, known_attempts: attempts.length }
    const result = await retry(this.bank.provider, order)
    if (result.kind === 'placed') invoice.charge = result.charge
  }

  async #end(mandate: SimulatedMandate): Promise<void> {
    const { mandate_id, invoices, isAsked } = mandate
    const open = [...invoices.values()].filter(
      ({ isSent, due_on, charge }) =>
        isSent && due_on > addDays(this.#today, 1) && !(charge && isOver(charge)),
    )
    const result = await endMandate(this.bank.provider, {
      mandate_id: mandate_id ?? '',
      open_txids: open.map(({ txid }) => txid),
      asked: isAsked,
    })
    if (result.mandate.kind === 'pending') mandate.isAsked = true
    if (result.mandate.kind !== 'ended') return
    mandate.state = 'over'
    mandate.endedOn = this.#today
  }

  /** Reads every charge once more, from a bank that answers. */
  async #read({ invoices }: SimulatedMandate): Promise<void> {
    for (const invoice of invoices.values()) {
      const reply = await readRecurringCharge(this.bank.provider, invoice.txid)
      invoice.charge = reply.kind === 'done' ? reply.value : undefined
    }
  }
}

export const simulateRecurring = (run: RecurringRun): Promise<RecurringResult> =>
  new RecurringWorld(run).run()
