import { ApiError } from './apiError.ts'

/** Deeper than anything that the contract allows, and shallow enough to be walked by recursion. */
const MAX_DEPTH = 32

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads a JSON request body (RFC 8259): UTF-8 only, an object, no name twice in one object, no
 * text that a database could not hold and no number that could not be given back as it was sent.
 *
 * A whole number that is not written as one (`4990.0`, `499e1`) is of no type that a
 * schema could ask for, and JSON that is free keeps it.
 *
 * @throws ApiError `invalid_request`
 */
export function parseJsonObject(bytes: Uint8Array): Record<string, unknown> {
  const { text, value } = decoded(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed('O corpo da requisição deve ser um objeto JSON.')
  }
  requireStorable(value, [])
  // What would be written in just this way has no name twice, and no number that has changed.
  if (JSON.stringify(value) !== text) requireAsWritten(text, value)
  return value as Record<string, unknown>
}

function decoded(bytes: Uint8Array): { text: string; value: unknown } {
  try {
    const text = utf8.decode(bytes)
    return { text, value: JSON.parse(text) }
  } catch {
    throw malformed('O corpo da requisição não é um JSON válido em UTF-8.')
  }
}

function malformed(detail: string, param?: string): ApiError {
  return new ApiError('invalid_request', { detail, param })
}

/**
 * A NUL and a lone surrogate have no place in PostgreSQL; of larger numbers digits are lost.
 *
 * @param path to the value; one array for all, since most of it is looked at for nothing
 */
function requireStorable(value: unknown, path: string[]): void {
  if (typeof value === 'string') requireText(value, path)
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    throw malformed('O número é grande demais.', path.join('.'))
  }
  if (typeof value !== 'object' || value === null) return
  if (path.length >= MAX_DEPTH) throw malformed('O corpo tem níveis demais.', path[0])
  // What JSON makes has no inherited names, and a list of all entries would cost as much again.
  for (const key in value) {
    requireText(key, path)
    path.push(key)
    requireStorable((value as Record<string, unknown>)[key], path)
    path.pop()
  }
}

/** @throws ApiError `invalid_request` when the text holds a NUL or half of a surrogate pair */
export function requireText(text: string, path: string[]): void {
  if (!text.includes('\0') && text.isWellFormed()) return
  const param = path.length === 0 ? undefined : path.join('.')
  throw malformed('O texto contém caracteres que não podem ser guardados.', param)
}

/**
 * The tokens of a valid JSON text that matter here; a string with a colon is a name. One that does
 * not end would be a token too, so that no text takes longer than its length.
 */
const tokens = /("(?:[^"\\]|\\.)*"?)(\s*:)?|[{}[\],]|-?\d[\d.eE+-]*/g

/** An object or array that is being walked, and where in it the walk stands. */
type Place = {
  value: Record<string | number, unknown>
  seen: Set<string> | undefined
  key: string | number
}

/** Looks at what `JSON.parse` passes over: of two equal names the first, and digits of a number. */
function requireAsWritten(text: string, whole: object): void {
  const places: Place[] = [{ value: { '': whole }, seen: undefined, key: '' }]
  let here = places[0] as Place
  const param = () =>
    places
      .slice(1)
      .map(({ key }) => key)
      .join('.')
  for (const [token, string, colon] of text.matchAll(tokens)) {
    if (colon !== undefined && string !== undefined) {
      const key = JSON.parse(string) as string
      here.key = key
      if (here.seen?.has(key)) throw malformed(`${param()} aparece mais de uma vez.`, param())
      here.seen?.add(key)
    } else if (token === '{' || token === '[') {
      const value = valueAt(here, token)
      here = { value, seen: token === '{' ? new Set() : undefined, key: 0 }
      places.push(here)
    } else if (token === '}' || token === ']') {
      places.pop()
      here = places.at(-1) as Place
    } else if (token === ',') {
      if (typeof here.key === 'number') here.key++
    } else if (string === undefined && !integer.test(token)) {
      here.value[here.key] = decimalAsWritten(token, param)
    }
  }
}

/** Of a name that comes twice there is only the last value, which may be no object or array. */
function valueAt({ value, key }: Place, token: '{' | '['): Place['value'] {
  const inner = value[key]
  const isOne = typeof inner === 'object' && inner !== null
  const fits = isOne && Array.isArray(inner) === (token === '[')
  return fits ? (inner as Place['value']) : {}
}

const integer = /^-?\d+$/

/** The longest text of a number that is not needlessly long has 24 characters. */
const MAX_DECIMAL_CHARACTERS = 64

/** So many digits every double keeps, unless it is so small that it has fewer (IEEE 754). */
const KEPT_DIGITS = 15
const SMALL = 1e-300

/** @returns the number, or what stands for it when it is a whole one after all */
function decimalAsWritten(token: string, param: () => string): unknown {
  const value = Number(token)
  if (!isWrittenAs(value, token)) {
    throw malformed('O número não pode ser guardado como foi escrito.', param())
  }
  return Number.isInteger(value) ? ofNoType(value) : value
}

/** The shortest text of a double is one of its texts; many write all of its 17 digits. */
function isWrittenAs(value: number, token: string): boolean {
  if (token.length <= KEPT_DIGITS && Math.abs(value) > SMALL) return true
  const shortest = String(value)
  if (shortest === token) return true
  if (token.length > MAX_DECIMAL_CHARACTERS) return false
  const written = decimal(token)
  return decimal(shortest) === written || decimal(value.toPrecision(17)) === written
}

/** A function, which a schema takes neither for a number nor for an object; in JSON, the number. */
function ofNoType(value: number): unknown {
  const standIn = () => value
  standIn.toJSON = standIn
  return standIn
}

const parts = /^-?(\d*)(?:\.(\d+))?(?:e(.+))?$/i

/** The digits of a number and its power of ten, without zeros that change nothing. */
function decimal(text: string): string {
  const [, whole = '', fraction = '', power = '0'] = parts.exec(text) ?? []
  const all = whole + fraction
  let [first, end] = [0, all.length]
  while (all[first] === '0') first++
  if (first === end) return '0'
  while (all[end - 1] === '0') end--
  return `${all.slice(first, end)}e${Number(power) + whole.length - end}`
}
