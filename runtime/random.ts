import { randomFillSync } from 'node:crypto'

/** Random bytes are drawn so many at a time: one draw takes as long for few as for many. */
const POOL_BYTES = 4_096

let pool = Buffer.alloc(POOL_BYTES)
let usedBytes = POOL_BYTES

/** Where so many bytes begin in the pool that are given to nobody else. */
function take(length: number): number {
  if (usedBytes + length > POOL_BYTES) {
    pool = randomFillSync(Buffer.alloc(POOL_BYTES))
    usedBytes = 0
  }
  const start = usedBytes
  usedBytes += length
  return start
}

/** So many bytes of the system's secure randomness, given to nobody else. */
export function secureRandom(length: number): Uint8Array {
  const start = take(length)
  return pool.subarray(start, start + length)
}

/** A number of 32 bits from the same source. */
export function nextUint32(): number {
  const start = take(Uint32Array.BYTES_PER_ELEMENT)
  return pool.readUInt32LE(start)
}
