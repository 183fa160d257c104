/**
 * Threads that parse data which others have sent. The sender chooses its cost, so each owner has
 * one task at a time and a budget of processor time, and a task that takes too long is ended with
 * its thread.
 */
import type { Piscina } from 'piscina'
import type { Logger } from './logger.ts'
import { ProcessorBudget, threadMs } from './processorBudget.ts'

/** One owner's tasks take one of the threads. */
const THREADS = 2

/** The limit of a task; ending it ends its thread, and the next task gets another one. */
const TASK_LIMIT_MS = 2_000

/** How long a thread may take to start, and to load its parsers: seconds on a busy machine. */
const START_LIMIT_MS = 20_000

/** An idle thread ends after this time: it holds about 10 MiB. */
const IDLE_MS = 60_000

/** Limits of a task's memory. */
const resourceLimits = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 8 }

/** The share of the time that an owner's tasks may take, and how much of it at once. */
const SHARE = 0.1
const BURST_MS = 2_000

/** The tasks of one owner that wait; each of them holds its input. */
const MAX_WAITING = 32

/** An owner has used up its budget, or has too many tasks waiting. */
export class ParsingRefused extends Error {
  override name = 'ParsingRefused'
}

/** A task was ended, because of its time or its memory. */
export class ParsingEnded extends Error {
  override name = 'ParsingEnded'
}

/** A parser, whatever it takes: each call is typed by the parser that it names. */
type Parser = (...input: never[]) => unknown
export type Parsers = Record<string, Parser>

/** Response of a thread. */
export type ParseResult = { result: unknown; usedMs: number }

/**
 * A task for a thread. `begun` is shared with it: the time at which parsing began, by
 * `process.hrtime`, and 0 until then.
 */
type Task = { input: unknown[]; begun: BigInt64Array }

/** Aborts a task that has run for too long, or whose thread does not start. */
function limitOf(begun: BigInt64Array, limitMs: number) {
  const ending = new AbortController()
  const sinceMs = performance.now()
  const check = () => {
    const beginNs = Atomics.load(begun, 0)
    const isBegun = beginNs > 0n
    const leftMs = isBegun
      ? limitMs - Number(process.hrtime.bigint() - beginNs) / 1e6
      : START_LIMIT_MS - (performance.now() - sinceMs)
    if (leftMs <= 0) ending.abort()
    else timer = setTimeout(check, Math.min(leftMs, limitMs))
  }
  let timer = setTimeout(check, limitMs)
  return { signal: ending.signal, clear: () => clearTimeout(timer) }
}

export type ParserPoolOptions = {
  log: Pick<Logger, 'error'>
  limitMs?: number
  shareOfTime?: number
  burstMs?: number
}

export class ParserPool<Available extends Parsers> {
  readonly #file: URL
  readonly #log: ParserPoolOptions['log']
  readonly #limitMs: number
  readonly #budget: ProcessorBudget
  /** The last task of each owner, and how many of them there are. */
  readonly #last = new Map<string, { task: Promise<unknown>; count: number }>()
  #threads: Promise<Piscina> | undefined
  /** How many threads are taken, and whose turn comes when one is free. */
  #taken = 0
  readonly #turns: (() => void)[] = []

  /** @param file exports each parser by its name, made by `asTask` */
  constructor(
    file: URL,
    { log, limitMs = TASK_LIMIT_MS, shareOfTime = SHARE, burstMs = BURST_MS }: ParserPoolOptions,
  ) {
    this.#file = file
    this.#log = log
    this.#limitMs = limitMs
    this.#budget = new ProcessorBudget({ shareOfTime, burstMs })
  }

  /**
   * Calls a parser in a thread.
   *
   * @throws ParsingRefused without calling it, ParsingEnded
   */
  async run<Name extends keyof Available & string>(
    owner: string,
    name: Name,
    ...input: Parameters<Available[Name]>
  ): Promise<Awaited<ReturnType<Available[Name]>>> {
    const before = this.#last.get(owner)
    const count = (before?.count ?? 0) + 1
    if (count > MAX_WAITING) throw new ParsingRefused('Too much is waiting to be parsed.')
    const task = Promise.allSettled([before?.task]).then(() => this.#parse(owner, name, input))
    this.#last.set(owner, { task, count })
    try {
      return (await task) as Awaited<ReturnType<Available[Name]>>
    } finally {
      const last = this.#last.get(owner)
      if (last && last.count > 1) last.count--
      else this.#last.delete(owner)
    }
  }

  async #parse(owner: string, name: string, input: unknown[]): Promise<unknown> {
    if (this.#budget.isUsedUp(owner)) {
      throw new ParsingRefused('The processor time for parsing is used up.')
    }
    const threads = await this.#start()
    await this.#turn()
    // From when it is parsed: the tasks of others and the start of its thread are not its own.
    const task: Task = { input, begun: new BigInt64Array(new SharedArrayBuffer(8)) }
    const { signal, clear } = limitOf(task.begun, this.#limitMs)
    try {
      const { result, usedMs } = (await threads.run(task, { name, signal })) as ParseResult
      this.#budget.spend(owner, usedMs)
      return result
    } catch (error) {
      const { name, code } = error as NodeJS.ErrnoException
      if (name !== 'AbortError' && code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error
      this.#budget.spend(owner, this.#limitMs)
      throw new ParsingEnded('Parsing took too much.', { cause: error })
    } finally {
      clear()
      const next = this.#turns.shift()
      if (next) next()
      else this.#taken--
    }
  }

  /** Waits for a thread, in order; each owner has one task among those that wait. */
  async #turn(): Promise<void> {
    if (this.#taken < THREADS) this.#taken++
    else await new Promise<void>((next) => this.#turns.push(next))
  }

  /** Loaded with the first task. */
  #start(): Promise<Piscina> {
    this.#threads ??= import('piscina').then(({ Piscina: Threads }) => {
      const threads = new Threads({
        filename: this.#file.href,
        minThreads: 0,
        maxThreads: THREADS,
        idleTimeout: IDLE_MS,
        resourceLimits,
        recordTiming: false,
        execArgv: [],
      })
      // The next task gets another thread.
      return threads.on('error', (error) => this.#log.error({ err: error }, 'parser thread failed'))
    })
    return this.#threads
  }

  /** Ends the threads with their running tasks. */
  async close(): Promise<void> {
    const threads = await this.#threads
    await threads?.destroy()
  }
}

/** Wraps a parser for export by its file: a thread calls it with a task, and measures it. */
export const asTask =
  (parse: Parser) =>
  async ({ input, begun }: Task): Promise<ParseResult> => {
    Atomics.store(begun, 0, process.hrtime.bigint())
    const startMs = threadMs()
    const result = await parse(...(input as never[]))
    return { result, usedMs: threadMs() - startMs }
  }
