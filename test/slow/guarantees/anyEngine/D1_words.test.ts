/** Each input is taken as the contract says it, read by another validator than the service's. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { mock } from 'node:test'
import { readContract, readServedContract, servedFile } from '../../../../contract/document.ts'
import { OneOfEach, shapeOf } from '../../../support/oneOfEach.ts'
import type { Request } from '../../../support/oneOfEach.ts'
import { control, long, property } from '../../../support/property.ts'
import { startService } from '../../../support/service.ts'
import type { TestService } from '../../../support/service.ts'
import { everyWord, kindOf, valuesFor } from '../../../guarantees/support/words.ts'
import type { Word } from '../../../guarantees/support/words.ts'

/** Operations that try a bank, or move the time of all. */
const leftOut = new Set(['connectBank', 'advanceClock'])

const words = everyWord().filter(({ id }) => !leftOut.has(id))

/** The inputs that are tried: in the short form one of each kind. */
const tried = long ? words : [...new Map(words.map((word) => [kindOf(word), word])).values()]

type RequestWithHeaders = Request & { headers?: Record<string, string> }

/** A request with a value, and whether the contract allows it. */
type WordCase = { sent: RequestWithHeaders; isValid: boolean }

/** A value as it stands in an address or a header, where all is text. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** The number or truth value that a text is when it is written as JSON writes it. */
function meaningOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    const isScalar = typeof value === 'number' || typeof value === 'boolean'
    return isScalar && String(value) === text ? value : text
  } catch {
    return text
  }
}

/** A body with a field in the place of another. */
function withField(body: object, [name = '', inner]: string[], value: unknown): object {
  const own = body as Record<string, unknown>
  if (inner === undefined) return { ...own, [name]: value }
  return { ...own, [name]: { ...(own[name] as object), [inner]: value } }
}

/** Visible characters, as a header can have them; white space at its ends belongs to no value. */
const inHeaders = /^[\x21-\x7e\x80-\xff](?:[\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/

/** The first of some days is judged by itself when the last is the same day. */
const lastDays: Record<string, string> = {
  'listDailyTotals from': 'to',
  'listStatementEntries date_from': 'date_to',
  'exportStatementEntries date_from': 'date_to',
}

/** A request of the operation with a parameter; undefined where the value cannot stand there. */
function withParameter(
  { id, place, path, judge }: Word,
  each: OneOfEach,
  good: Request,
  value: unknown,
): WordCase | undefined {
  const [name = ''] = path
  const text = textOf(value)
  if (!text.isWellFormed()) return undefined
  const isValid = judge(text) || judge(meaningOf(text))
  if (place === 'header') {
    return inHeaders.test(text)
      ? { sent: { ...good, headers: { [name]: text } }, isValid }
      : undefined
  }
  const encoded = encodeURIComponent(text)
  if (place === 'query') {
    const [path, others] = good.path.split('?')
    const query = new URLSearchParams(others)
    query.set(name, text)
    const last = lastDays[`${id} ${name}`]
    if (last !== undefined) query.set(last, text)
    return { sent: { ...good, path: `${path}?${query}` }, isValid }
  }
  // An address without the value, or with dots for it, is another address.
  if (['', '.', '..'].includes(text)) return undefined
  const missing = each.missing(id)
  const ids = missing.path.split('/')
  const filled = shapeOf(id)
    .path.split('/')
    .map((part, i) => (part === `{${name}}` ? encoded : ids[i]))
  return { sent: { ...missing, path: filled.join('/') }, isValid }
}

/**
 * True for text that the contract forbids in words alone, since no pattern says it to every
 * generator.
 */
const saidInWords = (value: unknown): boolean => {
  const text = JSON.stringify(value) ?? ''
  return /\\u0000|\\ud[89a-f]/i.test(text)
}

type Answer = { status: number; body: { error?: { code?: string } } }

const isRefused = ({ status, body }: Answer) =>
  status === 400 || status === 413 || body.error?.code === 'route_not_found'

/** About what no schema can say: another list's cursor, a sum, what time it is, an image. */
const codesInWords = new Set([
  'invalid_cursor',
  'invalid_cart_amount',
  'invalid_cancel_at',
  'invalid_logo',
  'invalid_starts_on',
])

/**
 * True when a value that the contract allows may be refused: for its meaning, as an id may be of
 * nothing, or for text that the contract forbids in words alone.
 */
const mayBeRefused = (value: unknown, { body }: Answer) =>
  codesInWords.has(body.error?.code ?? '') || saidInWords(value)

/** Sends each value in each of these places. @returns the differences, and how many were sent */
async function compare(service: TestService, inputs: Word[]) {
  const differences: string[] = []
  let count = 0
  let [each, good] = [await OneOfEach.on(service), undefined as Request | undefined]
  for (const [i, word] of inputs.entries()) {
    const { id, place, path, judge } = word
    // Effects of one operation on its objects must not reach the next.
    if (id !== inputs[i - 1]?.id) [each, good] = [await OneOfEach.on(service), undefined]
    good ??= await each.request(id)
    for (const value of valuesFor(word.schema)) {
      const json = place === 'body' ? withField(good.json ?? {}, path, value) : undefined
      const made = json
        ? { sent: { ...good, json }, isValid: judge(json) }
        : withParameter(word, each, good, value)
      if (!made) continue
      const { method, path: address, json: body, headers = {} }: RequestWithHeaders = made.sent
      const { token } = each.owner
      const answer = await service.request<'Error'>(method, address, { token, json: body, headers })
      count++
      assert.ok(answer.status < 500, answer.text)
      const isTaken = !isRefused(answer)
      if (isTaken === made.isValid || (!isTaken && mayBeRefused(value, answer))) continue
      const what = isTaken ? 'is taken' : `is refused (${answer.body.error?.code})`
      differences.push(`${id} ${place} ${path.join('.')}: ${JSON.stringify(value)} ${what}`)
    }
  }
  return { differences, count }
}

property('D1', async () => {
  const { info } = readContract() as unknown as { info: { description: string } }
  assert.match(info.description, /So is a text with a NUL\s+or with half of a\s+surrogate pair/)
  const { differences, count } = await compare(await startService(), tried)
  assert.deepEqual(differences, [])
  const sent = count.toLocaleString('en')
  return `0 differences in ${sent} values of ${tried.length} inputs of ${words.length}`
})

/** A service whose contract says something else of one parameter than what it was compiled from. */
async function serviceWith(change: (schema: Record<string, unknown>) => void, of: Word) {
  const document = readServedContract() as unknown as {
    paths: Record<
      string,
      Record<string, { parameters: { name: string; schema: Record<string, unknown> }[] }>
    >
  }
  const { path, method } = shapeOf(of.id)
  const parameters = document.paths[path]?.[method.toLowerCase()]?.parameters ?? []
  const parameter = parameters.find(({ name }) => name === of.path[0])
  assert.ok(parameter)
  change(parameter.schema)
  const readFile = fs.readFileSync
  const text = JSON.stringify(document)
  mock.method(fs, 'readFileSync', (...args: Parameters<typeof readFile>) =>
    args[0] === servedFile ? text : readFile(...args),
  )
  syncBuiltinESMExports()
  try {
    return await startService()
  } finally {
    mock.restoreAll()
    syncBuiltinESMExports()
  }
}

function wordOf(id: string, name: string): Word {
  const word = words.find((one) => one.id === id && one.path[0] === name)
  assert.ok(word)
  return word
}

control('D1', 'a number in a query is read as text', async () => {
  const limit = wordOf('listCustomers', 'limit')
  const service = await serviceWith((schema) => (schema['type'] = 'string'), limit)
  assert.deepEqual((await compare(service, [limit])).differences, [])
})

control('D1', 'the pattern of a name says less than is refused', async () => {
  const name = wordOf('createCustomer', 'name')
  const said = (body: unknown) => /\S/.test((body as { name: string }).name)
  const { judge } = name
  const looser = ((body: unknown) =>
    judge(body) ||
    (typeof (body as { name?: unknown }).name === 'string' &&
      (body as { name: string }).name.length <= 160 &&
      said(body))) as Word['judge']
  assert.deepEqual(
    (await compare(await startService(), [{ ...name, judge: looser }])).differences,
    [],
  )
})
