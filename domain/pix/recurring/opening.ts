/**
 * Opens a mandate at the bank: location, charge, recurrence, code. `POST /locrec` and `POST /rec`
 * have no idempotency; the location is the key, since a bank refuses it for a second recurrence. It
 * is made first and kept before the next step, and looked at before any repeat. The sequence may be
 * run again at any time from what was kept, also by two callers at once.
 */
import { chargeLocationIn, pixCode } from '../bank/brCode.ts'
import { BankError } from '../bank/provider.ts'
import type { NewCharge, PixProvider } from '../bank/provider.ts'
import { isEnded } from './answers.ts'
import type { Mandate } from './answers.ts'
import type { NewMandate } from './bodies.ts'
import { done, RecurringPort, unknown } from './port.ts'
import type { OrderReply, ReadReply, RefusalReply, UnknownReply } from './port.ts'

const MARGIN_MS = 10 * 60 * 1000

/** The bank's part of the port that an opening needs. */
export type OpeningBank = Pick<PixProvider, 'askRecurring' | 'createCharge'>

export type Opening = {
  mandate: NewMandate
  /** The charge that is paid with the same code; null where the code only authorizes. */
  charge: NewCharge | null
  /** Ids that an earlier run has kept; null when it has not. */
  location_id: string | null
  mandate_id: string | null
  /** When the first run began, and the present. */
  since: Date
  now: Date
  /** As a code shows them, where the bank gives none. */
  sellerName: string
  city: string
}

export type OpeningKeeper = {
  /**
   * Commits the id of the location unless one is kept already.
   *
   * @returns the id that is kept, which may be another caller's
   */
  keepLocation(id: string): Promise<string>
  /** Commits the id of the recurrence, in place of any other. */
  keepMandate(id: string): Promise<void>
}

/** `ended`: the recurrence is over, so that its code is good for nothing. */
export type OpeningResult =
  | { kind: 'open'; mandate: Mandate; code: string }
  | { kind: 'ended'; mandate: Mandate }
  | RefusalReply
  | UnknownReply

const absent = { kind: 'absent' } as const

/** @throws what `keeper` throws, and no BankError */
export async function openMandate(
  bank: OpeningBank,
  opening: Opening,
  keeper: OpeningKeeper,
): Promise<OpeningResult> {
  const port = new RecurringPort(bank)
  const location = await keptLocation(port, opening, keeper)
  if (location.kind !== 'done') return location
  const { location_id, isRepeat } = location.value
  const charge = await openCharge(bank, opening.charge, isRepeat)
  if (charge.kind !== 'done') return charge
  const run = new OpeningRun(port, { opening, keeper, location_id, isRepeat })
  const mandate = await run.mandate()
  if (mandate.kind !== 'done') return mandate
  if (isEnded(mandate.value)) return { kind: 'ended', mandate: mandate.value }
  const code = await run.codeOf(mandate.value, charge.value)
  return code.kind === 'done' ? { kind: 'open', mandate: mandate.value, code: code.value } : code
}

/** @returns the location that is kept; `isRepeat` when a recurrence may have been made with it */
async function keptLocation(
  port: RecurringPort,
  { location_id }: Opening,
  keeper: OpeningKeeper,
): Promise<OrderReply<{ location_id: string; isRepeat: boolean }>> {
  if (location_id !== null) return done({ location_id, isRepeat: true })
  // A location whose answer is lost, or that stands behind another caller's, harms nothing.
  const made = await port.makeLocation()
  if (made.kind !== 'done') return made
  const kept = await keeper.keepLocation(made.value.id)
  return done({ location_id: kept, isRepeat: kept !== made.value.id })
}

/** @returns the code of the charge alone; empty where there is no charge */
async function openCharge(
  bank: OpeningBank,
  charge: NewCharge | null,
  repeated: boolean,
): Promise<OrderReply<string>> {
  if (!charge) return done('')
  try {
    const { pix_code } = await bank.createCharge({ ...charge, repeated })
    return done(pix_code)
  } catch (error) {
    if (!(error instanceof BankError)) throw error
    if (error.kind !== 'refused') return { kind: 'unknown', error }
    return { kind: 'refused', status: error.status ?? 0, violations: [] }
  }
}

type RunParts = {
  opening: Opening
  keeper: OpeningKeeper
  location_id: string
  /** A recurrence may have been made with the location before. */
  isRepeat: boolean
}

/** The steps of an opening once its location is kept. */
class OpeningRun {
  readonly #port: RecurringPort
  readonly #of: RunParts
  readonly #txid: string | null

  constructor(port: RecurringPort, parts: RunParts) {
    this.#port = port
    this.#of = parts
    this.#txid = parts.opening.charge?.txid ?? null
  }

  /** The one recurrence of this opening, as it is read. */
  async mandate(): Promise<OrderReply<Mandate>> {
    const id = await this.#mandateId()
    if (id.kind !== 'done') return id
    const mandate = await this.#read(id.value)
    if (mandate.kind !== 'done') return mandate
    const shown = await this.#shownId(mandate.value)
    if (shown.kind !== 'done') return shown
    if (!this.#of.isRepeat && shown.value === id.value) return mandate
    const others = await this.#endOthers(shown.value)
    if (others.kind !== 'done' || shown.value === id.value) {
      return others.kind === 'done' ? mandate : others
    }
    await this.#of.keeper.keepMandate(shown.value)
    return this.#read(shown.value)
  }

  /** The id that is kept, or one that the bank has, or that of a new recurrence. */
  async #mandateId(): Promise<OrderReply<string>> {
    const { opening, location_id, isRepeat } = this.#of
    if (opening.mandate_id !== null) return done(opening.mandate_id)
    const known = isRepeat ? await this.#existing() : absent
    if (known.kind !== 'absent') return this.#keep(known)
    const made = await this.#port.makeMandate(opening.mandate, { location_id, txid: this.#txid })
    if (made.kind === 'done') return this.#keep(done(made.value.id))
    // It may be there although the answer was lost, or be the reason of the refusal.
    const found = await this.#existing()
    return found.kind === 'absent' ? made : this.#keep(found)
  }

  async #keep<Reply extends OrderReply<string>>(reply: Reply): Promise<Reply> {
    if (reply.kind === 'done') await this.#of.keeper.keepMandate(reply.value)
    return reply
  }

  /** The recurrence that the location shows, or that the list has; a list may be refused. */
  async #existing(): Promise<{ kind: 'done'; value: string } | UnknownReply | typeof absent> {
    const location = await this.#port.readLocation(this.#of.location_id)
    if (location.kind === 'unknown') return location
    const shown = location.kind === 'done' ? location.value.mandate_id : null
    if (shown !== null) return done(shown)
    const listed = await this.#listed()
    if (listed.kind !== 'done') return listed.kind === 'unknown' ? listed : absent
    const [first] = listed.value
    return first === undefined ? absent : done(first)
  }

  /** The living recurrences of this opening, as far as the bank lists them. */
  async #listed(): Promise<ReadReply<string[]>> {
    const { mandate, since, now } = this.#of.opening
    const from = new Date(since.getTime() - MARGIN_MS)
    const to = new Date(now.getTime() + MARGIN_MS)
    const debtor = mandate.debtor.tax_id
    const list = await this.#port.listMandates({ debtor, from, to })
    if (list.kind !== 'done') return list
    const own = list.value.filter((one) => one.contract === mandate.contract && !isEnded(one))
    return done([...new Set(own.map(({ id }) => id))])
  }

  /** A recurrence that the bank does not show is not known: there is no code of it. */
  async #read(id: string): Promise<OrderReply<Mandate>> {
    const reply = await this.#port.readMandate(id, this.#txid)
    return reply.kind === 'absent' ? unknown('the recurrence is not shown') : reply
  }

  /** The recurrence that a payer sees by the code. */
  async #shownId({ id, location }: Mandate): Promise<OrderReply<string>> {
    if (location?.mandate_id) return done(location.mandate_id)
    if (!this.#of.isRepeat) return done(id)
    const read = await this.#port.readLocation(this.#of.location_id)
    if (read.kind === 'unknown') return read
    return done((read.kind === 'done' ? read.value.mandate_id : null) ?? id)
  }

  /** Ends every recurrence of this opening but one, and waits for none. */
  async #endOthers(kept: string): Promise<OrderReply<void>> {
    const listed = await this.#listed()
    if (listed.kind === 'unknown') return listed
    const others = listed.kind === 'done' ? listed.value.filter((id) => id !== kept) : []
    for (const id of others) {
      const ended = await this.#port.endMandate(id)
      if (ended.kind === 'done' && isEnded(ended.value)) continue
      const read = await this.#port.readMandate(id)
      const isOver = read.kind === 'done' && isEnded(read.value)
      if (!isOver) return unknown('another recurrence of the same contract has not ended')
    }
    return done(undefined)
  }

  /** @param chargeCode the code of the charge alone, with the address at which it is read */
  async codeOf({ code, location }: Mandate, chargeCode: string): Promise<OrderReply<string>> {
    const journey = this.#txid === null ? 'JORNADA_2' : 'JORNADA_3'
    if (code && [journey, ''].includes(code.journey)) return done(code.text)
    const { location_id, opening } = this.#of
    const read = location?.location ? undefined : await this.#port.readLocation(location_id)
    if (read?.kind === 'unknown') return read
    const recurrence = location?.location ?? (read?.kind === 'done' ? read.value.location : null)
    const charge = chargeLocationIn(chargeCode)
    const isWhole = recurrence !== null && (this.#txid === null || charge !== undefined)
    if (!isWhole) return unknown('neither a code nor the addresses for one are in it')
    const { sellerName, city } = opening
    const paid = charge === undefined ? {} : { location: charge }
    return done(pixCode({ ...paid, recurrence, sellerName, city }))
  }
}
