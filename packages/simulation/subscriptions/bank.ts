/** The contract's bank with Pix Automático, whose habits are drawn. */
import type { BankRequest } from '../../../domain/pix/bank/mtls.ts'
import { invoiceTxidOf } from '../../../domain/pix/bank/txid.ts'
import type { CallbackSubject } from '../../../domain/pix/recurring/port.ts'
import { dayOf } from '../../../runtime/brasilia.ts'
import { atHour } from '../../bank/recurring/calendar.ts'
import type { Recurrence } from '../../bank/recurring/things.ts'
import { writtenTruly } from '../../bank/views.ts'
import { ContractBank } from '../contractBank.ts'
import { seedOf } from '../random.ts'
import type { Draw } from '../random.ts'
import type { World } from '../world.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** The hours of Brasília in which instructions and retries go out. */
const FIRST_HOUR = 6
const LAST_HOUR = 22

/** An order that was decided on in time may leave, and arrive, so much later. */
export const ON_ITS_WAY_MS = 5 * MINUTE_MS

/** The fates of a callback while faults are drawn, of a hundred. */
const callbackFates = { soon: 60, lost: 25, twice: 10, late: 5 }

const callbacks = {
  rec: 'receiveMandateCallback',
  cobr: 'receiveRecurringChargeCallback',
  pix: 'receivePixCallback',
} as const

/** An order to debit, by its method and path; undefined of other requests. */
const orderIn = ({ method, url }: BankRequest): string | undefined => {
  const { pathname } = new URL(url)
  const isOrder = (method === 'PUT' && /^\/cobr\//.test(pathname)) || /retentativa/.test(pathname)
  return isOrder ? `${method} ${pathname}` : undefined
}

export class SubscriptionBank extends ContractBank {
  readonly #world: World

  constructor(world: World) {
    super(world)
    this.#world = world
    this.books.writesTime = writtenTruly
    const { context, settings, views } = this.books.recurring
    if (world.fails('habits')) takeHabits(settings, world.draw.of('recurring habits'))
    // Ids are made by chance: the time of a debit has to be the same each time.
    context.spreadOf = ({ idRec, dueDay }) => {
      const number = this.numberOf(context.recurrences.get(idRec)) ?? 0
      return seedOf(number, dueDay)
    }
    context.onRecurrence = (one) =>
      this.announce('rec', this.numberOf(one), () => ({ recs: [views.notifiedRecurrence(one)] }))
    context.onCharge = (one) => {
      const number = this.numberOf(context.recurrences.get(one.idRec))
      this.announce('cobr', number, () => ({ cobsr: [views.notifiedCharge(one)] }))
    }
  }

  /** The number of the subscription whose recurrence it is. */
  numberOf(recurrence: Recurrence | undefined): number | undefined {
    return recurrence && this.#world.numbers.get(recurrence.vinculo.contrato)
  }

  override subjectOf(request: BankRequest): string {
    const number = this.#numberIn(request)
    return number === undefined ? 'lists' : `subscription ${number}`
  }

  #numberIn({ url, body = '' }: BankRequest): number | undefined {
    const { recurrences, charges } = this.books.recurring.context
    const [, kind, id = ''] = new URL(url).pathname.split('/')
    const ofRecurrence = (idRec = '') => this.numberOf(recurrences.get(idRec))
    const ofTxid = (txid: string) =>
      this.#world.numbers.get(invoiceTxidOf(txid)) ??
      ofRecurrence(charges.get(invoiceTxidOf(txid))?.idRec)
    const asked = () => JSON.parse(body || '{}') as Partial<Pick<Recurrence, 'idRec' | 'vinculo'>>
    if (kind === 'rec' && id !== '') return ofRecurrence(id)
    if (kind === 'rec') return this.#world.numbers.get(asked().vinculo?.contrato ?? '')
    if (kind === 'locrec') {
      return ofRecurrence(this.books.recurring.recurrences.locations.get(Number(id))?.idRec)
    }
    if (kind === 'cob') return ofTxid(id)
    if (kind === 'cobr') return ofTxid(id) ?? ofRecurrence(asked().idRec)
    return kind === 'pix' ? ofTxid(this.books.find(id)?.txid ?? '') : undefined
  }

  /**
   * A bank that takes a location twice makes a second recurrence of an order that comes again, or
   * after its answer was given up: no code shows it, and no reading could find it.
   */
  isSentOnce({ method, url }: BankRequest): boolean {
    const isOrder = method === 'POST' && new URL(url).pathname === '/rec'
    return isOrder && this.books.recurring.settings.repeatsLocations
  }

  /** Orders to debit go out between two hours of Brasília, whatever becomes of them. */
  onSent(request: BankRequest): void {
    const order = orderIn(request)
    if (order === undefined) return
    const { now_ms: nowMs } = this.#world.timeline
    const day = dayOf(new Date(nowMs))
    const lastMs = atHour(day, LAST_HOUR) + ON_ITS_WAY_MS
    if (nowMs >= atHour(day, FIRST_HOUR) && nowMs <= lastMs) return
    this.#world.differ(`M10: ${order} is sent at ${new Date(nowMs).toISOString()}`)
  }

  /** A callback, which may get lost, come twice or come late. */
  announce(of: CallbackSubject | 'pix', number: number | undefined, bodyOf: () => object): void {
    const world = this.#world
    if (!this.announces || number === undefined) return
    const draw = world.draw.of(`callbacks ${number}`)
    const fate = world.fails('callbacks') ? draw.oneOf(callbackFates) : 'soon'
    if (fate !== 'soon') world.faults += 1
    if (fate === 'lost') return
    const body = structuredClone(bodyOf())
    const path = { sellerId: world.caller.seller.id }
    const call = () => void world.process.call(callbacks[of], { path, body })
    const laterMs = draw.between(SECOND_MS, fate === 'late' ? 2 * HOUR_MS : 5 * SECOND_MS)
    world.timeline.after(laterMs, call)
    if (fate === 'twice') world.timeline.after(laterMs + SECOND_MS, call)
  }
}

/** Each world has a bank of another kind. */
function takeHabits(settings: ContractBank['books']['recurring']['settings'], draw: Draw): void {
  settings.repeatsLocations = draw.chance(0.5)
  // A bank that repeats and lists nothing leaves no way to find what it has made twice.
  settings.listsNothing = draw.chance(0.3) && !settings.repeatsLocations
  settings.givesCode = draw.chance(0.7)
  settings.repeatsAttemptId = draw.chance(0.3)
  if (draw.chance(0.3)) settings.consentDelayMs = draw.between(1, 30) * HOUR_MS
  if (draw.chance(0.3)) settings.cancelDelayMs = draw.between(1, 12) * HOUR_MS
  if (draw.chance(0.3)) settings.passingMs = draw.between(1, 6) * HOUR_MS
  settings.adjustsDays = draw.chance(0.25)
  if (draw.chance(0.25)) settings.unknownStatus = 'EM_ANALISE'
}
