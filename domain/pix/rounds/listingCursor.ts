import type { ListPage } from '../bank/provider.ts'

/** How many items a page has unless the request says otherwise (`itensPorPagina`). */
const PAGE_SIZE = 100

/** A window with more pages than this is divided, so that a list without an end has one. */
const MAX_PAGES = 1_000

/** The shortest window, and by how much a window is made shorter. */
const MIN_SPAN_MS = 5 * 60 * 1000
const DIVISOR = 3

/** The pause after a bank has refused to list its transfers. */
const REFUSED_PAUSE_MS = 6 * 60 * 60 * 1000

/** The longest pause after failures in a row. */
const MAX_FAILED_PAUSE_MS = 15 * 60 * 1000

/** One pass over a period: the window that is being read, and the page of it to be read next. */
type Pass = {
  fromMs: number
  untilMs: number
  spanMs: number
  page: number
  /** Mark of the page before. */
  mark: string | undefined
  /** The bank has answered that there is no such page. */
  isPastCount: boolean
  /** Every page so far was read: a bank that answers 404 may mean an empty list. */
  isComplete: boolean
}

/** Period and page of the next request. */
export type NextPage = { from: Date; to: Date; page: number; isFiltered: boolean }

/**
 * How far one of a bank's lists has been read by this process. A period is read in windows of time,
 * the whole of it in one where the bank allows that, and a window page by page, over as many rounds
 * as it takes. It handles the known faults of banks: pages that repeat, wrong counts, and
 * undocumented limits of a window.
 */
export class ListingCursor {
  /** The longest window that the bank has not refused. */
  #maxSpanMs = Infinity
  /** The window that the next pass begins with, after one whose answer was too long to be read. */
  #firstSpanMs = Infinity
  #isFiltered = true
  /** The bank is asked without the filter because it fails with it. */
  #triesUnfiltered = false
  #pausedAtMs = 0
  #pausedUntilMs = 0
  #failures = 0
  #pass: Pass | undefined
  /**
   * The list has named a transfer for a charge of ours. A bank that misreads a request may answer
   * it with an empty list and 200.
   */
  hasNamed = false
  /** Keys of the entries of the present page that were handled: a round may leave the rest. */
  readonly handledOnPage = new Set<string>()

  isPaused(nowMs: number): boolean {
    // A pause that begins in the future was begun while the clock was ahead.
    return nowMs >= this.#pausedAtMs && nowMs < this.#pausedUntilMs
  }

  get isReading(): boolean {
    return this.#pass !== undefined
  }

  begin(fromMs: number, untilMs: number): void {
    const spanMs = Math.min(this.#maxSpanMs, this.#firstSpanMs)
    this.#pass = { fromMs, untilMs, spanMs, isComplete: true, ...firstPage }
  }

  /** Undefined at the end of a pass. */
  get next(): NextPage | undefined {
    const pass = this.#pass
    if (!pass) return undefined
    const [from, to] = [new Date(pass.fromMs), new Date(endOf(pass))]
    return { from, to, page: pass.page, isFiltered: this.#isFiltered }
  }

  /**
   * Goes on after a page that was read.
   *
   * @param page undefined when the bank answers that there is no list
   * @returns up to when every page was read, when that is later than before
   */
  advance(page: ListPage | undefined, nowMs: number): number | undefined {
    const pass = this.#pass
    this.#failures = 0
    this.#triesUnfiltered = false
    this.handledOnPage.clear()
    if (!pass) return undefined
    if (!page) {
      pass.isComplete &&= pass.isPastCount
      return this.#endWindow(pass)
    }
    const verdict = judge(pass, page)
    if (verdict === 'end') return this.#endWindow(pass)
    if (verdict === 'broken') this.#divide(pass, nowMs)
    else {
      pass.page++
      pass.mark = page.mark
      pass.isPastCount = pass.page >= page.pages
    }
    return undefined
  }

  /**
   * Goes on after the bank has refused the request: without the filter, if it can be done without,
   * then with shorter windows, and later when these are refused too.
   *
   * @param canDoWithoutFilter whether the filter only saves pages
   * @returns as `advance` does
   */
  refuse(nowMs: number, canDoWithoutFilter: boolean): number | undefined {
    const pass = this.#pass
    if (!pass) return undefined
    if (pass.isPastCount) return this.#endWindow(pass)
    if (canDoWithoutFilter && this.#isFiltered) this.#isFiltered = false
    else {
      this.#divide(pass, nowMs)
      if (this.#pass) this.#maxSpanMs = pass.spanMs
    }
    return undefined
  }

  /**
   * Goes on after an answer that was too long to be read: with shorter windows, and beyond the
   * shortest one, so that it holds up no later one for ever.
   *
   * @returns as `advance` does
   */
  shorten(nowMs: number): number | undefined {
    const pass = this.#pass
    if (!pass) return undefined
    if (this.#dividedSpanMs(pass) < MIN_SPAN_MS) return this.#endWindow(pass)
    this.#divide(pass, nowMs)
    this.#firstSpanMs = pass.spanMs
    return undefined
  }

  /** Asks nothing more of the bank for a while. */
  pause(nowMs: number): void {
    this.#pass = undefined
    this.#maxSpanMs = Infinity
    this.#isFiltered = true
    this.#pausedAtMs = nowMs
    this.#pausedUntilMs = nowMs + REFUSED_PAUSE_MS
  }

  /**
   * Pauses for longer with each failure in a row, beginning with the second. After that one the
   * bank is asked once without the filter, if the filter may be the cause.
   *
   * @param mayBeFilter whether the bank has failed to answer, and the filter only saves pages
   */
  fail(nowMs: number, intervalMs: number, mayBeFilter = false): void {
    const pauseMs = intervalMs * (2 ** this.#failures - 1)
    this.#failures = Math.min(this.#failures + 1, 30)
    this.#pausedAtMs = nowMs
    this.#pausedUntilMs = nowMs + Math.min(pauseMs, MAX_FAILED_PAUSE_MS)
    const isSecond = mayBeFilter && this.#failures === 2 && this.#isFiltered
    if (!isSecond && !this.#triesUnfiltered) return
    this.#isFiltered = this.#triesUnfiltered
    this.#triesUnfiltered = isSecond
    // The pages of one list are not those of the other.
    if (this.#pass) Object.assign(this.#pass, firstPage)
  }

  #endWindow(pass: Pass): number | undefined {
    const readMs = endOf(pass)
    if (readMs >= pass.untilMs) this.#pass = undefined
    const spanMs = Math.min(pass.spanMs * DIVISOR, this.#maxSpanMs)
    Object.assign(pass, firstPage, { fromMs: readMs, spanMs })
    if (this.#firstSpanMs !== Infinity) this.#firstSpanMs = spanMs
    return pass.isComplete ? readMs : undefined
  }

  #dividedSpanMs(pass: Pass): number {
    return Math.ceil((endOf(pass) - pass.fromMs) / DIVISOR)
  }

  /** Reads a shorter window, from its first page. */
  #divide(pass: Pass, nowMs: number): void {
    const spanMs = this.#dividedSpanMs(pass)
    if (spanMs < MIN_SPAN_MS) this.pause(nowMs)
    else Object.assign(pass, firstPage, { spanMs })
  }
}

const firstPage = { page: 0, mark: undefined, isPastCount: false } as const

/** The end of the window that is being read. */
const endOf = ({ fromMs, untilMs, spanMs }: Pass): number => Math.min(fromMs + spanMs, untilMs)

/**
 * Decides if another page follows. A page with fewer items than it may have is the last. A full
 * page does not prove another one, because banks count their pages wrong; and a page that comes
 * twice is from a bank that ignores the number of the page.
 */
function judge(pass: Pass, page: ListPage): 'more' | 'end' | 'broken' {
  if (page.count === 0) return 'end'
  const isFull = page.count >= Math.min(PAGE_SIZE, page.pageSize)
  if (page.mark === pass.mark) return isFull && !pass.isPastCount ? 'broken' : 'end'
  if (pass.page + 1 >= MAX_PAGES) return 'broken'
  return isFull || pass.page + 1 < page.pages ? 'more' : 'end'
}
