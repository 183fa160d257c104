import { UUID, V7Generator } from 'uuidv7'
import { nextUint32 } from './random.ts'

/**
 * How many milliseconds are remembered. A request takes its time when it begins, so ids of a few
 * milliseconds are made at once; this is more than a process has requests in hand.
 */
const RECENT_TIMES = 4096

/** A generator for each of the last milliseconds; the one that was used last comes last. */
const generators = new Map<number, V7Generator>()

let lastMs = 0
let last = newGenerator()

/** By default it draws random bytes for every second id, which costs more than the rest of it. */
function newGenerator(): V7Generator {
  return new V7Generator({ nextUint32 })
}

function generatorOf(ms: number): V7Generator {
  if (ms === lastMs) return last
  const generator = generators.get(ms)
  generators.delete(ms)
  const [oldest] = generators.keys()
  if (oldest !== undefined && generators.size >= RECENT_TIMES) generators.delete(oldest)
  last = generator ?? newGenerator()
  lastMs = ms
  generators.set(ms, last)
  return last
}

/**
 * A new identifier: a type prefix and a UUIDv7 (RFC 9562). It carries `now` to the millisecond, so
 * that the order of ids is that of `created_at`, and a range of one is a range of the other. Ids
 * that a process makes for one millisecond rise, so `order by id desc` is newest first and an id is
 * its own cursor.
 *
 * @param prefix with its underscore: `cus_`
 * @param now the time that the id carries
 */
export function newId<Prefix extends string>(prefix: Prefix, now: Date): `${Prefix}${string}` {
  const ms = now.getTime()
  return `${prefix}${generatorOf(ms).generateOrResetWithTs(ms).toString()}`
}

/**
 * An id of the same form for a row whose key is a hash, such as that of a token: it orders as
 * `newId` does, is the same each time, and leads to no token.
 *
 * @param prefix with its underscore: `session_`
 * @param hash of random bits, in base64url: 74 bits of it are the random part of the id
 */
export function idOfHash<Prefix extends string>(
  prefix: Prefix,
  { id: hash, created_at }: { id: string; created_at: string },
): `${Prefix}${string}` {
  const bytes = Buffer.from(hash, 'base64url')
  const [a, high, low] = [bytes.readUInt16BE(0), bytes.readUInt32BE(2), bytes.readUInt32BE(6)]
  const uuid = UUID.fromFieldsV7(Date.parse(created_at), a >>> 4, high >>> 2, low)
  return `${prefix}${uuid.toString()}`
}

/** A bound: every id with the prefix is less than it. */
export const aboveIds = (prefix: string): string => `${prefix}g`

/** The digits of a UUIDv7 that carry its time: 48 bits of milliseconds. */
const TIME_DIGITS = 12

/**
 * A bound: every id of that moment and of later ones is greater than or equal to it, and every
 * earlier one less. It is no id itself, but the beginning of one.
 *
 * @param prefix with its underscore: `cus_`
 */
export function lowestId(prefix: string, moment: Date): string {
  const digits = Math.max(0, moment.getTime()).toString(16).padStart(TIME_DIGITS, '0')
  return `${prefix}${digits.slice(0, 8)}-${digits.slice(8)}`
}
