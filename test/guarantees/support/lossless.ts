/** Reads JSON by its grammar (RFC 8259) and notes details that a usual parser passes over. */

/** A parsed text; undefined when it is no JSON. */
export type JsonReading = {
  value: unknown
  /** The paths of names that an object has more than once. */
  twice: string[]
  /** Each number as it was written, by its path. */
  numbers: Map<string, string>
}

const space = /[ \t\r\n]*/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// Control characters have no place in a string.
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const word = /true|false|null/y

class Broken extends Error {}

class Reader {
  readonly #text: string
  #at = 0
  readonly twice: string[] = []
  readonly numbers = new Map<string, string>()

  constructor(text: string) {
    this.#text = text
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    this.#at += found?.length ?? 0
    return found
  }

  #has(mark: string): boolean {
    this.#take(space)
    const found = this.#text.startsWith(mark, this.#at)
    if (found) this.#at += mark.length
    return found
  }

  whole(): unknown {
    const value = this.#value('')
    this.#take(space)
    if (this.#at < this.#text.length) throw new Broken()
    return value
  }

  #value(path: string): unknown {
    this.#take(space)
    if (this.#has('{')) return this.#object(path)
    if (this.#has('[')) return this.#array(path)
    const simple = this.#take(string) ?? this.#take(word)
    if (simple !== undefined) return JSON.parse(simple)
    const digits = this.#take(number)
    if (!digits) throw new Broken()
    this.numbers.set(path, digits)
    return Number(digits)
  }

  #object(path: string): object {
    const entries: [string, unknown][] = []
    if (this.#has('}')) return {}
    do {
      this.#take(space)
      const name = this.#take(string)
      if (name === undefined || !this.#has(':')) throw new Broken()
      const key = JSON.parse(name) as string
      const inner = path === '' ? key : `${path}.${key}`
      if (entries.some(([one]) => one === key)) this.twice.push(inner)
      entries.push([key, this.#value(inner)])
    } while (this.#has(','))
    if (!this.#has('}')) throw new Broken()
    return Object.fromEntries(entries)
  }

  #array(path: string): unknown[] {
    const values: unknown[] = []
    if (this.#has(']')) return values
    do {
      values.push(this.#value(`${path}.${values.length}`))
    } while (this.#has(','))
    if (!this.#has(']')) throw new Broken()
    return values
  }
}

export function readLossless(text: string): JsonReading | undefined {
  const reader = new Reader(text)
  try {
    const value = reader.whole()
    return { value, twice: reader.twice, numbers: reader.numbers }
  } catch (error) {
    if (error instanceof Broken || error instanceof RangeError) return undefined
    throw error
  }
}

/** A decimal number as digits and a power of ten, without zeros that say nothing. */
function exact(text: string): string {
  const [, sign, whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const short = digits.replace(/0+$/, '')
  if (short === '') return '0'
  return `${sign}${short}e${Number(power) - fraction.length + digits.length - short.length}`
}

/** True for a number that JavaScript reads as another one than was written. */
export const isAltered = (text: string): boolean =>
  !Number.isFinite(Number(text)) || exact(String(Number(text))) !== exact(text)
