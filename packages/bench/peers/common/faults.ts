import { sourcesOf } from '../../../../contract/build/validators.ts'
import { readContract } from '../../../../contract/document.ts'
import { ApiError } from '../../../../contract/apiError.ts'
import type { Code } from '../../../../contract/apiError.ts'

type Codes = Code | Partial<Record<string, Code>>

/** A schema as far as a refusal is made from it. */
export type Schema = { properties?: Record<string, { 'x-error-code'?: Codes }> }

/**
 * The schemas of path, query and body by operation, with every reference replaced by its target.
 */
export const schemas = sourcesOf(readContract()).requests.schemas as Record<
  string,
  Record<'path' | 'query' | 'application/json', Schema>
>

/** An error of a validator, as ajv writes it. */
export type Fault = {
  keyword: string
  instancePath: string
  params: Record<string, unknown>
}

/**
 * The refusal that the contract names for a fault.
 *
 * @param path the field's name, and the names within it
 */
export function refusalOf(schema: Schema, path: string[], keyword: string): ApiError {
  const named = schema.properties?.[path[0] ?? '']?.['x-error-code']
  const code = typeof named === 'string' ? named : named?.[keyword]
  const param = path.join('.') || undefined
  return new ApiError(keyword === 'required' ? 'invalid_request' : (code ?? 'invalid_request'), {
    param,
  })
}

/** The refusal for a fault that ajv has found. */
export function refusalOfFault(schema: Schema, { keyword, instancePath, params }: Fault): ApiError {
  const last = params['missingProperty'] ?? params['additionalProperty']
  const path = instancePath.split('/').slice(1)
  return refusalOf(schema, last === undefined ? path : [...path, String(last)], keyword)
}
