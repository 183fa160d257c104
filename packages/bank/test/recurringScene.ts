/** A simulated bank with a customer of Pix Automático, and what the two do with each other. */
import assert from 'node:assert/strict'
import { atEnd } from '../../../test/support/atEnd.ts'
import { Bank } from '../bank.ts'
import { parseQuirk, quirks } from '../quirks.ts'
import { authorize } from '../recurring/controls.ts'
import type { Authorization } from '../recurring/controls.ts'
import { SCOPES } from '../tokens.ts'
import { BankCustomer } from './bankCustomer.ts'
import type { BankAnswer } from './bankCustomer.ts'
import { chargeOrder, dayAfter, recurrenceOrder } from './recurringOrders.ts'

type Body = BankAnswer['body']
type Problem = { violacoes?: { razao: string; propriedade: string }[] }

/** Fields whose values are enumerations of the contract. */
const ENUMERATIONS = [
  ...['status', 'tipo', 'tipoJornada', 'jornada', 'codigo', 'solicitante'],
  ...['periodicidade', 'politicaRetentativa'],
]

/** Every value of an enumeration within an answer, as `status CRIADA`. */
function enumerated(value: unknown, name = ''): string[] {
  if (ENUMERATIONS.includes(name) && typeof value === 'string') return [`${name} ${value}`]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => enumerated(inner, key))
}

const HOUR_MS = 60 * 60 * 1000

/** Certificates take long to make, so each bank of a file has those of the first. */
let first: Bank | undefined

export class RecurringScene {
  readonly bank: Bank
  /** The values of enumerations that its answers have had. */
  readonly enumerated = new Set<string>()
  readonly #customer: BankCustomer
  readonly #clock: { now: Date }
  #made = 0

  /** A Monday at noon in Brasília, at a bank with these quirks. */
  static async open(...named: string[]): Promise<RecurringScene> {
    const clock = { now: new Date('2026-03-02T15:00:00.000Z') }
    const bank = await Bank.start(() => clock.now, first)
    first ??= bank
    atEnd(() => bank.close())
    bank.checks_answers = !named.includes('unknown-status')
    for (const text of named) {
      const quirk = parseQuirk(text) ?? assert.fail(text)
      quirks[quirk.name]?.apply(bank, quirk.setting)
    }
    const scene = new RecurringScene(bank, clock)
    await scene.signIn()
    return scene
  }

  private constructor(bank: Bank, clock: { now: Date }) {
    this.bank = bank
    this.#customer = BankCustomer.of(bank)
    this.#clock = clock
  }

  signIn(): Promise<BankAnswer> {
    return this.#customer.signIn(SCOPES)
  }

  get recurring(): Bank['books']['recurring'] {
    return this.bank.books.recurring
  }

  get #now(): Date {
    return this.bank.books.clock.now()
  }

  /** The day in Brasília that is so many days from today. */
  day(days: number): string {
    return dayAfter(this.#now, days)
  }

  async call(method: string, path: string, body?: object): Promise<BankAnswer> {
    const answer = await this.#customer.call(method, path, body)
    assert.deepEqual(this.bank.mistakes, [])
    for (const value of enumerated(answer.body)) this.enumerated.add(value)
    return answer
  }

  /** @returns the body of an answer that is a success */
  async ok(method: string, path: string, body?: object): Promise<Body> {
    const answer = await this.call(method, path, body)
    assert.ok(Number(answer.status) < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  /** @returns the first violation that a refusal names */
  async refused(method: string, path: string, body?: object): Promise<string> {
    const answer = await this.call(method, path, body)
    assert.equal(answer.status, 400, JSON.stringify(answer.body))
    return (answer.body as Problem).violacoes?.[0]?.razao ?? ''
  }

  /** Time goes by; the token that ends meanwhile is asked for anew. */
  async advance(hours: number): Promise<void> {
    this.#clock.now = new Date(this.#clock.now.getTime() + hours * HOUR_MS)
    await this.signIn()
  }

  /** Goes to an hour of a day in Brasília. */
  async at(day: string, hour: number): Promise<void> {
    const toMs = Date.parse(`${day}T00:00:00-03:00`) + hour * HOUR_MS
    await this.advance((toMs - this.#now.getTime()) / HOUR_MS)
  }

  async location(): Promise<number> {
    return Number((await this.ok('POST', '/locrec'))['id'])
  }

  async recurrence(changes: object = {}): Promise<string> {
    const order = recurrenceOrder(this.#now, { loc: await this.location(), ...changes })
    return String((await this.ok('POST', '/rec', order))['idRec'])
  }

  read(idRec: string): Promise<Body> {
    return this.ok('GET', `/rec/${idRec}`)
  }

  readCharge(txid: string): Promise<Body> {
    return this.ok('GET', `/cobr/${txid}`)
  }

  async consent(idRec: string, more: Partial<Authorization> = {}): Promise<void> {
    const { dadosQR } = (await this.read(idRec)) as { dadosQR?: { pixCopiaECola: string } }
    authorize(this.bank.books, { code: dadosQR?.pixCopiaECola ?? idRec, ...more })
  }

  /** A recurrence that its payer has agreed to. */
  async approved(changes: object = {}, more: Partial<Authorization> = {}): Promise<string> {
    const idRec = await this.recurrence(changes)
    await this.consent(idRec, more)
    return idRec
  }

  newTxid(): string {
    this.#made += 1
    return String(this.#made).padStart(32, '0')
  }

  /** A charge, ordered now for a day. */
  async charge(idRec: string, dueDay: string, changes: object = {}): Promise<string> {
    const txid = this.newTxid()
    await this.ok('PUT', `/cobr/${txid}`, chargeOrder(idRec, dueDay, changes))
    return txid
  }

  /** The state of a charge and of each attempt, with the codes. */
  async states(txid: string): Promise<unknown[]> {
    const { status, tentativas } = (await this.readCharge(txid)) as unknown as {
      status: string
      tentativas: { tipo: string; status: string; rejeicao?: { codigo: string } }[]
    }
    return [
      status,
      ...tentativas.map((one) =>
        [one.tipo, one.status, one.rejeicao?.codigo].filter((part) => part !== undefined).join(' '),
      ),
    ]
  }
}
