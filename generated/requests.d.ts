// Made from openapi.yaml by `npm run generate`; edits here are lost.

import type { ValidateFunction } from 'ajv'
import type { operations } from './types.ts'

/** For each operation, the validators of the parts of a request. */
export declare const requests: Record<keyof operations, {
  path: ValidateFunction
  query: ValidateFunction
  header: ValidateFunction
  'application/json'?: ValidateFunction
  'application/x-www-form-urlencoded'?: ValidateFunction
}>
