/** Addresses that are not the public Internet (IANA registries), each in a way that means it. */
import { below } from './endings.ts'

/** A range: its first address, the number of fixed bits, and of all bits. */
type Range = readonly [first: string, bits: number]

const ranges4: readonly Range[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 29],
  ['192.0.0.8', 32],
  ['192.0.0.170', 31],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

const ranges6: readonly Range[] = [
  ['0:0:0:0:0:0:0:0', 127],
  ['0:0:0:0:0:ffff:0:0', 96],
  ['0:0:0:0:0:0:0:0', 96],
  ['64:ff9b:1:0:0:0:0:0', 48],
  ['100:0:0:0:0:0:0:0', 64],
  ['2001:0:0:0:0:0:0:0', 32],
  ['2001:2:0:0:0:0:0:0', 48],
  ['2001:10:0:0:0:0:0:0', 28],
  ['2001:db8:0:0:0:0:0:0', 32],
  ['2002:0:0:0:0:0:0:0', 16],
  ['2620:4f:8000:0:0:0:0:0', 48],
  ['3fff:0:0:0:0:0:0:0', 20],
  ['5f00:0:0:0:0:0:0:0', 16],
  ['fc00:0:0:0:0:0:0:0', 7],
  ['fe80:0:0:0:0:0:0:0', 10],
  ['fec0:0:0:0:0:0:0:0', 10],
  ['ff00:0:0:0:0:0:0:0', 8],
]

const one = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value

/** A number of so many parts, of so many bits each, within a range. */
function within(first: number[], bits: number, part_bits: number): number[] {
  return first.map((part, i) => {
    const fixed = Math.min(Math.max(bits - i * part_bits, 0), part_bits)
    const free = 2 ** (part_bits - fixed)
    return Math.floor(part / free) * free + below(free)
  })
}

function address4(): number[] {
  const [first, bits] = one(ranges4)
  return within(first.split('.').map(Number), bits, 8)
}

const hex = (number: number) => number.toString(16)

function address6(): string {
  const [first, bits] = one(ranges6)
  return within(
    first.split(':').map((part) => parseInt(part, 16)),
    bits,
    16,
  )
    .map(hex)
    .join(':')
}

/** The same four numbers, as URLs may have them. */
const spellings: ((parts: number[]) => string)[] = [
  (parts) => parts.join('.'),
  (parts) => parts.map((part) => `0x${hex(part)}`).join('.'),
  (parts) => parts.map((part) => `0${part.toString(8)}`).join('.'),
  (parts) => String(parts.reduce((sum, part) => sum * 256 + part, 0)),
  ([a = 0, b = 0, c = 0, d = 0]) => `${a}.${b * 65_536 + c * 256 + d}`,
  (parts) => `[::ffff:${parts.join('.')}]`,
  (parts) => `${parts.join('.')}.`,
]

/** The host of a URL, drawn at random. */
export const specialHost = (): string =>
  below(2) === 0 ? one(spellings)(address4()) : `[${address6()}]`

/** A special address that a name may be looked up as, drawn at random. */
export const specialAddress = (): string => (below(2) === 0 ? address4().join('.') : address6())

/** Names that lead inside, by whatever looks them up. */
export const internalNames: readonly string[] = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'a.local',
  'a.internal',
  'a.home.arpa',
]
