/** Posted forms: parsing them, and converting typed text to values of the contract. */
import { ApiError } from '../contract/apiError.ts'
import { parseAmount } from '../domain/formats/typedAmount.ts'
import type { Locale } from '../domain/formats/locale.ts'
import type { PageRequest } from '../http/context.ts'

/** The fields of a posted form, each with its values in order. */
export type Form = ReadonlyMap<string, readonly string[]>

/** Fields of a form; more is no form of these pages. */
const MAX_FIELDS = 200

/**
 * A form that any caller may post holds one answer of an authenticator. The largest that we ask for
 * takes about 9 KiB: a credential id of 1,023 bytes, and a key of RSA with 4,096 bits three times.
 */
const MAX_OPEN_FORM_BYTES = 16 * 1024

const formTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data)[ \t]*(;|$)/i

/** The parts of a JSON schema that decide how a field is read. */
type Schema = {
  type?: string | readonly string[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  oneOf?: readonly Schema[]
  anyOf?: readonly Schema[]
}

/** @throws ApiError when a form is too long to be parsed before it is known who has sent it */
export function requireOpenForm(body: PageRequest['body']): void {
  if (body instanceof Uint8Array && body.length > MAX_OPEN_FORM_BYTES) {
    throw new ApiError('request_too_large')
  }
}

/**
 * Counts separators, so that a body with more than MAX_FIELDS fields is refused unparsed. A line of
 * dashes counts as the beginning of a part; no chain of certificates has as many.
 */
function hasTooManyFields(body: Uint8Array<ArrayBuffer>, isMultipart: boolean): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
  const separator = isMultipart ? '\n--' : '&'
  let at = -1
  for (let count = 0; count < MAX_FIELDS; count++) {
    at = bytes.indexOf(separator, at + 1)
    if (at < 0) return false
  }
  return true
}

/** Fields whose files are no text. */
export const binaryFields = new Set(['pkcs12', 'data'])

async function contentOf(name: string, file: Blob): Promise<string> {
  if (!binaryFields.has(name)) return file.text()
  return Buffer.from(await file.arrayBuffer()).toString('base64')
}

/**
 * Reads a posted form (RFC 7578, and the URL-encoded form of the HTML standard). A file becomes its
 * text, or base64 where the API takes that.
 *
 * @returns undefined when it is none
 */
export async function readForm(
  body: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<Form | undefined> {
  const [, type] = formTypes.exec(contentType) ?? []
  if (!type || hasTooManyFields(body, /^m/i.test(type))) return undefined
  const response = new Response(body, { headers: { 'content-type': contentType } })
  const data = await response.formData().catch(() => undefined)
  if (!data) return undefined
  const form = new Map<string, string[]>()
  for (const [name, value] of data) {
    const typed = typeof value === 'string' ? value : await contentOf(name, value)
    const values = form.get(name)
    if (values) values.push(typed)
    else form.set(name, [typed])
  }
  return form
}

/** The last value of a field; a checkbox comes after the hidden field of its "no". */
export const lastValue = (form: Form, name: string): string | undefined => form.get(name)?.at(-1)

export type FormReader = { locale: Locale; currency: string }

const isCurrency = (text: string | undefined): text is string => /^[A-Z]{3}$/.test(text ?? '')

/** Looks at the alternatives of a union as well. */
function takes(schema: Schema, type: string): boolean {
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  const others = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
  return types.includes(type) || others.some((alternative) => takes(alternative, type))
}

/** Sends text that does not parse unchanged, so that the contract's validation names the fault. */
function readValue(name: string, schema: Schema, values: readonly string[], by: FormReader) {
  if (takes(schema, 'array')) return values.filter((value) => value !== '')
  const typed = (values.at(-1) ?? '').replaceAll('\r\n', '\n')
  if (takes(schema, 'integer') && name.endsWith('_minor')) {
    return parseAmount(by.locale, by.currency, typed) ?? typed
  }
  if (takes(schema, 'integer')) return /^\d{1,15}$/.test(typed) ? Number(typed) : typed
  if (takes(schema, 'boolean')) return typed === 'true' || (typed === 'false' ? false : typed)
  return typed
}

/**
 * Makes the body of an operation from a form with the API's field names; a field of an object
 * within is named by its path (`default_offer.amount_minor`). A field that was left empty is null
 * where the contract takes null, and left out where it may be.
 *
 * @param schema of the operation's body
 * @param by the reader's language, and the currency of amounts in a body that names none
 */
export function bodyOf(schema: Schema, form: Form, by: FormReader, prefix = ''): object {
  const body: Record<string, unknown> = {}
  const named = schema.properties?.['currency'] && lastValue(form, `${prefix}currency`)
  const reader = isCurrency(named) ? { ...by, currency: named } : by
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const values = form.get(prefix + name)
    if (property.properties && !values) {
      const inner = bodyOf(property, form, reader, `${prefix}${name}.`)
      if (Object.keys(inner).length > 0) body[name] = inner
      continue
    }
    if (!values) continue
    const isEmpty = values.every((value) => value === '')
    if (isEmpty && takes(property, 'null')) body[name] = null
    else if (isEmpty && !takes(property, 'array') && !schema.required?.includes(name)) continue
    else body[name] = readValue(name, property, values, reader)
  }
  return body
}
