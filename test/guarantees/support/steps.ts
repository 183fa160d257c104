/** A seller's next step, drawn by fast-check: at most one thing is wrong with each. */
import fc from 'fast-check'

/** An object of an account, counted from its newest; or an id of none. */
export type Ref = { of: 'own' | 'other' | 'unknown' | 'malformed'; n: number }

/** Something wrong in a body, and the refusal that the specification has for it. */
export type Fault = { sent: object; code: string; param?: string }

export type Kind = 'customer' | 'product' | 'offer' | 'checkout' | 'payment' | 'refund'

type CustomerBody = {
  name: string
  email: string
  phone?: string
  tax_id?: string
  metadata?: object
}

type OfferBody = {
  amount_minor: number
  currency: string
  name?: string
  compare_at_amount_minor?: number
  type?: 'one_time' | 'recurring'
  billing_interval?: string
  interval_count?: number
}

type CheckoutBody = {
  external_id?: string
  success_url?: string
  cancel_url?: string
  metadata?: object
}

/** A line of a cart: an offer, or an item of the seller's own. */
export type CartLine =
  | { offer: Ref; quantity?: number }
  | { name: string; unit_amount_minor: number; quantity?: number; kind?: string }

type RefundBody = {
  amount_minor?: number
  external_id?: string
  reason?: string
  metadata?: object
}

type Broken = { fault: Fault | undefined }

type Transaction = {
  'create customer': Broken & { body: CustomerBody }
  'create product': Broken & {
    body: { name: string; description?: string; metadata?: object }
    offer: OfferBody
    offerFault: Fault | undefined
  }
  'create offer': Broken & { product: Ref; offer: OfferBody; is_default: boolean | undefined }
  'change offer': Broken & {
    offer: Ref
    body: { name?: string; active?: boolean; is_default?: boolean }
  }
  'open checkout': Broken & { offer: Ref; customer: Ref | undefined; body: CheckoutBody }
  'open cart': Broken & {
    lines: CartLine[]
    customer: { name: string; email: string } | undefined
    /** The seconds until it is canceled by itself. */
    cancel_after_seconds: number | undefined
    body: CheckoutBody
  }
  'end checkout': { checkout: Ref; by: 'cancel' | 'pay' | 'decline' | 'expire' }
  'refund payment': Broken & { payment: Ref; body: RefundBody }
  /** The bank takes money back. */
  'reverse payment': { payment: Ref; amount_minor: number | undefined }
  read: { kind: Kind; ref: Ref }
  list: {
    kind: Kind
    of: Ref
    after: Ref | undefined
    limit: string | undefined
    status: string | undefined
  }
  'find checkout': { external_id: string }
  'advance clock': { seconds: number }
  'renew token': object
  /** Actions of the operator, and the passing of time. */
  operate: { kind: 'customer' | 'product' | 'offer'; ref: Ref }
  wait: { duration_ms: number }
  /** Time goes on until so long after the end of a session. */
  'reach end': { checkout: Ref; more_ms: number }
}

type NamedStep<Name extends keyof Transaction> = { do: Name; seller: number } & Transaction[Name]

export type Step<Name extends keyof Transaction = keyof Transaction> = {
  [StepName in Name]: NamedStep<StepName>
}[Name]

const some = <Value>(...values: Value[]) => fc.constantFrom(...values)

const ref: fc.Arbitrary<Ref> = fc.record({
  of: fc.oneof(
    { weight: 30, arbitrary: some('own' as const) },
    { weight: 1, arbitrary: some('other' as const, 'unknown' as const, 'malformed' as const) },
  ),
  n: fc.nat(12),
})

const long = (length: number) => 'x'.repeat(length)
const wrong = (param: string, ...values: unknown[]): Fault[] =>
  values.map((value) => ({ sent: { [param]: value }, code: 'invalid_request', param }))
const own = (code: string, param: string, ...sent: object[]): Fault[] =>
  sent.map((one) => ({ sent: one, code, param }))

const rarely = (faults: Fault[]) =>
  fc.oneof(
    { weight: 9, arbitrary: some(undefined) },
    { weight: 1, arbitrary: some<Fault | undefined>(...faults) },
  )

const wrongMetadata = wrong('metadata', null, 'x', [1], { a: 'x'.repeat(16_400) })
const surplus = ['id', 'status', 'created_at', 'object'].flatMap((name) => wrong(name, 'x'))

const customerFaults = [
  ...own('invalid_customer_name', 'name', { name: '' }, { name: ' \t' }, { name: '\u200b' }),
  ...wrong('name', undefined, null, 5, long(161)),
  ...wrong('email', undefined, null, 'ana', '@example.com', `a@${long(64)}.${long(256)}.com`),
  ...wrong('phone', '', null, 5, long(33)),
  ...wrong('tax_id', '', null, long(33)),
  ...wrongMetadata,
  ...surplus,
]
const productFaults = [
  ...own('invalid_product_name', 'name', { name: '' }, { name: '\u3000' }),
  ...wrong('name', undefined, long(161)),
  ...wrong('description', null, long(2001)),
  ...wrong('default_offer', undefined, null, []),
  ...wrongMetadata,
  ...surplus,
]
const recurring = { type: 'recurring', billing_interval: 'month' }
const offerFaults = [
  ...[undefined, null, 0, -1, 1.5, '1', 100_000_000_000].flatMap((amount_minor) =>
    own('invalid_request', 'amount_minor', { amount_minor, compare_at_amount_minor: undefined }),
  ),
  ...wrong('currency', undefined, 'brl', 'BR', 'XYZ', 986),
  ...wrong('name', long(161), 7),
  ...['once', null].flatMap((type) =>
    own('invalid_request', 'type', {
      type,
      billing_interval: undefined,
      interval_count: undefined,
    }),
  ),
  ...own('invalid_compare_at_amount', 'compare_at_amount_minor', {
    amount_minor: 500,
    compare_at_amount_minor: 499,
  }),
  ...own('billing_interval_required', 'billing_interval', {
    type: 'recurring',
    billing_interval: undefined,
  }),
  ...own('invalid_one_time_billing', 'billing_interval', {
    type: 'one_time',
    billing_interval: 'month',
    interval_count: undefined,
  }),
  ...own('invalid_one_time_billing', 'interval_count', {
    type: 'one_time',
    billing_interval: undefined,
    interval_count: 2,
  }),
  ...[0, 1000, 1.5, '2'].flatMap((interval_count) =>
    own('invalid_request', 'interval_count', { ...recurring, interval_count }),
  ),
  ...wrong('lookup_key', 'x'),
  ...wrong('active', true),
  ...surplus,
]
const changeFaults = [
  ...own('invalid_offer_name', 'name', { name: '' }, { name: ' ' }),
  ...wrong('active', 'true', null),
  ...wrong('is_default', 1),
  ...wrong('amount_minor', 1),
  ...wrong('currency', 'BRL'),
  ...wrong('billing_interval', 'day'),
  { sent: { name: undefined, active: undefined, is_default: undefined }, code: 'invalid_request' },
]
const checkoutFaults = [
  ...own('invalid_external_id', 'external_id', { external_id: '' }),
  ...wrong('external_id', long(256), null),
  ...own(
    'invalid_success_url',
    'success_url',
    { success_url: 'ftp://a.example' },
    {
      success_url: 'javascript:alert(1)',
    },
  ),
  ...own('invalid_cancel_url', 'cancel_url', { cancel_url: 'loja' }),
  ...wrong('success_url', `https://a.example/${long(2048)}`),
  ...wrong('quantity', 1),
  ...wrong('amount_total_minor', 1),
  ...wrongMetadata,
  ...surplus,
]

const cartFaults = [
  ...checkoutFaults.filter(({ sent }) => !('amount_total_minor' in sent)),
  ...wrong(
    'items',
    undefined,
    null,
    [],
    Array<object>(101).fill({ name: 'x', unit_amount_minor: 1 }),
  ),
  ...wrong('currency', 'USD', null),
  ...own(
    'invalid_cancel_at',
    'cancel_at',
    { cancel_at: 'x' },
    { cancel_at: '2026-01-01T00:00:00Z' },
  ),
]

const refundFaults = [
  ...own('invalid_external_id', 'external_id', { external_id: '' }),
  ...wrong('external_id', long(256), null),
  ...wrong('amount_minor', 0, -1, 1.5, '1', null, 100_000_000_000),
  ...wrong('reason', '', long(141), null),
  ...wrong('currency', 'BRL'),
  ...wrongMetadata,
  ...surplus,
]

const name = some('Ana', ' Zé da Silva ', 'Padaria Pão Quente', long(160), '日本', '🧁', '0')
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const metadata = optional(
  some<object>({}, { b: 1, a: [null, true] }, { '10': 'x', '9': { c: -0.5 } }),
)
const present = <Value extends object>(value: Value) => JSON.parse(JSON.stringify(value)) as Value

const offerBody = fc
  .record({
    amount_minor: some(1, 990, 4990, 99_999_999_999),
    currency: fc.oneof(
      { weight: 12, arbitrary: some('BRL') },
      { weight: 1, arbitrary: some('USD') },
    ),
    name: optional(name),
    compare_at_amount_minor: optional(some(99_999_999_999)),
    terms: fc.oneof(
      { weight: 5, arbitrary: some<object>({}, { type: 'one_time' }) },
      {
        weight: 1,
        arbitrary: some<object>(recurring, {
          ...recurring,
          billing_interval: 'day',
          interval_count: 999,
        }),
      },
    ),
  })
  .map(({ terms, ...rest }) => present({ ...rest, ...terms }) as OfferBody)

const external_id = some('pedido-1', 'PEDIDO-1', 'p2', 'ç/&=+', long(255))
const kind = some<Kind>('customer', 'product', 'offer', 'checkout', 'payment', 'refund')
const seller = fc.oneof({ weight: 6, arbitrary: some(0) }, { weight: 1, arbitrary: some(1) })

function step<Name extends keyof Transaction>(
  name: Name,
  weight: number,
  fields: { [Field in keyof Transaction[Name]]: fc.Arbitrary<Transaction[Name][Field]> },
) {
  const arbitrary = fc.record({ do: some(name), seller, ...fields })
  return { weight, arbitrary: arbitrary as unknown as fc.Arbitrary<Step> }
}

/** The first steps of each account, so that there is something to work on. */
export const beginning: Step[] = [0, 1].flatMap((seller): Step[] => {
  const no = { seller, fault: undefined }
  const newest: Ref = { of: 'own', n: 0 }
  const offer = { amount_minor: 4990, currency: 'BRL' }
  const body = { name: 'Ana', email: 'ana@example.com' }
  return [
    { do: 'renew token', seller },
    { do: 'create customer', ...no, body },
    { do: 'create product', ...no, body: { name: 'Caneca' }, offer, offerFault: undefined },
    { do: 'create offer', ...no, product: newest, offer, is_default: undefined },
    { do: 'open checkout', ...no, offer: newest, customer: newest, body: {} },
    { do: 'open checkout', ...no, offer: newest, customer: undefined, body: {} },
  ]
})

/** The next step, each with how often it is drawn. */
export const nextStep: fc.Arbitrary<Step> = fc
  .oneof(
    step('create customer', 10, {
      body: fc
        .record({
          name,
          email: fc
            .nat(40)
            .map((n) => (n % 3 === 0 ? `C${n}@Example.com` : `c${n - (n % 3)}@example.com`)),
          phone: optional(some('+5511912345678')),
          tax_id: optional(some('123.456.789-09')),
          metadata,
        })
        .map(present) as fc.Arbitrary<CustomerBody>,
      fault: rarely(customerFaults),
    }),
    step('create product', 6, {
      body: fc
        .record({ name, description: optional(some('', 'Caneca de 300 ml')), metadata })
        .map(present) as fc.Arbitrary<Transaction['create product']['body']>,
      offer: offerBody,
      fault: rarely(productFaults),
      offerFault: rarely([...offerFaults, ...wrong('is_default', true)]),
    }),
    step('create offer', 9, {
      product: ref,
      offer: offerBody,
      is_default: optional(fc.boolean()),
      fault: rarely([...offerFaults, ...wrong('is_default', 'yes')]),
    }),
    step('change offer', 16, {
      offer: ref,
      body: fc
        .record({
          name: optional(name),
          active: optional(fc.boolean()),
          is_default: optional(fc.boolean()),
        })
        .filter((body) => Object.values(body).some((value) => value !== undefined))
        .map(present) as fc.Arbitrary<Transaction['change offer']['body']>,
      fault: rarely(changeFaults),
    }),
    step('open checkout', 16, {
      offer: ref,
      customer: optional(ref),
      body: fc
        .record({
          external_id: optional(external_id),
          success_url: optional(some('https://loja.example/ok', 'HTTP://a.example/?q=1#x')),
          cancel_url: optional(some('http://loja.example')),
          metadata,
        })
        .map(present) as fc.Arbitrary<CheckoutBody>,
      fault: rarely(checkoutFaults),
    }),
    step('open cart', 6, {
      lines: fc.array(
        fc.oneof(
          { weight: 1, arbitrary: fc.record({ offer: ref, quantity: some(1, 2, 9999) }) },
          {
            weight: 3,
            arbitrary: fc
              .record({
                name,
                unit_amount_minor: some(0, 1, 990, 4990, 99_999_999_999),
                quantity: optional(some(1, 3)),
                kind: optional(some('product', 'shipping', 'fee')),
              })
              .map(present) as fc.Arbitrary<CartLine>,
          },
          {
            weight: 1,
            arbitrary: fc.record({
              name,
              unit_amount_minor: some(-1, -990),
              kind: some('discount'),
            }),
          },
        ),
        { minLength: 1, maxLength: 4 },
      ),
      customer: optional(fc.record({ name, email: fc.nat(40).map((n) => `c${n}@example.com`) })),
      cancel_after_seconds: optional(some(1, 60, 3_600, 86_400)),
      body: fc
        .record({ external_id: optional(external_id), metadata })
        .map(present) as fc.Arbitrary<CheckoutBody>,
      fault: rarely(cartFaults),
    }),
    step('end checkout', 14, {
      checkout: ref,
      by: some('cancel', 'pay', 'pay', 'decline', 'expire'),
    }),
    step('refund payment', 10, {
      payment: ref,
      body: fc
        .record({
          amount_minor: optional(some(1, 400, 990, 4990, 99_999_999_999)),
          external_id: optional(external_id),
          reason: optional(some('x', long(140))),
          metadata,
        })
        .map(present) as fc.Arbitrary<RefundBody>,
      fault: rarely(refundFaults),
    }),
    step('reverse payment', 3, { payment: ref, amount_minor: optional(some(1, 990, 4990)) }),
    step('read', 18, { kind, ref }),
    step('list', 16, {
      kind,
      of: ref,
      after: optional(ref),
      limit: optional(some('1', '2', '3', '100', '0', '101', '+5', '1.5', 'x')),
      /** Of checkouts only; other lists have no such filter. */
      status: optional(some('open', 'completed', 'expired', 'canceled')),
    }),
    step('find checkout', 3, { external_id }),
    step('advance clock', 3, {
      seconds: some(1, 60, 899, 900, 3_600, 85_000, 86_399, 86_400, 86_401, 172_800, 7_800_000),
    }),
    step('renew token', 14, {}),
    step('operate', 4, { kind: some('customer', 'customer', 'product', 'offer', 'offer'), ref }),
    step('reach end', 5, { checkout: ref, more_ms: some(-1, 0, 1) }),
    step('wait', 2, { duration_ms: some(1, 10, 999) }),
  )
  .map((one) =>
    one.do === 'create product' && one.fault ? { ...one, offerFault: undefined } : one,
  )
