/** Erases a person: at once for most customers, in the background for those with very many rows. */
import type { Database } from '../../db/database.ts'
import { afterCommit } from '../../db/query.ts'
import type { Transaction } from '../../db/query.ts'
import type { Sweep } from '../../db/sweep.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Recorder } from '../subscriptions/ports.ts'
import { erasePiece } from './checkouts.ts'
import { firstToEraseOfNextSeller } from './customer.ts'

/** Rows that one transaction writes: a few tens of milliseconds on either engine. */
const PIECE_ROWS = 250

/** For how long a request erases; the sweeper does the rest. */
const REQUEST_MS = 2_000

export type ErasureOptions = {
  db: Database
  clock: Pick<Clock, 'now'>
  /** The context in which the customer's subscriptions are canceled. */
  recorder: (now: Date) => Recorder
}

export class Erasure {
  readonly #db: Database
  readonly #clock: Pick<Clock, 'now'>
  readonly #recorder: ErasureOptions['recorder']
  /** Continues erasures that were begun, and does the second round. */
  readonly sweep: Sweep

  constructor({ db, clock, recorder }: ErasureOptions) {
    this.#db = db
    this.#clock = clock
    this.#recorder = recorder
    this.sweep = {
      name: 'customers to erase',
      // A piece of one customer counts as one row.
      rows: 1,
      firstOfNextSeller: firstToEraseOfNextSeller,
      piece: (args) => this.#piece(args),
    }
  }

  *#piece({ seller_id, now }: Parameters<Sweep['piece']>[0]) {
    const more = yield* erasePiece({ seller_id }, this.#pieceAt(new Date(now)))
    if (!more) return []
    yield* afterCommit(() => void this.#db.expunge())
    return [{}]
  }

  #pieceAt(now: Date) {
    return { recorder: this.#recorder(now), limit: PIECE_ROWS }
  }

  /**
   * Erases the rows that name a customer whose erasure has begun, and removes the old versions of
   * all rows from the database's files. The rest after REQUEST_MS is left to the sweeper.
   */
  async finish(of: { seller_id: string; id: string }): Promise<void> {
    const endMs = performance.now() + REQUEST_MS
    const piece = (now: Date) => (): Transaction<boolean> => erasePiece(of, this.#pieceAt(now))
    while (await this.#db.run(piece(await this.#clock.now()))) {
      if (performance.now() > endMs) break
    }
    await this.#db.expunge()
  }
}
