/** The contract's limits on bodies, checked by hand. */
import { formats } from '../../../../contract/keywords.ts'
import { ApiError } from '../../../../contract/apiError.ts'
import type { Code } from '../../../../contract/apiError.ts'
import { requireSmall, requireStorable } from '../common/rules.ts'
import type { CheckoutBody, CustomerBody, OfferBody } from '../common/store.ts'

type Fields = Record<string, unknown>

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const customerId = new RegExp(`^cus_${uuid}$`)
const offerId = new RegExp(`^offer_${uuid}$`)
const checkoutId = new RegExp(`^checkout_${uuid}$`)
const mailbox = /^[^@]{1,64}@[^@]{1,255}$/
const web = /^https?:\/\/[^/?#]/i
const email = formats.email as RegExp

const customerFields = new Set(['name', 'email', 'phone', 'tax_id', 'metadata'])
const checkoutFields = new Set([
  'offer_id',
  'customer_id',
  'external_id',
  'success_url',
  'cancel_url',
  'metadata',
])
const offerFields = new Set(['name', 'active', 'is_default'])

function refuse(param: string, code: Code = 'invalid_request'): never {
  throw new ApiError(code, { param })
}

const malformed = () => new ApiError('invalid_request')

/** JSON Schema counts characters, of which a text has at most as many as code units. */
const length = (text: string, most: number) =>
  text.length <= most ? text.length : [...text].length

function parsed(bytes: Buffer, known: Set<string>): Fields {
  // Bytes that are not UTF-8 are read as U+FFFD, which a caller may have sent as well.
  const text = bytes.toString()
  if (text.includes('\ufffd') && !bytes.includes('\ufffd')) throw malformed()
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw malformed()
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw malformed()
  requireStorable(body)
  for (const name in body) if (!known.has(name)) refuse(name)
  return body as Fields
}

function requireText(fields: Fields, name: string, most: number, empty?: Code): void {
  const value = fields[name]
  if (value === undefined) return
  if (typeof value !== 'string') refuse(name)
  if (value === '') refuse(name, empty)
  if (length(value, most) > most) refuse(name)
}

function requireName(fields: Fields, code: Code): void {
  requireText(fields, 'name', 160, code)
  const { name } = fields
  if (typeof name === 'string' && !/\S/.test(name)) refuse('name', code)
}

function fillMetadata(fields: Fields): void {
  const { metadata = {} } = fields
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) {
    refuse('metadata')
  }
  requireSmall(metadata)
  fields['metadata'] = metadata
}

function requireId(fields: Fields, name: string, pattern: RegExp, code: Code): void {
  const value = fields[name]
  if (value !== undefined && !(typeof value === 'string' && pattern.test(value))) {
    refuse(name, code)
  }
}

function requireUrl(fields: Fields, name: string, code: Code): void {
  const value = fields[name]
  if (value === undefined) return
  if (typeof value !== 'string' || length(value, 2048) > 2048) refuse(name)
  if (!web.test(value) || !formats.iri(value)) refuse(name, code)
}

export function customerBody(bytes: Buffer): CustomerBody {
  const fields = parsed(bytes, customerFields)
  for (const name of ['name', 'email']) if (fields[name] === undefined) refuse(name)
  requireName(fields, 'invalid_customer_name')
  requireText(fields, 'email', 320)
  const address = String(fields['email'])
  if (!mailbox.test(address) || !email.test(address)) refuse('email')
  requireText(fields, 'phone', 32)
  requireText(fields, 'tax_id', 32)
  fillMetadata(fields)
  return fields as CustomerBody
}

export function checkoutBody(bytes: Buffer): CheckoutBody {
  const fields = parsed(bytes, checkoutFields)
  if (fields['offer_id'] === undefined) refuse('offer_id')
  requireId(fields, 'offer_id', offerId, 'invalid_offer_id')
  requireId(fields, 'customer_id', customerId, 'invalid_customer_id')
  requireText(fields, 'external_id', 255, 'invalid_external_id')
  requireUrl(fields, 'success_url', 'invalid_success_url')
  requireUrl(fields, 'cancel_url', 'invalid_cancel_url')
  fillMetadata(fields)
  return fields as CheckoutBody
}

export function offerBody(bytes: Buffer): OfferBody {
  const fields = parsed(bytes, offerFields)
  if (Object.keys(fields).length === 0) throw malformed()
  requireName(fields, 'invalid_offer_name')
  for (const name of ['active', 'is_default']) {
    if (fields[name] !== undefined && typeof fields[name] !== 'boolean') refuse(name)
  }
  return fields as OfferBody
}

/** @throws ApiError when a part of the path is no id */
export function requirePathId(id: string, kind: 'customer' | 'offer'): void {
  if (!(kind === 'customer' ? customerId : offerId).test(id)) {
    throw new ApiError(`invalid_${kind}_id`, { param: `${kind}Id` })
  }
}

/** The checked query of a page of checkouts. */
export function pageQuery(text: string) {
  const query = new URLSearchParams(text)
  for (const name of query.keys()) {
    const known = ['limit', 'starting_after', 'external_id'].includes(name)
    if (!known || query.getAll(name).length > 1) refuse(name)
  }
  const limit = query.get('limit') ?? '20'
  if (!/^([1-9]\d?|100)$/.test(limit)) refuse('limit')
  const fields: Fields = Object.fromEntries(query)
  const starting_after = query.get('starting_after') ?? undefined
  if (starting_after !== undefined && !checkoutId.test(starting_after)) {
    refuse('starting_after', 'invalid_cursor')
  }
  requireText(fields, 'external_id', 255, 'invalid_external_id')
  const external_id = query.get('external_id') ?? undefined
  return { limit: Number(limit), starting_after, external_id }
}
