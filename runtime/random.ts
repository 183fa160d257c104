import { randomFillSync } from 'node:crypto'

/** How many random bytes are read at a time: a call takes equally long for few and for many. */
const POOL_BYTES = 4_096

let pool = Buffer.alloc(POOL_BYTES)
let usedBytes = POOL_BYTES

/** Reserves unused bytes of the pool and returns where they begin. */
function take(length: number): number {
  if (usedBytes + length > POOL_BYTES) {
    pool = randomFillSync(Buffer.alloc(POOL_BYTES))
    usedBytes = 0
  }
  const start = usedBytes
  usedBytes += length
  return start
}

/** Bytes from the operating system's secure random generator; none is handed out twice. */
export function secureRandom(length: number): Uint8Array {
  const start = take(length)
  return pool.subarray(start, start + length)
}

/** A 32-bit number from the same source. */
export function nextUint32(): number {
  const start = take(Uint32Array.BYTES_PER_ELEMENT)
  return pool.readUInt32LE(start)
}
