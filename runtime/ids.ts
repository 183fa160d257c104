import { V7Generator } from 'uuidv7'
import { nextUint32 } from './random.ts'

/** By default it draws random bytes for every second id, which costs more than the rest of it. */
const generator = new V7Generator({ nextUint32 })

let lastMs = 0

/**
 * A new identifier: a type prefix and a UUIDv7 (RFC 9562). The ids of one process rise strictly,
 * also within a millisecond, so `order by id desc` is newest first and an id is its own cursor.
 *
 * @param prefix with its underscore: `cus_`
 * @param now the time that the id carries
 */
export function newId<Prefix extends string>(prefix: Prefix, now: Date): `${Prefix}${string}` {
  lastMs = Math.max(lastMs, now.getTime())
  return `${prefix}${generator.generateOrResetWithTs(lastMs).toString()}`
}

/**
 * The beginning of every identifier that is made at a time; the ids made before sort before it, and
 * the others after it.
 *
 * @param prefix with its underscore: `cus_`
 */
export function firstIdAt(prefix: string, at: Date): string {
  const ms = at.getTime().toString(16).padStart(12, '0')
  return `${prefix}${ms.slice(0, 8)}-${ms.slice(8)}`
}
