// Made from openapi.yaml by `npm run generate`; edits here are lost.

import type { ValidateFunction } from 'ajv'
import type { operations } from './types.ts'

/** The formats and keywords of the contract, from contract/keywords.ts. */
type Vocabulary = {
  formats: Record<string, unknown>
  keywords: Record<string, unknown>
}

/** For each operation and status, the function that validates a JSON body. */
export declare const createResponses: (
  vocabulary: Vocabulary,
) => Record<keyof operations, Record<string, ValidateFunction>>
