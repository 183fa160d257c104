/** Works out from a log of disk calls the images that a disk may hold after a power cut. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Entry } from './disk.ts'

/** The unit that a disk writes as a whole or not at all. */
const SECTOR_BYTES = 512

type Change = Extract<Entry, { name: 'write' | 'truncate' }>

/** A change, its place in the log, and how much of a sync it has had. */
type UnsyncedChange = { change: Change; at: number; state: 'unsynced' | 'synced' | 'doubtful' }

/** The bytes of a file; it grows when something is written behind its end. */
class Content {
  #bytes: Buffer
  #size: number

  constructor(bytes: Uint8Array = Buffer.alloc(0)) {
    this.#bytes = Buffer.from(bytes)
    this.#size = bytes.length
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size)
  }

  apply(change: Change): void {
    if (change.name === 'write') this.write(change.offset, change.bytes)
    else this.resize(change.size)
  }

  write(offset: number, bytes: Uint8Array): void {
    if (offset + bytes.length > this.#size) this.resize(offset + bytes.length)
    this.#bytes.set(bytes, offset)
  }

  resize(size: number): void {
    if (size > this.#bytes.length) {
      const larger = Buffer.alloc(size * 2)
      larger.set(this.bytes)
      this.#bytes = larger
    }
    this.#bytes.fill(0, Math.min(size, this.#size), Math.max(size, this.#size))
    this.#size = size
  }
}

/** The chances by which an image keeps unsynced changes. */
type Luck = { random: () => number; whole: number; torn: number }

/** A file, whatever its name. */
class File {
  /** The bytes that no power cut takes away. */
  readonly #kept: Content
  #pending: UnsyncedChange[] = []

  constructor(kept?: Uint8Array) {
    this.#kept = new Content(kept)
  }

  change(change: Change, at: number): void {
    this.#pending.push({ change, at, state: 'unsynced' })
  }

  sync({ entries, failed }: Extract<Entry, { name: 'sync' }>): void {
    for (const one of this.#pending) {
      if (one.at >= entries || one.state !== 'unsynced') continue
      // Changes for which a sync has failed may be lost, though the next one succeeds.
      one.state = failed ? 'doubtful' : 'synced'
    }
    while (this.#pending[0]?.state === 'synced') {
      const first = this.#pending.shift()
      if (first) this.#kept.apply(first.change)
    }
  }

  image({ random, whole, torn }: Luck): Buffer {
    const content = new Content(this.#kept.bytes)
    for (const { change, state } of this.#pending) {
      const chance = random()
      if (state === 'synced' || chance < whole) content.apply(change)
      else if (chance < whole + torn && change.name === 'write') tear(content, change, random)
    }
    return content.bytes
  }
}

/** Writes some of the sectors that a write touches. */
function tear(
  content: Content,
  { offset, bytes }: Extract<Change, { name: 'write' }>,
  random: () => number,
): void {
  const end = offset + bytes.length
  for (let at = offset; at < end; ) {
    const next = Math.min(end, (Math.floor(at / SECTOR_BYTES) + 1) * SECTOR_BYTES)
    if (random() < 0.5) content.write(at, bytes.subarray(at - offset, next - offset))
    at = next
  }
}

/** The files that a name may stand for: the certain one first, then those by later changes. */
type Name = (File | undefined)[]

const CHANCES = [0, 0.1, 0.5, 0.9, 1]

/** A folder on a disk whose power may be cut at any moment. */
export class Folder {
  readonly #folder: string
  readonly #names = new Map<string, Name>()
  /** The entries of the log that have been applied. */
  #count = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Takes up the files in the folder now, all of them synced. */
  load(): void {
    for (const name of readdirSync(this.#folder)) {
      const path = join(this.#folder, name)
      this.#names.set(path, [new File(readFileSync(path))])
    }
  }

  /** Takes up an empty file whose name has been synced. */
  make(name: string): void {
    this.#names.set(join(this.#folder, name), [new File()])
  }

  /** Applies the next entry of the log. */
  apply(entry: Entry): void {
    const { path } = entry
    if (path === this.#folder) {
      for (const name of this.#names.values()) name.splice(0, name.length - 1)
    } else if (entry.name === 'create' || entry.name === 'unlink') {
      const name = this.#names.get(path) ?? [undefined]
      name.push(entry.name === 'create' ? new File() : undefined)
      this.#names.set(path, name)
    } else {
      const file = this.#names.get(path)?.at(-1)
      if (!file) throw new Error(`${path} is changed before it is made.`)
      if (entry.name === 'sync') file.sync(entry)
      else file.change(entry, this.#count)
    }
    this.#count++
  }

  /**
   * Writes into another folder what may be there after a power cut at this moment: of what was not
   * synced any part, each write whole, torn or absent whatever became of those before it.
   */
  cut(into: string, random: () => number): void {
    const chance = () => CHANCES[Math.floor(random() * CHANCES.length)] ?? 0
    const whole = chance()
    this.#write(
      into,
      { random, whole, torn: (1 - whole) * chance() },
      (name) => name[Math.floor(random() * name.length)],
    )
  }

  /** Writes the files as they are when nothing is cut. */
  all(into: string): void {
    this.#write(into, { random: () => 0, whole: 1, torn: 0 }, (name) => name.at(-1))
  }

  #write(into: string, luck: Luck, pick: (name: Name) => File | undefined): void {
    for (const [path, name] of this.#names) {
      const file = pick(name)
      if (file) writeFileSync(join(into, basename(path)), file.image(luck))
    }
  }
}
