/** When each client last got a token, to the hour. */
import { DatabaseUnavailable } from '../../db/database.ts'
import type { Database } from '../../db/database.ts'
import { and, eq, isNull, lt, or } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'
import type { Logger } from '../../runtime/logger.ts'
import { recentlyUsed } from '../../runtime/recent.ts'
import type { Client, Key } from '../identity/clientRows.ts'

const HOUR_MS = 60 * 60 * 1000

/** The clients whose use in the present hour a process remembers. */
const MAX_REMEMBERED = 10_000

const noteUse = query(
  'note_client_use',
  (db, { api_clients: t }, args: Arguments<Key & { hour: string }>) =>
    db
      .update(t)
      .set({ last_used_at: args.hour })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.id, args.id),
          or(isNull(t.last_used_at), lt(t.last_used_at, args.hour)),
        ),
      ),
)

/**
 * Writes the hour in which a client got a token, once for each client and hour. No token waits for
 * it, and one that cannot be written is tried again with the next token.
 */
export class ClientUses {
  readonly #db: Database
  readonly #log: Logger
  readonly #hours = recentlyUsed<number>(MAX_REMEMBERED)

  constructor({ db, log }: { db: Database; log: Logger }) {
    this.#db = db
    this.#log = log
  }

  note({ seller_id, id, last_used_at }: Pick<Client, 'last_used_at'> & Key, now: Date): void {
    const hourMs = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
    const hour = new Date(hourMs).toISOString()
    const isNoted = this.#hours.get(id) === hourMs || (last_used_at ?? '') >= hour
    if (isNoted) return
    this.#hours.set(id, hourMs)
    this.#write({ seller_id, id, hour }).catch((error: unknown) => {
      this.#hours.delete(id)
      if (error instanceof DatabaseUnavailable) return
      this.#log.error({ err: error, client: id }, 'the use of a client was not noted')
    })
  }

  async #write(use: Key & { hour: string }): Promise<void> {
    await this.#db.run(() => noteUse(use))
  }
}
