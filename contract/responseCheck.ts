import { codes } from '../generated/errors.ts'
import { createResponses } from '../generated/responses.js'
import type { Code } from './apiError.ts'
import { formats, keywords } from './keywords.ts'

/** The parts of a dereferenced OpenAPI operation that describe its responses. */
export type ResponseShape = {
  operationId: string
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}

type Validators = ReturnType<typeof createResponses>

let validators: Validators | undefined

/** For each operation and status, the function that validates a JSON body; made at first use. */
export function responseValidators(): Validators {
  validators ??= createResponses({ formats, keywords })
  return validators
}

/**
 * Makes the function that compares one operation's responses with the contract.
 *
 * @returns a function that describes what the contract does not allow: the status, the error code
 *   or the body; or returns undefined when the response conforms
 */
export function createResponseCheck(
  operation: ResponseShape,
): (response: { status: number; body?: unknown }, code: Code | undefined) => string | undefined {
  const { operationId } = operation
  const listed: readonly Code[] = codes[operationId as keyof typeof codes]
  const byStatus = responseValidators()[operationId as keyof Validators]
  return ({ status, body }, code) => {
    if (!operation.responses[status]) return `${operationId} does not answer ${status}`
    if (code && !listed.includes(code)) return `${operationId} does not list ${code}`
    const validate = byStatus[status]
    const isPage = typeof body === 'string' && operation.responses[status].content?.['text/html']
    if (!validate || isPage || validate(body)) return undefined
    const errors = validate.errors?.map((error) => `data${error.instancePath} ${error.message}`)
    return `${operationId} ${status}: ${errors?.join(', ')}`
  }
}
