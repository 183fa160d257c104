// Made from openapi.yaml by `npm run generate`; edits here are lost.

import type { ValidateFunction } from 'ajv'
import type { operations } from './types.ts'

/** For each operation and status, whether a body in JSON is as the contract says. */
export declare const replies: Record<keyof operations, Record<string, ValidateFunction>>
