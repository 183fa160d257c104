import { codes } from '../generated/errors.ts'
import { replies } from '../generated/replies.js'
import type { Code } from './apiError.ts'

type Answered = { status: number; body?: unknown }

/** The parts of a dereferenced OpenAPI operation that say what it may answer. */
export type ReplyShape = {
  operationId: string
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}

/**
 * Binds what the contract says of one operation's answers, compiled ahead.
 *
 * @returns a function that says what the contract does not allow about an answer, if anything
 */
export function createReplyCheck({
  operationId,
  responses,
}: ReplyShape): (reply: Answered, code: Code | undefined) => string | undefined {
  const listed: readonly Code[] = codes[operationId as keyof typeof codes]
  const compiled = replies[operationId as keyof typeof replies]
  return ({ status, body }, code) => {
    if (!responses[status]) return `${operationId} does not answer ${status}`
    if (code && !listed.includes(code)) return `${operationId} does not list ${code}`
    const validate = compiled[status]
    if (!validate || validate(body)) return undefined
    const faults = validate.errors?.map((error) => `data${error.instancePath} ${error.message}`)
    return `${operationId} ${status}: ${faults?.join(', ')}`
  }
}
