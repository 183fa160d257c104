import { V7Generator } from 'uuidv7'
import { nextUint32 } from './random.ts'

/** By itself it would draw at every second id, which took longer than all else of an id. */
const generator = new V7Generator({ nextUint32 })

let lastMs = 0

/**
 * A new identifier: a type prefix and a UUIDv7 (RFC 9562). Those of one process rise strictly, also
 * within a millisecond, so that `order by id desc` is newest first and an id is its own cursor.
 *
 * @param prefix with its underscore: `cus_`
 * @param now the moment that the id is to carry
 */
export function newId<Prefix extends string>(prefix: Prefix, now: Date): `${Prefix}${string}` {
  lastMs = Math.max(lastMs, now.getTime())
  return `${prefix}${generator.generateOrResetWithTs(lastMs).toString()}`
}
