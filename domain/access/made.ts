/** Living grants by the API client or the user that made them. */
import type { Transaction } from '../../db/query.ts'
import { clientById } from '../identity/clientRows.ts'
import { userById } from '../identity/userRows.ts'
import { lastingGrants } from './grants.ts'
import type { Grant } from './grants.ts'
import { recordedMaker } from './makers.ts'

/**
 * How many makers that have ended are looked through. Each was made by one request of its own, so
 * an attacker who hides behind more of them is stopped by rate limits and seen in the trail.
 */
const MAX_ENDED_MAKERS = 1_000

/**
 * `direct` are the grants that it has made, also through makers that ended since; `all` has the
 * grants made by those, too.
 */
export type CreatedGrants = { direct: Grant[]; all: Grant[] }

/** Finds the makers of grants, also of grants that have ended. */
class Makers {
  readonly #seller_id: string
  readonly #makers: Map<string, string | null>
  readonly #isAlive: (id: string) => boolean
  #ended = 0

  constructor(seller_id: string, alive: readonly Grant[]) {
    const ids = new Set(alive.map(({ id }) => id))
    this.#seller_id = seller_id
    this.#makers = new Map()
    this.#isAlive = (id) => ids.has(id)
  }

  *of(grant: Pick<Grant, 'maker' | 'target' | 'created_at'>): Transaction<string | null> {
    return grant.maker ?? (yield* recordedMaker(this.#seller_id, grant))?.id ?? null
  }

  /** The maker of a client or a user that has ended. */
  *#ofEnded(id: string): Transaction<string | null> {
    const known = this.#makers.get(id)
    if (known !== undefined) return known
    if (this.#ended++ >= MAX_ENDED_MAKERS) return null
    const key = { seller_id: this.#seller_id, id }
    const [client] = yield* clientById(key)
    const [user] = client ? [] : yield* userById(key)
    const created_at = (client ?? user)?.created_at
    const maker =
      created_at === undefined
        ? null
        : yield* this.of({ maker: client?.created_by ?? null, target: id, created_at })
    this.#makers.set(id, maker)
    return maker
  }

  /** The nearest in a grant's chain of makers that is alive or is `root`. */
  *nearest(grant: Grant, root: string): Transaction<string | null> {
    const seen = new Set<string>()
    let maker = yield* this.of(grant)
    while (maker !== null && maker !== root && !this.#isAlive(maker) && !seen.has(maker)) {
      seen.add(maker)
      maker = yield* this.#ofEnded(maker)
    }
    return maker
  }
}

/** Living grants that a client or a user has made, also through makers that have ended since. */
export function* madeBy({
  seller_id,
  id,
}: {
  seller_id: string
  id: string
}): Transaction<CreatedGrants> {
  const alive = (yield* lastingGrants(seller_id)).filter((grant) => grant.id !== id)
  const makers = new Makers(seller_id, alive)
  const grantsByMaker = new Map<string, Grant[]>()
  for (const grant of alive) {
    const maker = yield* makers.nearest(grant, id)
    if (maker !== null) grantsByMaker.set(maker, [...(grantsByMaker.get(maker) ?? []), grant])
  }
  const direct = grantsByMaker.get(id) ?? []
  const all: Grant[] = []
  for (let next = direct; next.length > 0; ) {
    all.push(...next)
    next = next.flatMap((grant) => grantsByMaker.get(grant.id) ?? [])
  }
  return { direct, all }
}
