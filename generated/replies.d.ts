// Made from openapi.yaml by `npm run generate`; edits here are lost.

import type { ValidateFunction } from 'ajv'
import type { operations } from './types.ts'

/** For each operation and status, the validator of a JSON body. */
export declare const replies: Record<keyof operations, Record<string, ValidateFunction>>
