/** Requests with one thing mutated, and the answers that must come of each. */
import type { Asker } from './asked.ts'
import { operation } from './asked.ts'
import { explains } from './explained.ts'
import { codeIn, faultsIn, undocumented } from './judge.ts'
import type { Fault, RequestParts, Op } from './judge.ts'
import { isAltered, readLossless } from './lossless.ts'
import { addressTexts, surplus, values } from './mutations.ts'
import type { WireRequest } from './wire.ts'

const BODY_BYTES = 64 * 1024
const MAX_LEVELS = 32

type Fields = Record<string, unknown>

/** A request as it is sent, and the contract's verdict on it. */
export type Mutated = { op: Op; made: RequestParts; request: WireRequest; faults: Fault[] }

const broken: Fault[] = [{ code: 'invalid_request', param: undefined }]

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The depth of a value; level by level, since it may be deeper than a call stack. */
function levels(value: unknown): number {
  let count = 0
  for (let level = [value].filter(isObject); level.length > 0; count++) {
    level = level.flatMap((one) => Object.values(one)).filter(isObject)
  }
  return count
}

/** Judges a body by its text: what a usual parser passes over counts. */
function judgedText(op: Op, text: string): { body: unknown; faults: Fault[] } {
  if (Buffer.byteLength(text) > (op.body?.max_bytes ?? BODY_BYTES)) {
    return { body: {}, faults: [{ code: 'request_too_large', param: undefined }] }
  }
  if (op.body?.stored === false) return judgedBody(op, parsed(text))
  const read = readLossless(text)
  if (!read || read.twice.length > 0) return { body: {}, faults: broken }
  for (const digits of read.numbers.values()) {
    if (isAltered(digits)) return { body: {}, faults: broken }
  }
  if (levels(read.value) > MAX_LEVELS) return { body: {}, faults: broken }
  return judgedBody(op, read.value)
}

/** Undefined for a text that is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function judgedBody(op: Op, body: unknown): { body: unknown; faults: Fault[] } {
  const made = { path: {}, query: {}, headers: {}, body }
  return { body, faults: faultsIn({ ...op, parameters: [] }, made) }
}

/** A good body of an operation; `n` makes unique what must be so. */
export type Subject = { op: Op; path: Record<string, string>; body: (n: number) => object }

/** Every field of a body, and of the objects within it. */
function pathsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => [
    [...path, key],
    ...pathsIn(one, [...path, key]),
  ])
}

const MARK = '@mark@'

/** The text of a body in which something else stands at a place. */
function replacedText(body: object, path: string[], text: string): string {
  const copy = structuredClone(body) as Fields
  let at = copy
  for (const key of path.slice(0, -1)) at = at[key] as Fields
  at[path.at(-1) ?? ''] = MARK
  return JSON.stringify(copy).replace(JSON.stringify(MARK), () => text)
}

/** The text of a body with one more member in the object at a place. */
function extendedText(body: object, path: string[], member: string): string {
  const at = path.reduce((value, key) => (value as Fields)[key], body as unknown)
  const text = JSON.stringify(at)
  const more = text === '{}' ? `{${member}}` : `${text.slice(0, -1)},${member}}`
  return path.length === 0 ? more : replacedText(body, path, more)
}

/** Every way to mutate the body of a subject, as a function of its number. */
export function bodiesOf({ body }: Subject): ((n: number) => string)[] {
  const paths = pathsIn(body(0))
  const isObject = (path: string[]) => {
    const at = path.reduce((value, key) => (value as Fields)[key], body(0) as unknown)
    return typeof at === 'object' && !Array.isArray(at)
  }
  const objects = [[], ...paths.filter(isObject)]
  return [
    ...paths.flatMap((path) =>
      values.map((text) => (n: number) => replacedText(body(n), path, text)),
    ),
    ...objects.flatMap((path) =>
      surplus.map(
        (name) => (n: number) => extendedText(body(n), path, `${JSON.stringify(name)}:true`),
      ),
    ),
    // The same name again, also spelled otherwise.
    ...paths.flatMap((path) => {
      const name = path.at(-1) ?? ''
      const escaped = `\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}`
      const again = ['null', '"x"', '[]', '{"a":1.0}', '4990.0']
      return again.flatMap((value) =>
        [name, escaped].map(
          (one) => (n: number) => extendedText(body(n), path.slice(0, -1), `"${one}":${value}`),
        ),
      )
    }),
    ...values.map((text) => () => text),
  ]
}

export function withBody(asker: Asker, { op, path }: Subject, text: string): Mutated {
  const { body, faults } = judgedText(op, text)
  const made = { path, query: {}, headers: {}, body }
  const request = { ...asker.request(op, { ...made, body: {} }), body: text }
  return { op, made, request, faults }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

const named: [id: string, name: string][] = [
  ['listCustomers', 'limit'],
  ['listCustomers', 'starting_after'],
  ['listProducts', 'limit'],
  ['listCheckouts', 'external_id'],
  ['listCheckouts', 'starting_after'],
  ['listCheckouts', 'status'],
  ['listCheckouts', 'customer_id'],
  ['listCheckouts', 'created_from'],
  ['listEvents', 'type'],
  ['listEvents', 'created_to'],
  ['listPayments', 'txid'],
  ['listPayments', 'paid_from'],
  ['listRefunds', 'external_id'],
  ['listRefunds', 'starting_after'],
  ['getHealth', 'x'],
  ['getPaymentLinkPage', 'lang'],
  ['getPaymentLinkPage', 'utm_source'],
  ['getPaymentPage', 'lang'],
  ['getPaymentPage', 'declined'],
  ['getPaymentPage', 'utm_source'],
  ['getSubscriptionPage', 'lang'],
  ['getSubscriptionPage', 'invoice'],
  ['getSubscriptionPage', 'before'],
  ['getDocs', 'x'],
]

/** True where nothing in the query is refused, since links may carry more than they were given. */
const isLenient = ({ parameters }: Op): boolean =>
  parameters.some((one) => one.in === 'query' && one.schema.type === 'object')

/** Every way to mutate a place in an address. */
export function addressesOf(asker: Asker): Mutated[] {
  const [token = ''] = asker.memory.ids('page')
  const path = { token }
  const inQuery = named.flatMap(([id, name]) =>
    addressTexts.flatMap((text) => {
      const op = operation(id)
      const value = decoded(text)
      const plain = asker.request(op, { path, query: {}, headers: {} })
      const one = (query: Record<string, string>, sent: string, faults?: Fault[]): Mutated => {
        const made = { path, query, headers: {} }
        const request = { ...plain, path: `${plain.path}?${sent}` }
        return { op, made, request, faults: faults ?? faultsIn(op, made) }
      }
      const twice = `${name}=${text}&${name}=${text}`
      if (isLenient(op)) return [one({}, `${name}=${text}`), one({}, twice)]
      const bad = [
        { code: 'invalid_request', param: name },
        ...broken,
        { code: 'invalid_cursor', param: name },
        { code: 'invalid_customer_id', param: name },
      ]
      return [
        one({ [name]: value ?? '\0' }, `${name}=${text}`, value === undefined ? bad : undefined),
        one({}, twice, bad),
        ...(id === 'listCustomers'
          ? [
              one({ [value ?? '']: '1' }, `${text}=1`, [
                { code: 'invalid_request', param: value },
                ...broken,
              ]),
            ]
          : []),
      ]
    }),
  )
  const ids = [
    'getCustomer',
    'getProduct',
    'getOffer',
    'getCheckout',
    'getEvent',
    'listOffers',
    'getPaymentLink',
    'getPayment',
    'getRefund',
  ]
  const inPath = ids.flatMap((id) =>
    addressTexts.filter(Boolean).map((text): Mutated => {
      const op = operation(id)
      const plain = asker.request(op, { path: {}, query: {}, headers: {} })
      const made = { path: { [op.parameters[0]?.name ?? '']: 'x' }, query: {}, headers: {} }
      const request = { ...plain, path: op.path.replace(/\{\w+\}/, () => text) }
      return { op, made, request, faults: faultsIn(op, made) }
    }),
  )
  return [...inQuery, ...inPath]
}

const blank = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** The place at which an answer differs from the fields that were sent, if any. */
function altered(sent: Fields, answer: Fields, path = ''): string | undefined {
  for (const [key, value] of Object.entries(sent)) {
    if (!Object.hasOwn(answer, key)) continue
    const given = answer[key]
    const where = `${path}${key}`
    if (key === 'default_offer') {
      const inner = altered(value as Fields, given as Fields, `${where}.`)
      if (inner) return inner
    } else if (key === 'name') {
      const [name, text] = [String(given), String(value)]
      const edges = text.split(name)
      const same = text.includes(name) && edges.every((one) => blank.test(one)) && !blank.test(name)
      if (!same) return `${where}: ${JSON.stringify([value, given])}`
    } else {
      const same = key === 'email' ? String(value).toLowerCase() : value
      const [one, other] = [same, given].map((of) => JSON.stringify(of))
      if (one !== other) return `${where}: ${other}`
    }
  }
  return undefined
}

/** Sends it, and names the fault of the answer, if any. */
export async function unexplained(asker: Asker, one: Mutated): Promise<string | undefined> {
  const { op, made, request, faults } = one
  const now_ms = asker.service.clock.now().getTime()
  const answer = await asker.wire.request(request)
  const { status, text } = answer
  const wrong = undocumented(op, answer)
  if (wrong) return wrong
  const isJson = answer.headers['content-type']?.startsWith('application/json') === true
  const refusal = status >= 400 && isJson ? codeIn(text) : undefined
  if (faults.length > 0) {
    const told = faults.some(({ code }) => code === refusal?.code)
    return told ? undefined : `bad input is not told: ${status} ${text}`
  }
  if (refusal) {
    const { memory } = asker
    const known = explains({ made, memory, now_ms }, refusal.code, refusal.param)
    return known ? undefined : `good input is refused: ${text}`
  }
  if (!isJson || !op.secured) return undefined
  const body = JSON.parse(text) as Fields
  asker.memory.learn(body)
  // The answer is the payment, whose amount is another one.
  if (op.id === 'sandboxReversePayment') return undefined
  return altered((made.body ?? {}) as Fields, body)
}
