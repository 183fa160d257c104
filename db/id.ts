import { v7 } from 'uuid'
import { secureRandom } from './random.ts'

const UUID_BYTES = 16

let last_ms = 0
let sequence = 0

/**
 * A new identifier: a type prefix and a UUIDv7 (RFC 9562). Those of one process rise strictly, also
 * within a millisecond, so that `order by id desc` is newest first and an id is its own cursor.
 *
 * @param prefix with its underscore: `cus_`
 * @param now the moment that the id is to carry
 */
export function newId<Prefix extends string>(prefix: Prefix, now: Date): `${Prefix}${string}` {
  last_ms = Math.max(last_ms, now.getTime())
  sequence = (sequence + 1) >>> 0
  return `${prefix}${v7({ msecs: last_ms, seq: sequence, random: secureRandom(UUID_BYTES) })}`
}
