/** A simulated bank of Pix Automático over mutual TLS, and a seller's mandate there. */
import assert from 'node:assert/strict'
import { addDays, dayOf } from '../../runtime/brasilia.ts'
import { Bacen } from '../../domain/pix/bank/bacen/bacen.ts'

import { instruct } from '../../domain/pix/recurring/orders.ts'
import type { Instruction, InstructionResult } from '../../domain/pix/recurring/orders.ts'
import { openMandate } from '../../domain/pix/recurring/opening.ts'
import type {
  Opening,
  OpeningBank,
  OpeningKeeper,
  OpeningResult,
} from '../../domain/pix/recurring/opening.ts'
import { RecurringPort } from '../../domain/pix/recurring/port.ts'
import type { Bank } from '../../packages/bank/bank.ts'
import { parseQuirk, quirks } from '../../packages/bank/quirks.ts'
import { periodOf } from '../../packages/bank/recurring/calendar.ts'
import { authorize } from '../../packages/bank/recurring/controls.ts'
import type { Authorization } from '../../packages/bank/recurring/controls.ts'
import { atEnd } from './atEnd.ts'
import { startBank } from './bank.ts'

const HOUR_MS = 60 * 60 * 1000
export const CPF = '12345678909'

/** Certificates take long to make, so each bank of a file has those of the first. */
let first: Bank | undefined
let made = 0

export class RecurringBank {
  readonly bank: Bank
  readonly provider: Bacen
  readonly port: RecurringPort
  readonly #clock: { now: Date }

  /** A Monday at noon in Brasília, at a bank with these quirks. */
  static async open(...named: string[]): Promise<RecurringBank> {
    const clock = { now: new Date('2026-03-02T15:00:00.000Z') }
    const bank = await startBank(() => clock.now, first)
    first ??= bank
    // Its description of answers has no unknown value.
    bank.checks_answers = !named.includes('unknown-status')
    for (const text of named) {
      const quirk = parseQuirk(text) ?? assert.fail(text)
      quirks[quirk.name]?.apply(bank, quirk.setting)
    }
    return new RecurringBank(bank, clock)
  }

  private constructor(bank: Bank, clock: { now: Date }) {
    this.bank = bank
    this.#clock = clock
    this.provider = new Bacen(bank.settings)
    this.port = new RecurringPort(this.provider)
    atEnd(() => this.provider.close())
  }

  get now(): Date {
    return this.bank.books.clock.now()
  }

  /** The day in Brasília that is so many days from today. */
  day(days: number): string {
    return addDays(dayOf(this.now), days)
  }

  advance(hours: number): void {
    this.#clock.now = new Date(this.#clock.now.getTime() + hours * HOUR_MS)
    this.bank.books.clock.catchUp()
  }

  /** Goes to an hour of a day in Brasília. */
  at(day: string, hour: number): void {
    const toMs = Date.parse(`${day}T00:00:00-03:00`) + hour * HOUR_MS
    this.advance((toMs - this.now.getTime()) / HOUR_MS)
  }

  newTxid(): string {
    made += 1
    return made.toString(16).padStart(32, 'd')
  }

  mandate(changes: Partial<Opening['mandate']> = {}): MandateScene {
    return new MandateScene(this, changes)
  }

  assertRules(): void {
    assertOrders(this.bank)
  }
}

/** The bars: no order outside the rules, one charge a period, one retry a day. */
export function assertOrders({ violations, mistakes, books }: Bank): void {
  const { outside, recurrences } = books.recurring.context
  assert.deepEqual([violations, mistakes, outside], [[], [], []])
  for (const { charges, calendario } of recurrences.values()) {
    const holding = charges.filter(({ status }) => !['REJEITADA', 'CANCELADA'].includes(status))
    const periods = holding.map(({ dueDay }) =>
      periodOf(calendario.dataInicial, calendario.periodicidade, dueDay),
    )
    assert.equal(new Set(periods).size, periods.length, 'a period is charged twice')
    for (const { tentativas } of charges) {
      const days = tentativas.filter(({ tipo }) => tipo === 'NTAG').map((one) => one.dataLiquidacao)
      assert.equal(new Set(days).size, days.length, 'a day is debited twice')
    }
  }
}

/** A mandate of a seller, with what is kept of its opening. */
export class MandateScene implements OpeningKeeper {
  readonly at: RecurringBank
  readonly contract: string
  readonly txid: string
  readonly opening: Opening
  kept: Pick<Opening, 'location_id' | 'mandate_id'> = { location_id: null, mandate_id: null }
  readonly #since: Date

  constructor(at: RecurringBank, changes: Partial<Opening['mandate']>) {
    this.at = at
    this.contract = at.newTxid()
    this.txid = at.newTxid()
    this.#since = at.now
    this.opening = {
      mandate: {
        contract: this.contract,
        title: 'Clube do café',
        debtor: { name: 'Maria Silva', tax_id: { cpf: CPF } },
        period: 'MENSAL',
        starts_on: at.day(0),
        ends_on: null,
        amount: { fixed_minor: 4990 },
        retries: true,
        ...changes,
      },
      charge: {
        txid: this.txid,
        amount_minor: 4990,
        lifetime_seconds: 86_400,
        now: at.now,
        sellerName: 'Loja',
      },
      ...this.kept,
      since: this.#since,
      now: at.now,
      sellerName: 'Loja',
      city: 'Brasilia',
    }
  }

  keepLocation(id: string): Promise<string> {
    this.kept.location_id ??= id
    return Promise.resolve(this.kept.location_id)
  }

  keepMandate(id: string): Promise<void> {
    this.kept.mandate_id = id
    return Promise.resolve()
  }

  /** One run of the sequence, from what is kept. */
  run(
    bank: OpeningBank = this.at.provider,
    changes: Partial<Opening> = {},
    keeper: OpeningKeeper = this,
  ): Promise<OpeningResult> {
    const opening = { ...this.opening, ...this.kept, now: this.at.now, ...changes }
    return openMandate(bank, opening, keeper)
  }

  /** Runs until the code is there. @returns it, and how many runs that took */
  async code(
    changes: Partial<Opening> = {},
    maxRuns = 10,
  ): Promise<{ code: string; runs: number }> {
    for (let runs = 1; runs <= maxRuns; runs++) {
      const result = await this.run(this.at.provider, changes)
      if (result.kind === 'open') return { code: result.code, runs }
    }
    assert.fail(`no code after ${maxRuns} runs`)
  }

  /** The recurrences of this mandate in the bank's books. */
  get recurrences() {
    return [...this.at.bank.books.recurring.context.recurrences.values()].filter(
      ({ vinculo }) => vinculo.contrato === this.contract,
    )
  }

  get living(): string[] {
    return this.recurrences
      .filter(({ status }) => status === 'CRIADA' || status === 'APROVADA')
      .map(({ idRec }) => idRec)
  }

  /** The bar: one recurrence lives, and it is the kept one. */
  assertOne(): void {
    assert.deepEqual(this.living, [this.kept.mandate_id])
    this.at.assertRules()
  }

  /** A mandate that its payer has agreed to. @returns its id */
  async approved(more: Partial<Authorization> = {}): Promise<string> {
    const { code } = await this.code()
    authorize(this.at.bank.books, { code, cpf: CPF, ...more })
    return this.kept.mandate_id ?? assert.fail('no mandate is kept')
  }

  instruction(due_on: string, changes: Partial<Instruction> = {}): Instruction {
    return {
      txid: this.at.newTxid(),
      mandate_id: this.kept.mandate_id ?? '',
      due_on,
      amount_minor: 4990,
      account: this.at.bank.account,
      note: 'Clube do café 2/12',
      period_start: due_on,
      period_end: addDays(due_on, 28),
      since: this.#since,
      now: this.at.now,
      repeated: false,
      isOurs: () => false,
      ...changes,
    }
  }

  /** Places a charge, run after run. @returns what the last run came to, and how many there were */
  async place(
    order: Instruction,
    maxRuns = 10,
  ): Promise<{ result: InstructionResult; runs: number }> {
    for (let runs = 1; ; runs++) {
      const now = this.at.now
      const result = await instruct(this.at.provider, { ...order, now, repeated: runs > 1 })
      if (result.kind !== 'unknown' || runs === maxRuns) return { result, runs }
    }
  }
}
