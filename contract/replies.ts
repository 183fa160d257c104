import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import { codes } from '../generated/errors.ts'
import { addKeywords } from './keywords.ts'
import type { Code } from './refusal.ts'

type Answered = { status: number; body?: unknown }

/** The parts of a dereferenced OpenAPI operation that say what it may answer. */
export type ReplyShape = {
  operationId: string
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}

/**
 * Compiles what the contract says of one operation's answers.
 *
 * @returns a function that says what the contract does not allow about an answer, if anything
 */
export function compileReplyCheck(
  { operationId, responses }: ReplyShape,
): (reply: Answered, code: Code | undefined) => string | undefined {
  const ajv = new Ajv2020({ allowUnionTypes: true })
  addKeywords(ajv)
  const listed: readonly Code[] = codes[operationId as keyof typeof codes]
  const schemas = new Map<string, ValidateFunction>()
  for (const [status, { content }] of Object.entries(responses)) {
    const schema = content?.['application/json']?.schema
    if (schema) schemas.set(status, ajv.compile(schema))
  }
  return ({ status, body }, code) => {
    if (!responses[status]) return `${operationId} does not answer ${status}`
    if (code && !listed.includes(code)) return `${operationId} does not list ${code}`
    const validate = schemas.get(String(status))
    if (!validate || validate(body)) return undefined
    return `${operationId} ${status}: ${ajv.errorsText(validate.errors)}`
  }
}
