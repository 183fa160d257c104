/** Puts functions of the test in the place of C functions that better-sqlite3's module calls. */
import { readFileSync } from 'node:fs'
import koffi from 'koffi'
import SQLite from 'better-sqlite3'
import { test } from 'vitest'
import type { PropertyId } from '../../support/property.ts'

/** Sections of an ELF file that hold relocations: places that the loader has filled in. */
const SHT_RELA = 4

type Section = { type: number; link: number; offset: number; size: number }

function sectionsOf(elf: Buffer): Section[] {
  const start = Number(elf.readBigUInt64LE(0x28))
  const size = elf.readUInt16LE(0x3a)
  return Array.from({ length: elf.readUInt16LE(0x3c) }, (_, i) => {
    const at = start + i * size
    return {
      type: elf.readUInt32LE(at + 4),
      offset: Number(elf.readBigUInt64LE(at + 0x18)),
      size: Number(elf.readBigUInt64LE(at + 0x20)),
      link: elf.readUInt32LE(at + 0x28),
    }
  })
}

/** The places where a module keeps the addresses of the functions that it calls, by their names. */
function slotsOf(elf: Buffer): Map<string, bigint[]> {
  const sections = sectionsOf(elf)
  const slots = new Map<string, bigint[]>()
  for (const { type, link, offset, size } of sections) {
    const symbols = sections[link]
    const texts = sections[symbols?.link ?? 0]
    if (type !== SHT_RELA || !symbols || !texts) continue
    for (let at = offset; at < offset + size; at += 24) {
      const symbol = symbols.offset + elf.readUInt32LE(at + 12) * 24
      const text = texts.offset + elf.readUInt32LE(symbol)
      const name = elf.toString('latin1', text, elf.indexOf(0, text))
      slots.set(name, [...(slots.get(name) ?? []), elf.readBigUInt64LE(at)])
    }
  }
  return slots
}

/** The file of the module and the address at which it begins in this process. */
function loadedModule(): { file: string; base: bigint } {
  // The module is loaded when the first database is opened.
  new SQLite(':memory:').close()
  const maps = readFileSync('/proc/self/maps', 'utf8')
  const [, start = '', file = ''] =
    /^(\w+)-\S+ \S+ 0+ .* (\/.*better-sqlite3.*\.node)$/m.exec(maps) ?? []
  if (file === '') throw new Error('The module of better-sqlite3 is not among those loaded.')
  return { file, base: BigInt(`0x${start}`) }
}

/**
 * Declares tests of a guarantee that look at SQLite's system calls. On other systems than Linux
 * they cannot be looked at: there the guarantee is not held, and this says so.
 */
export function onLinux(id: PropertyId, declare: () => void): void {
  if (process.platform === 'linux') declare()
  else test(`${id}: NOT LOOKED AT, since only on Linux system calls can be`, () => undefined)
}

const READ_AND_WRITE = 3

/** Writes where the loader may have left only reading, as it does with musl. */
function writer(library: ReturnType<typeof koffi.load>): (address: bigint, value: bigint) => void {
  const page_bytes = BigInt(library.func('int getpagesize()')() as number)
  const protect = library.func('int mprotect(uint64_t, size_t, int)')
  return (address, value) => {
    protect((address / page_bytes) * page_bytes, page_bytes, READ_AND_WRITE)
    koffi.encode(address, 'uint64', value)
  }
}

/** Each type in C has a name of its own. */
let count = 0

/** A C function as it is. */
export type Real = (...args: unknown[]) => number

/**
 * The function that is called in its place. Only the declaration knows the types of its arguments.
 */
type Instead = { call(real: Real, ...args: unknown[]): number }['call']

/**
 * Replaces functions of the C library in every place from which the module calls them.
 *
 * @param replacements by the functions' declarations in C; those of 64 bits have the same
 * @returns puts back what was there
 */
export function replaceInSqlite(replacements: Record<string, Instead>): () => void {
  const { file, base } = loadedModule()
  const slots = slotsOf(readFileSync(file))
  const library = koffi.load(null)
  const write = writer(library)
  const undo: (() => void)[] = []
  for (const [declaration, instead] of Object.entries(replacements)) {
    const [, name = ''] = /(\w+)\(/.exec(declaration) ?? []
    const real = library.func(declaration) as Real
    const type = koffi.pointer(koffi.proto(declaration.replace(name, `instead_${++count}`)))
    const callback = koffi.register((...args: unknown[]) => instead(real, ...args), type)
    const places = [...(slots.get(name) ?? []), ...(slots.get(`${name}64`) ?? [])]
    if (places.length === 0) throw new Error(`The module of better-sqlite3 calls no ${name}.`)
    for (const place of places) {
      const before = koffi.decode(base + place, 'uint64') as bigint
      write(base + place, koffi.address(callback))
      undo.push(() => write(base + place, before))
    }
    undo.push(() => koffi.unregister(callback))
  }
  return () => {
    for (const putBack of undo) putBack()
  }
}
