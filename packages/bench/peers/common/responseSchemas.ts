/**
 * Schemas by which Fastify serializes, written for speed: each field with its type and nothing
 * else.
 */

const text = { type: 'string' } as const
const textOrNull = { type: 'string', nullable: true } as const
const number = { type: 'integer' } as const
const numberOrNull = { type: 'integer', nullable: true } as const
const flag = { type: 'boolean' } as const
/** Any JSON. */
const free = {} as const

const object = (properties: Record<string, object>) => ({ type: 'object', properties })

export const customer = object({
  id: text,
  object: text,
  name: text,
  email: text,
  phone: textOrNull,
  tax_id: textOrNull,
  status: text,
  source: text,
  metadata: free,
  created_at: text,
  updated_at: text,
})

export const offer = object({
  id: text,
  object: text,
  product_id: text,
  name: text,
  lookup_key: text,
  amount_minor: number,
  compare_at_amount_minor: numberOrNull,
  currency: text,
  type: text,
  billing_interval: textOrNull,
  interval_count: numberOrNull,
  is_default: flag,
  active: flag,
  created_at: text,
  updated_at: text,
})

const lineItem = object({
  id: text,
  object: text,
  product_id: text,
  offer_id: text,
  name: text,
  description: text,
  offer_name: text,
  quantity: number,
  currency: text,
  unit_amount_minor: number,
  total_amount_minor: number,
  type: text,
  billing_interval: textOrNull,
  interval_count: numberOrNull,
  metadata: free,
  kind: text,
})

export const checkout = object({
  id: text,
  object: text,
  customer_id: textOrNull,
  buyer: free,
  external_id: textOrNull,
  mode: text,
  status: text,
  currency: text,
  amount_total_minor: number,
  amount_refunded_minor: number,
  payment_id: textOrNull,
  checkout_url: text,
  success_url: textOrNull,
  cancel_url: textOrNull,
  metadata: free,
  line_items: { type: 'array', items: lineItem },
  expires_at: text,
  cancel_at: textOrNull,
  completed_at: textOrNull,
  created_at: text,
  updated_at: text,
})

export const checkoutList = object({
  object: text,
  data: { type: 'array', items: checkout },
  has_more: flag,
  next_cursor: textOrNull,
})

export const token = object({
  access_token: text,
  token_type: text,
  expires_in: number,
  scope: text,
})
