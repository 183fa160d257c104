// Made from openapi.yaml by `npm run generate`; edits here are lost.

import type { ValidateFunction } from 'ajv'
import type { operations } from './types.ts'

/** For each operation, whether the parts of a request are as the contract says. */
export declare const requests: Record<keyof operations, {
  path: ValidateFunction
  query: ValidateFunction
  header: ValidateFunction
  'application/json'?: ValidateFunction
  'application/x-www-form-urlencoded'?: ValidateFunction
}>
