/** Compares answers with expected ones but for unpredictable values: ids and such. */
import assert from 'node:assert/strict'

/** A text that is learned when it is first seen, and the same ever after. */
export class Fresh {
  value: string | undefined
  readonly #fits: (text: string) => boolean

  constructor(fits: (text: string) => boolean) {
    this.#fits = fits
  }

  /** True when this may be the text. The first text that fits is the only one from then on. */
  is(text: unknown): boolean {
    if (this.value !== undefined) return this.value === text
    if (typeof text !== 'string' || !this.#fits(text)) return false
    this.value = text
    return true
  }
}

export const matches = (pattern: RegExp) => (text: string) => pattern.test(text)

/** @returns a check that a timestamp is later than one and not later than another */
export const timeIn = (after: string, until: string) => (text: string) =>
  after < text && text <= until

/**
 * The first difference between a value and the expected one, by its path; undefined when they
 * agree.
 */
export function difference(expected: unknown, actual: unknown, path = ''): string | undefined {
  if (expected instanceof Fresh) {
    return expected.is(actual) ? undefined : `${path} is ${said(actual)}, not ${expected.value}`
  }
  // Free JSON comes back as it was sent, its keys in their order.
  const free = path.endsWith('.metadata')
  if (free || typeof expected !== 'object' || expected === null) {
    return said(expected) === said(actual)
      ? undefined
      : `${path} is ${said(actual)}, not ${said(expected)}`
  }
  if (typeof actual !== 'object' || actual === null) return `${path} is ${said(actual)}`
  if (Array.isArray(expected) !== Array.isArray(actual)) return `${path} is ${said(actual)}`
  for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const [one, other] = [expected, actual].map((of) => (of as Record<string, unknown>)[key])
    const found = difference(one, other, `${path}.${key}`)
    if (found) return found
  }
  return undefined
}

const said = (value: unknown) => JSON.stringify(value)

const types: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'authorization_error',
  404: 'not_found_error',
  409: 'conflict_error',
  500: 'api_error',
}

export type Expected =
  | { status: number; body: Record<string, unknown> }
  | { status: number; code: string; param: string | undefined; existing_id?: Fresh | undefined }

/** Asserts that an answer is one of those expected. */
export function assertAnswered(
  expected: Expected[],
  { status, headers, text }: { status: number; headers: Record<string, string>; text: string },
  what: string,
): void {
  const body = JSON.parse(text) as { error?: { message?: string } }
  const differences = expected.map((one) => {
    if (one.status !== status) return `status is ${status}, not ${one.status}`
    if ('body' in one) return difference(one.body, body)
    const { message, ...rest } = body.error ?? {}
    const { code, param, existing_id } = one
    const request_id = headers['x-request-id']
    const error = {
      type: types[status],
      code,
      request_id,
      ...(param !== undefined && { param }),
      ...(existing_id && { existing_id }),
    }
    return message ? difference({ error }, { error: rest }) : 'there is no message'
  })
  const agrees = differences.includes(undefined)
  assert.ok(agrees, `${what}: ${differences.join('; or ')}, in ${status} ${text}`)
}
