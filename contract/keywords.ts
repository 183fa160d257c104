import { fullFormats } from 'ajv-formats/dist/formats.js'
import { isIri, isUri } from './webAddress.ts'

/**
 * The formats of JSON Schema and OpenAPI, as ajv takes them. `uri` is stricter than ajv's, because
 * buyers are redirected to such values; ajv has no `iri`.
 */
export const formats = {
  ...fullFormats,
  uri: isUri,
  iri: isIri,
  int64: { type: 'number', validate: Number.isSafeInteger },
} as const

/** How many levels of objects and arrays a value has; a scalar has none. */
function depth(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depth))
}

/**
 * The contract's own keywords. Each function takes the value, the keyword's value in the schema and
 * the object that the value is a property of, and returns whether the value is valid.
 *
 * - `x-at-least: <name>`: the number is at least as large as the sibling property of that name
 * - `x-max-bytes: <n>`: the value has at most n bytes as JSON
 * - `x-max-depth: <n>`: the value has at most n levels of objects and arrays
 */
export const keywords = {
  'x-at-least': (value: number, sibling: string, parent?: Record<string, unknown>) => {
    const minimum = parent?.[sibling]
    return typeof minimum !== 'number' || value >= minimum
  },
  'x-max-bytes': (value: object, limit: number) =>
    Buffer.byteLength(JSON.stringify(value)) <= limit,
  'x-max-depth': (value: object, limit: number) => depth(value) <= limit,
}

const messages: Record<string, (limit: unknown) => string> = {
  'x-at-least': (sibling) => `deve ser maior ou igual a ${sibling}`,
  'x-max-bytes': (limit) => `não deve ter mais de ${limit} bytes em JSON`,
  'x-max-depth': (limit) => `não deve ter mais de ${limit} níveis`,
}

/**
 * The Portuguese message for a failure of one of these keywords, which ajv-i18n does not know.
 *
 * @param limit the keyword's value in the schema
 * @returns undefined for a keyword of JSON Schema
 */
export function keywordMessage(keyword: string, limit: unknown): string | undefined {
  return messages[keyword]?.(limit)
}
