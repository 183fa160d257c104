import { fullFormats } from 'ajv-formats/dist/formats.js'

const user = String.raw`(?:[\w.~!$&'()*+,;=:-]|%[\da-f]{2})*`
const host = String.raw`(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)`
const path = String.raw`(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*`
const tail = String.raw`(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*`
const authority = `(?:${user}@)?${host}(?::\\d*)?`

/** An absolute URI with an authority (RFC 3986), looked at in linear time. */
const uri = new RegExp(
  `^[a-z][a-z\\d+.-]*://${authority}(?:/${path})?(?:\\?${tail})?(?:#${tail})?$`,
  'i',
)

/** The formats of JSON Schema, stricter where a value is passed on to others, and OpenAPI's. */
export const formats = {
  ...fullFormats,
  // RFC 3986 allows what no browser can open, such as an address without a host.
  uri: (text: string) => uri.test(text) && URL.canParse(text),
  int64: { type: 'number', validate: Number.isSafeInteger },
} as const

/** How many levels of objects and arrays a value has; a scalar has none. */
function depth(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depth))
}

/**
 * What the contract says beyond JSON Schema, as functions of a value, of what the keyword says and
 * of the object that the value stands in: whether the number reaches that sibling property,
 * and whether free JSON keeps to its size and to its levels.
 */
export const keywords = {
  'x-at-least': (value: number, sibling: string, parent?: Record<string, unknown>) => {
    const least = parent?.[sibling]
    return typeof least !== 'number' || value >= least
  },
  'x-max-bytes': (value: object, limit: number) =>
    Buffer.byteLength(JSON.stringify(value)) <= limit,
  'x-max-depth': (value: object, limit: number) => depth(value) <= limit,
}

const messages: Record<string, (limit: number) => string> = {
  'x-at-least': () => 'deve ser maior ou igual a amount_minor',
  'x-max-bytes': (limit) => `não deve ter mais de ${limit} bytes em JSON`,
  'x-max-depth': (limit) => `não deve ter mais de ${limit} níveis`,
}

/** The Portuguese text for a failure of one of our own keywords, which ajv-i18n does not know. */
export function ownMessage(keyword: string, limit: unknown): string | undefined {
  return messages[keyword]?.(Number(limit))
}
