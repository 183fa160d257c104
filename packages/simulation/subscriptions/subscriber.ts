/** One subscription, with the buyer who authorises it, and how it is opened. */
import { toValor } from '../../../domain/pix/bank/fields.ts'
import { addDays, dayOf } from '../../../runtime/brasilia.ts'
import { Refusal } from '../../bank/books.ts'
import { authorize, revoke } from '../../bank/recurring/controls.ts'
import type { Authorization } from '../../bank/recurring/controls.ts'
import type { Recurrence } from '../../bank/recurring/things.ts'
import type { Answer } from '../process.ts'
import type { Draw } from '../random.ts'
import type { World } from '../world.ts'
import type { SubscriptionBank } from './bank.ts'
import { AMOUNT_MINOR, intervals } from './plans.ts'
import type { Interval, Plans } from './plans.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Subscriptions are opened in the first so many days of a world. */
export const ARRIVAL_DAYS = 45

/** The looks of a buyer for the code, each after a longer pause. */
const MAX_LOOKS = 8

export type SubscriptionShown = NonNullable<Answer<'createSubscription'>['body']>

/** The buyer's acts once the code is there, of a hundred. */
const answers = {
  both: 77,
  pays: 6,
  consents: 4,
  apart: 5,
  refuses: 3,
  leaves: 3,
  pays_twice: 1,
  pays_late: 1,
}

/** A CPF with its check digits. */
function cpfOf(number: number): string {
  const body = String(100_000_000 + number)
  const digit = (digits: string) => {
    const weights = digits.length + 1
    const sum = [...digits].reduce((total, one, i) => total + Number(one) * (weights - i), 0)
    return String(((sum * 10) % 11) % 10)
  }
  const first = digit(body)
  return body + first + digit(body + first)
}

/** Does something at the bank, which may refuse it. @returns whether it was done */
export function isDone(act: () => unknown): boolean {
  try {
    act()
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

export class Subscriber {
  readonly world: World
  readonly bank: SubscriptionBank
  readonly number: number
  readonly cpf: string
  readonly interval: Interval
  readonly isVariable: boolean
  /** The payer's own limit for a debit; null for none. */
  readonly limit_minor: number | null
  /** As the service answered when it was made. */
  subscription!: SubscriptionShown
  /** When the payer has had no money, in milliseconds from and to. */
  readonly poor: [number, number][] = []
  /** Numbers of invoices whose debit was stopped or priced over the limit. */
  readonly touched = new Set<number>()
  /** The charges of debits that the payer has taken back. */
  readonly takenBack = new Set<string>()
  readonly #plans: Plans
  readonly #draw: Draw

  constructor(world: World, plans: Plans, number: number) {
    this.world = world
    this.bank = world.bank as SubscriptionBank
    this.number = number
    this.cpf = cpfOf(number)
    this.#plans = plans
    this.#draw = world.draw.of(`subscription ${number}`)
    this.interval = this.#draw.oneOf(intervals)
    this.isVariable = this.#draw.chance(0.15)
    const isLimited = this.isVariable && this.#draw.chance(0.5)
    this.limit_minor = isLimited ? AMOUNT_MINOR + this.#draw.between(0, 3_000) : null
  }

  get id(): string {
    return this.subscription.id
  }

  /** The contract by which the bank knows it. */
  get contract(): string {
    return this.id.slice('sub_'.length).replaceAll('-', '')
  }

  get recurrence(): Recurrence | undefined {
    const all = [...this.bank.books.recurring.context.recurrences.values()]
    return all.find(({ vinculo }) => vinculo.contrato === this.contract)
  }

  tell(what: string): void {
    this.world.tell(`subscription ${this.number}`, what)
  }

  /** Opens the subscription, and has its buyer read the code. */
  async open(): Promise<void> {
    const { world } = this
    await world.sleep(this.#draw.between(0, ARRIVAL_DAYS * DAY_MS))
    this.subscription = await this.#made()
    world.numbers.set(this.contract, this.number)
    const first = this.subscription.latest_invoice_id
    if (first) world.numbers.set(first.slice('inv_'.length).replaceAll('-', ''), this.number)
    this.tell('is opened')
    await this.#answer()
  }

  async #made(): Promise<SubscriptionShown> {
    const external_id = `assinatura-${this.number}`
    const body = { ...this.#order(), external_id }
    const { body: made, code } = await this.world.insist('createSubscription', { body })
    if (made) return made
    const query = { external_id, limit: 1 }
    const { body: found } = await this.world.insist('listSubscriptions', { query })
    const [known] = found?.data ?? []
    if (!known) throw new Error(`The subscription ${this.number} is refused: ${code}.`)
    return known
  }

  #order(): object {
    const draw = this.#draw
    const { cpf: tax_id, number, world } = this
    // The earliest is five days from the request, which may wait a day for the service.
    const starts_on = draw.chance(0.2)
      ? addDays(dayOf(world.timeline.now()), draw.between(7, 40))
      : null
    const isCheaper = starts_on === null && draw.chance(0.15)
    return {
      offer_id: this.#plans.offers[this.interval],
      customer: { name: `Ana ${number}`, email: `ana${number}@loja.example`, tax_id },
      starts_on,
      cycles: draw.chance(0.15) ? draw.between(2, 6) : null,
      first_amount_minor: isCheaper ? draw.between(100, AMOUNT_MINOR) : null,
      variable: this.isVariable ? { minimum_limit_minor: AMOUNT_MINOR } : null,
      retries: draw.chance(0.85),
      success_url: null,
      cancel_url: null,
      metadata: {},
    }
  }

  /** The code that the page has to show, once the bank has made it. */
  async code(): Promise<string | undefined> {
    const { world } = this
    const key = { seller_id: world.caller.seller.id, id: this.id }
    for (let look = 1; look <= MAX_LOOKS; look++) {
      // A page and a caller may ask at once, at two processes.
      const asked = world.living.map((process) => process.subscriptionCode(key))
      const found = await Promise.race([...asked, world.sleep(MINUTE_MS)])
      if (found?.code) return found.code
      await world.sleep(this.#draw.between(1, 20) * look * MINUTE_MS)
    }
    return undefined
  }

  async #answer(): Promise<void> {
    const { world } = this
    const draw = world.draw.of(`answer ${this.number}`)
    const answer = draw.oneOf(answers)
    const isLater = draw.chance(0.1)
    await world.sleep(draw.between(1, isLater ? 20 * 60 : 180) * MINUTE_MS)
    const code = await this.code()
    if (code === undefined) return this.tell('has no code')
    await world.sleep(draw.between(1, 120) * MINUTE_MS)
    this.tell(answer)
    if (answer === 'both') this.#read({ code })
    if (answer === 'pays' || answer === 'pays_twice') this.#read({ code, consents: false })
    if (answer === 'consents') this.#read({ code, pays: false })
    if (answer === 'refuses') this.refuse('AP13')
    if (answer === 'pays_twice') this.#payAgain(code)
    if (answer === 'pays_late') {
      await world.sleep(draw.between(25, 60) * HOUR_MS)
      isDone(() => this.bank.payLate(code, AMOUNT_MINOR))
    }
    if (answer !== 'apart') return
    const paysFirst = draw.chance(0.7)
    this.#read(paysFirst ? { code, consents: false } : { code, pays: false })
    await world.sleep(draw.between(1, 30 * 60) * MINUTE_MS)
    this.#read(paysFirst ? { code, pays: false } : { code, consents: false })
  }

  /** The payer's bank reads the code: a plan that begins later has nothing to pay by it. */
  #read(asked: Pick<Authorization, 'code' | 'pays' | 'consents'>): void {
    const { cpf, limit_minor, bank, subscription } = this
    const isPaid = subscription.latest_invoice_id !== null
    if (!isPaid && asked.consents === false) return
    const limit = limit_minor === null ? {} : { limit: toValor(limit_minor) }
    const authorization = { cpf, ...limit, ...asked, ...(!isPaid && { pays: false }) }
    isDone(() => {
      const paid = authorize(bank.books, authorization)
      if (paid) this.#announce(paid.txid)
    })
  }

  /** Refuses the mandate, or ends it, in the app of a bank. */
  refuse(codigo?: string, by: 'payer' | 'payer_bank' | 'seller_bank' = 'payer'): boolean {
    const { idRec = '' } = this.recurrence ?? {}
    const how = { idRec, by, ...(codigo !== undefined && { codigo }) }
    return isDone(() => revoke(this.bank.books, how))
  }

  #payAgain(code: string): void {
    const txid = this.bank.books.txidOf(code)
    const paid = this.bank.books.charges.get(txid ?? '')?.pix.at(-1)
    if (!paid) return
    this.bank.books.pay(paid.txid, AMOUNT_MINOR)
    this.#announce(paid.txid)
  }

  /** Pays an ordinary code, in full. */
  payCode(code: string): void {
    const { books } = this.bank
    const txid = books.txidOf(code)
    if (txid === undefined) return
    books.clock.catchUp()
    const paid = books.payCode(code, books.amountOf(txid), { cpf: this.cpf })
    if (paid) this.#announce(txid)
  }

  #announce(txid: string): void {
    const { bank, number } = this
    bank.announce('pix', number, () => bank.callbacksOf(txid)[0] ?? {})
  }
}
