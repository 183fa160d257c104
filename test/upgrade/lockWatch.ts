/** Sees for how long statements wait for the migration, by asking the server all the time. */
import pg from 'pg'

const EVERY_MS = 50

/** The statements that wait for a lock which the migration has, or waits for before them. */
const waiting = `
  select coalesce(max(extract(epoch from clock_timestamp() - a.query_start)), 0)::float8 as seconds
  from pg_stat_activity a where a.wait_event_type = 'Lock' and exists (
    select 1 from unnest(pg_blocking_pids(a.pid)) as blocking
    join pg_stat_activity b on b.pid = blocking
    where b.application_name = 'balcao migrate')`

export class LockWatch {
  readonly #client: pg.Client
  #longestSeconds = 0
  #timer: NodeJS.Timeout | undefined
  #asking: Promise<void> = Promise.resolve()

  private constructor(client: pg.Client) {
    this.#client = client
  }

  static async start(url: string): Promise<LockWatch> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const watch = new LockWatch(client)
    watch.#look()
    return watch
  }

  async walBytes(): Promise<number> {
    const text = "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes"
    const { rows } = await this.#client.query<{ bytes: number }>(text)
    return rows[0]?.bytes ?? 0
  }

  facts() {
    return { longestLockMs: Math.round(this.#longestSeconds * 1000) }
  }

  async end(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#asking
    await this.#client.end()
  }

  #look(): void {
    this.#timer = setTimeout(() => {
      this.#asking = this.#ask().then(() => this.#look())
    }, EVERY_MS)
  }

  async #ask(): Promise<void> {
    const { rows } = await this.#client.query<{ seconds: number }>(waiting)
    this.#longestSeconds = Math.max(this.#longestSeconds, rows[0]?.seconds ?? 0)
  }
}
