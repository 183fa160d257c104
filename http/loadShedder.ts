import type { Database } from '../db/database.ts'
import { LineBudget } from '../runtime/logger.ts'
import type { Logger } from '../runtime/logger.ts'

/** What requests may take of the service; a test may give them less. */
export const loadShedderLimits = {
  /** So many are let in at once, those who wait for their turn among them. */
  in_flight: 1_000,
  /** Nobody is let in who would have to wait for his turn for longer than this. */
  wait_ms: 1_000,
}

export type LoadShedderLimits = typeof loadShedderLimits

/** Of all requests, one API client's are at most this part, so that the others' are let in too. */
const CLIENT_PART = 1 / 2

/** Requests that tell whether the service lives find room when the others do not. */
const SPARE = 16

/**
 * Each turn of the event loop reads what has come, and refuses what is too much. After that, for so
 * long, it begins requests that were let in.
 */
const SLICE_MS = 5

/**
 * A turn accepts one connection at most (libuv). While more are coming, so many turns go by with
 * nothing else before the next slice: whoever is not let in shall hear of it, too.
 */
const MAX_TURNS_BETWEEN = 32

/** Nor longer than this: what comes on many connections at once makes each turn a long one. */
const MAX_BETWEEN_MS = 20

/** No more than so many could be begun in a slice. */
const MAX_BEGUN = 256

/**
 * So many are begun at once: what they do then alternates, step by step, and each step finds its
 * code still in the processor's caches. There are fewer when these would take longer than this.
 */
const MOST_AT_ONCE = 8
const AT_ONCE_MS = 1

/** While the database has enough to do, it is looked after so often whether it has taken more. */
const CONGESTED_PAUSE_MS = 1

/** What holds up the whole process for longer is over then, and tells nothing of answers. */
const LONGEST_TURN_MS = 100

/** How much the last answer counts in what the next ones are expected to take. */
const WEIGHT_OF_LAST = 1 / 16

/** So much is left to API clients that are known when strangers take all that they are given. */
const KNOWN_PART = 1 / 4

/** Who sends a request, as far as its head tells at no cost. */
export type Caller = {
  /** The API client of a token that has been good before; or else the network. */
  readonly name: string
  readonly isKnown: boolean
}

type Waiting = { begin: () => void; since_ms: number }

/** What the requests of a caller hold, and those that wait for their turn. */
type Line = {
  readonly caller: Caller
  /** Held by requests whose API client has not been made sure of. */
  places: number
  waiting: Waiting[]
}

/** Lines in which requests wait, in the order of their turns; and how many wait in all of them. */
type Round = { lines: Line[]; waiting: number }

/** What a request holds from when it is let in until it leaves. */
export type Place = {
  readonly vital: boolean
  readonly line: Line
  /** The API client whose place it is, once that is sure. */
  client_id?: string
}

/**
 * Lets in as much as can be answered soon, and refuses the rest while that still costs nothing: a
 * service that works on everything at once answers nothing in time.
 *
 * Callers take turns, so that one who sends a flood waits for itself, and strangers take turns with
 * the API clients that are known. As long as it is not sure whose a request is, its caller may hold
 * as many places as are free (the dynamic threshold of Choudhury and Hahne, 1998): one alone gets
 * half of them, and some are always left for another.
 */
export class LoadShedder {
  readonly #db: Database
  readonly #log: Logger
  readonly #limits: LoadShedderLimits
  readonly #of_client = new Map<string, number>()
  readonly #lines = new Map<string, Line>()
  readonly #known: Round = { lines: [], waiting: 0 }
  readonly #strangers: Round = { lines: [], waiting: 0 }
  /** Whose turn it was last. */
  #last: Round = this.#strangers
  readonly #refused = new LineBudget(1)
  #in_flight = 0
  #waiting = 0
  #sliceIsNear = false
  #slice_start_ms: number | undefined
  /** Whether nobody is begun for now. */
  #held = false
  /** So many callbacks that begin somebody are near. */
  #beginnings = 0
  /** How many are begun at once; how many were the last time, and when. */
  #at_once = 1
  #begun = 0
  #begun_ms = 0
  /** When it was last looked who waits; and the time that goes by for them, less all hold-ups. */
  #looked_ms = 0
  #time_ms = 0
  /** From one answer to the next while somebody waits for longer than until the next slice. */
  #interval_ms = 0
  /** Whether somebody did when this was last looked at; for how long, and how many answers. */
  #waited = false
  #counted_ms = 0
  #answered = 0
  #looking: NodeJS.Timeout | undefined
  #connected = false
  #turns_between = 0
  #held_since_ms = 0

  constructor(db: Database, log: Logger, limits: LoadShedderLimits) {
    this.#db = db
    this.#log = log
    this.#limits = limits
  }

  /** Whether there is room. @param vital whether the request asks if the service lives */
  hasRoom(vital: boolean, { name, isKnown }: Caller): boolean {
    const { in_flight, wait_ms } = this.#limits
    const free = in_flight - this.#in_flight
    if (vital) return free > -SPARE
    const { places = 0, waiting = [] } = this.#lines.get(name) ?? {}
    if (places >= free - (isKnown ? 0 : Math.floor(in_flight * KNOWN_PART))) return false
    const [first] = waiting
    if (first && this.#time_ms - first.since_ms > wait_ms) return false
    return (
      this.#waiting * this.#interval_ms <= wait_ms ||
      this.#ahead(isKnown, waiting.length) * this.#interval_ms <= wait_ms
    )
  }

  /** How many are begun before the next one of a caller of whom so many wait already. */
  #ahead(isKnown: boolean, own: number): number {
    const [mine, others] = isKnown ? [this.#known, this.#strangers] : [this.#strangers, this.#known]
    let alike = 0
    for (const { waiting } of mine.lines) alike += Math.min(waiting.length, own + 1)
    return alike + Math.min(others.waiting, alike + 1)
  }

  /** Lets a request in, if there is room; it waits for its `turn`, and goes by `leave`. */
  enter(vital: boolean, caller: Caller): Place | undefined {
    if (!this.hasRoom(vital, caller)) return void this.#refuse()
    this.#in_flight++
    const line = this.#lines.get(caller.name) ?? { caller, places: 0, waiting: [] }
    this.#lines.set(caller.name, line)
    line.places++
    return { vital, line }
  }

  /** Counts a request to its API client, once it is sure whose it is. */
  enterAs(place: Place, client_id: string): boolean {
    const own = this.#of_client.get(client_id) ?? 0
    if (own >= this.#limits.in_flight * CLIENT_PART) return this.#refuse()
    this.#of_client.set(client_id, own + 1)
    this.#leaveLine(place)
    place.client_id = client_id
    return true
  }

  /** To be told of each new connection. */
  connected(): void {
    this.#connected = true
  }

  /** @returns what to wait for; nothing when it is asked whether the service lives */
  turn({ vital, line }: Place): Promise<void> | undefined {
    if (vital) return undefined
    this.#scheduleSlice()
    return new Promise((begin) => {
      const round = line.caller.isKnown ? this.#known : this.#strangers
      if (line.waiting.push({ begin, since_ms: this.#time_ms }) === 1) round.lines.push(line)
      round.waiting++
      this.#waiting++
      if (!this.#held) this.#scheduleBeginnings()
    })
  }

  leave(place: Place): void {
    this.#in_flight--
    this.#answered++
    this.#scheduleSlice()
    const { client_id } = place
    if (client_id === undefined) return this.#leaveLine(place)
    const own = this.#of_client.get(client_id) ?? 0
    if (own > 1) this.#of_client.set(client_id, own - 1)
    else this.#of_client.delete(client_id)
  }

  #leaveLine({ line }: Place): void {
    if (--line.places === 0) this.#lines.delete(line.caller.name)
  }

  #scheduleSlice(): void {
    if (this.#sliceIsNear) return
    this.#sliceIsNear = true
    setImmediate(this.#plan)
  }

  /** Comes before whoever is begun in this turn, and after all that has come. */
  readonly #plan = (): void => {
    this.#sliceIsNear = false
    const now_ms = performance.now()
    this.#learn(now_ms)
    if (this.#waiting === 0) return
    const connected = this.#connected
    this.#connected = false
    if (this.#turns_between === 0) this.#held_since_ms = now_ms
    this.#held =
      connected &&
      this.#turns_between++ < MAX_TURNS_BETWEEN &&
      now_ms - this.#held_since_ms < MAX_BETWEEN_MS
    if (this.#held) return this.#scheduleSlice()
    this.#turns_between = 0
    this.#held = this.#db.saturated === true
    if (this.#held) return this.#lookAgain()
    this.#slice_start_ms = undefined
    this.#scheduleBeginnings()
    this.#scheduleSlice()
  }

  /**
   * What requests do follows upon their callback, before the next one: so time can be told. There
   * is one more, for that of the last.
   */
  #scheduleBeginnings(): void {
    const waiting = Math.min(this.#waiting, MAX_BEGUN)
    const count = Math.ceil(waiting / this.#at_once) + 1
    for (; this.#beginnings < count; this.#beginnings++) setImmediate(this.#begin)
  }

  /** Not only those who leave give the database room, but all that uses it. */
  #lookAgain(): void {
    this.#looking ??= setTimeout(() => {
      this.#looking = undefined
      this.#scheduleSlice()
    }, CONGESTED_PAUSE_MS)
  }

  readonly #begin = (): void => {
    this.#beginnings--
    const now_ms = performance.now()
    this.#weigh(now_ms)
    if (this.#held) return
    this.#slice_start_ms ??= now_ms
    if (now_ms - this.#slice_start_ms >= SLICE_MS) return
    this.#begun_ms = now_ms
    while (this.#begun < this.#at_once && this.#waiting > 0 && !this.#db.saturated) {
      this.#begun++
      this.#beginNext()
    }
  }

  /** Begins the first of the caller whose turn it is; its next one waits for all other callers. */
  #beginNext(): void {
    const other = this.#last === this.#known ? this.#strangers : this.#known
    const round = other.waiting > 0 ? other : this.#last
    const line = round.lines.shift()
    const first = line?.waiting.shift()
    if (!line || !first) return
    if (line.waiting.length > 0) round.lines.push(line)
    this.#last = round
    round.waiting--
    this.#waiting--
    first.begin()
  }

  /** Learns from those who were begun last how many may be begun at once. */
  #weigh(now_ms: number): void {
    if (this.#begun === 0) return
    const each_ms = (now_ms - this.#begun_ms) / this.#begun
    const most = Math.min(MOST_AT_ONCE, this.#at_once * 2)
    this.#at_once = Math.max(1, Math.min(most, Math.floor(AT_ONCE_MS / each_ms)))
    this.#begun = 0
  }

  /** Learns from the turns since the last look what an answer takes while somebody waits. */
  #learn(now_ms: number): void {
    const turn_ms = Math.min(now_ms - this.#looked_ms, LONGEST_TURN_MS)
    this.#looked_ms = now_ms
    if (this.#waited) this.#counted_ms += turn_ms
    if (this.#waited && this.#answered > 0) {
      const interval_ms = this.#counted_ms / this.#answered
      const weight = 1 - (1 - WEIGHT_OF_LAST) ** this.#answered
      this.#interval_ms += (interval_ms - this.#interval_ms) * weight
    }
    if (!this.#waited || this.#answered > 0) {
      this.#counted_ms = 0
      this.#answered = 0
    }
    const waits = ({ waiting: [first] }: Line) =>
      first !== undefined && first.since_ms < this.#time_ms
    this.#waited = this.#known.lines.some(waits) || this.#strangers.lines.some(waits)
    if (!this.#waited) this.#interval_ms = 0
    this.#time_ms += turn_ms
  }

  /** A line for each would cost more than the refusal itself. */
  #refuse(): false {
    const left_out = this.#refused.take()
    if (left_out === undefined) return false
    this.#log.warn({ refused: left_out + 1, in_flight: this.#in_flight }, 'overloaded')
    return false
  }
}
