import { ApiError } from './apiError.ts'

/** More levels than the contract allows anywhere, and few enough for a recursive walk. */
const MAX_DEPTH = 32

/** Limit for a message of which nothing is stored. A body of 64 KiB has no more. */
const MAX_VALUES = 32 * 1024

const [QUOTE, BACKSLASH] = [0x22, 0x5c]

/** Each begins or separates a value: `,`, `[` and `{`. */
const separators = [0x2c, 0x5b, 0x7b]

/** Strips a byte order mark, which Windows' tools write and RFC 8259 §8.1 lets be ignored. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a JSON request body (RFC 8259) more strictly than `JSON.parse`: UTF-8 only, an object, no
 * duplicate names in one object, no text that PostgreSQL cannot store, and no number that would be
 * returned differently from how it was sent.
 *
 * `4990.0` and `4.99e3` are the integer 4990 (JSON Schema 2020-12, core §4.2.2): languages without
 * an integer type write a price times 100 so. Digits that a double would lose are refused.
 *
 * @throws ApiError `invalid_request`
 */
export function parseJsonObject(bytes: Uint8Array): Record<string, unknown> {
  const { text, value } = decoded(bytes)
  requireStorable(value, [])
  // A text that JSON.stringify gives back has no duplicate names and no number that has changed.
  if (JSON.stringify(value) !== text) requireAsWritten(text)
  return value
}

/**
 * Parses a JSON message of which nothing is stored, so that no value in it is refused.
 *
 * @throws ApiError `invalid_request`
 */
export function parseJsonMessage(bytes: Uint8Array): Record<string, unknown> {
  requireFewValues(bytes)
  return decoded(bytes).value
}

/**
 * The cost of parsing JSON depends on its values more than on its bytes: 1 MiB of brackets, sent as
 * a bank's batch and so without credentials, would take the event loop for about 0.2 s.
 */
function requireFewValues(bytes: Uint8Array): void {
  let [count, isText] = [0, false]
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte === QUOTE) isText = !isText
    else if (isText && byte === BACKSLASH) i++
    else if (!isText && separators.includes(byte)) count++
  }
  if (count > MAX_VALUES) throw malformed('O corpo tem valores demais.')
}

function decoded(bytes: Uint8Array): { text: string; value: Record<string, unknown> } {
  const { text, value } = parsed(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed('O corpo da requisição deve ser um objeto JSON.')
  }
  return { text, value: value as Record<string, unknown> }
}

function parsed(bytes: Uint8Array): { text: string; value: unknown } {
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
 * PostgreSQL stores neither NUL nor lone surrogates, and a double loses digits of larger integers.
 *
 * @param path of the value; one array is shared by all calls, since it is read on failure only
 */
function requireStorable(value: unknown, path: string[]): void {
  if (typeof value === 'string') requireText(value, path)
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    throw malformed('O número é grande demais.', path.join('.'))
  }
  if (typeof value !== 'object' || value === null) return
  if (path.length >= MAX_DEPTH) throw malformed('O corpo tem níveis demais.', path[0])
  // JSON.parse makes no inherited names, and Object.entries would double the cost of the walk.
  for (const key in value) {
    requireText(key, path)
    path.push(key)
    requireStorable((value as Record<string, unknown>)[key], path)
    path.pop()
  }
}

/** False when the text has a NUL or a lone surrogate. */
export const isText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** @throws ApiError `invalid_request` when the text has a NUL or a lone surrogate */
export function requireText(text: string, path: string[]): void {
  if (isText(text)) return
  const param = path.length === 0 ? undefined : path.join('.')
  throw malformed('O texto contém caracteres que não podem ser guardados.', param)
}

/**
 * Matches the tokens of a valid JSON text that are checked here; a string with a colon after it is
 * a name. The closing quote is optional so that matching takes linear time.
 */
const tokens = /("(?:[^"\\]|\\.)*"?)(\s*:)?|[{}[\],]|-?\d[\d.eE+-]*/g

/** A level of the walk: the names seen in an object, none in an array, and the current position. */
type Level = { seen: Set<string> | undefined; key: string | number }

/** Checks what `JSON.parse` hides: duplicate names, and digits of numbers that are lost. */
function requireAsWritten(text: string): void {
  const levels: Level[] = [{ seen: undefined, key: '' }]
  let here = levels[0] as Level
  const param = () =>
    levels
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
      here = { seen: token === '{' ? new Set() : undefined, key: 0 }
      levels.push(here)
    } else if (token === '}' || token === ']') {
      levels.pop()
      here = levels.at(-1) as Level
    } else if (token === ',') {
      if (typeof here.key === 'number') here.key++
    } else if (string === undefined && !integer.test(token) && !isKept(token)) {
      throw malformed('O número não pode ser guardado como foi escrito.', param())
    }
  }
}

const integer = /^-?\d+$/

/** The longest of the shortest texts of doubles has 24 characters. */
const MAX_DECIMAL_CHARACTERS = 64

/** A double keeps this many significant digits, unless it is subnormal (IEEE 754). */
const KEPT_DIGITS = 15
const SMALL = 1e-300

/** Accepts the shortest text of a double in any notation, and its text with all 17 digits. */
function isKept(token: string): boolean {
  const value = Number(token)
  if (token.length <= KEPT_DIGITS && Math.abs(value) > SMALL) return true
  const shortest = String(value)
  if (shortest === token) return true
  if (token.length > MAX_DECIMAL_CHARACTERS) return false
  const written = decimal(token)
  return decimal(shortest) === written || decimal(value.toPrecision(17)) === written
}

const parts = /^-?(\d*)(?:\.(\d+))?(?:e(.+))?$/i

/** A canonical form of a decimal: its digits without insignificant zeros, and its exponent. */
function decimal(text: string): string {
  const [, whole = '', fraction = '', power = '0'] = parts.exec(text) ?? []
  const all = whole + fraction
  let [first, end] = [0, all.length]
  while (all[first] === '0') first++
  if (first === end) return '0'
  while (all[end - 1] === '0') end--
  return `${all.slice(first, end)}e${Number(power) + whole.length - end}`
}
