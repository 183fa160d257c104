import { createResponseCheck } from '../contract/responseCheck.ts'
import type { Operation, StageName } from './context.ts'
import { stages } from './lifecycle.ts'
import type { CheckResponse } from './respond.ts'

/** The statuses with which a stage can fail, beside 500. */
const failuresOf = new Map<StageName, readonly number[]>(
  stages.map(({ name, failures }) => [name, failures]),
)

/**
 * Makes the check that `VALIDATE_RESPONSES=1` turns on, and that all tests run with: a response is
 * one that the contract allows, and an error has a status that its stage lists.
 */
export function createResponseChecker(operations: readonly Operation[]): CheckResponse {
  const checks = new Map(
    operations.map((operation) => [operation.operationId, createResponseCheck(operation)]),
  )
  return ({ operation, stage }, response, code) => {
    const { status } = response
    if (code && status !== 500 && !failuresOf.get(stage)?.includes(status)) {
      return `the stage ${stage} does not fail with ${status}`
    }
    return checks.get(operation?.operationId ?? '')?.(response, code)
  }
}
