// Made from openapi.yaml by `npm run generate`; edits here are lost.

import type { ValidateFunction } from 'ajv'
import type { operations } from './types.ts'

/** The formats and keywords of the contract, from contract/keywords.ts. */
type Vocabulary = {
  formats: Record<string, unknown>
  keywords: Record<string, unknown>
}

/** For each operation, the functions that validate the parts of a request. */
export declare const createRequests: (vocabulary: Vocabulary) => Record<keyof operations, {
  path: ValidateFunction
  query: ValidateFunction
  header: ValidateFunction
  'application/json'?: ValidateFunction
  'application/x-www-form-urlencoded'?: ValidateFunction
}>
