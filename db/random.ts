import { randomFillSync } from 'node:crypto'

/** Random bytes are drawn so many at a time: one draw takes as long for few as for many. */
const POOL_BYTES = 4_096

let pool = new Uint8Array(POOL_BYTES)
let used_bytes = POOL_BYTES

/** So many bytes of the system's secure randomness, given to nobody else. */
export function secureRandom(length: number): Uint8Array {
  if (used_bytes + length > POOL_BYTES) {
    pool = randomFillSync(new Uint8Array(POOL_BYTES))
    used_bytes = 0
  }
  return pool.subarray(used_bytes, used_bytes += length)
}
