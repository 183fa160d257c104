import type { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import type { FormatsPlugin } from 'ajv-formats'

type Validated = { parentData?: Record<string, unknown> }

/** How many levels of objects and arrays a value has; a scalar has none. */
function depth(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depth))
}

const sizeMessages: Record<string, (limit: number) => string> = {
  'x-at-least': () => 'deve ser maior ou igual a amount_minor',
  'x-max-bytes': (limit) => `não deve ter mais de ${limit} bytes em JSON`,
  'x-max-depth': (limit) => `não deve ter mais de ${limit} níveis`,
}

/** The Portuguese text for a failure of one of our own keywords, which ajv-i18n does not know. */
export function ownMessage(keyword: string, limit: unknown): string | undefined {
  return sizeMessages[keyword]?.(Number(limit))
}

/**
 * Teaches ajv what the contract says beyond JSON Schema: `x-at-least` (a sibling property that the
 * number must reach), `x-max-bytes` and `x-max-depth` (of free JSON), and strict formats.
 */
export function addKeywords(ajv: Ajv): void {
  // The package is CommonJS: its default export arrives as the module itself.
  const formats = addFormats as unknown as FormatsPlugin
  formats(ajv)
  const uri = ajv.formats['uri'] as ((text: string) => boolean)
  // RFC 3986 allows what no browser can open, such as an address without a host.
  ajv.addFormat('uri', (text) => uri(text) && URL.canParse(text))
  ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger })
  ajv.addVocabulary(['x-error-code', 'example'])
  ajv.addKeyword({
    keyword: 'x-at-least',
    type: 'number',
    schemaType: 'string',
    validate: (sibling: string, value: number, _: unknown, at?: Validated) => {
      const least = at?.parentData?.[sibling]
      return typeof least !== 'number' || value >= least
    },
  })
  ajv.addKeyword({
    keyword: 'x-max-bytes',
    type: 'object',
    schemaType: 'number',
    validate: (limit: number, value: object) =>
      Buffer.byteLength(JSON.stringify(value)) <= limit,
  })
  ajv.addKeyword({
    keyword: 'x-max-depth',
    type: 'object',
    schemaType: 'number',
    validate: (limit: number, value: object) => depth(value) <= limit,
  })
}
