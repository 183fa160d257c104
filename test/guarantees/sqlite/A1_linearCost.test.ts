/** A1: however long a body is, and however it is made, its cost grows as its bytes do. */
import assert from 'node:assert/strict'
import { operationsOf, readContract, resolved } from '../../../contract/document.ts'
import { ApiError } from '../../../contract/apiError.ts'
import { createValidator } from '../../../contract/validator.ts'
import type { OperationShape, RequestParts } from '../../../contract/validator.ts'
import { control, long, property } from '../../support/property.ts'
import { startService } from '../../support/service.ts'
import { form, hardBodies as bodies, json } from '../support/hardBodies.ts'
import { RawConnection } from '../support/rawHttp.ts'

const SMALL_BYTES = 1024
const LARGE_BYTES = 64 * 1024

/**
 * The small bodies that have as many bytes as a large one: no clock sees what a single one takes.
 */
const SMALL_BODIES = LARGE_BYTES / SMALL_BYTES

/**
 * The bar of the short form finds reads that are far from linear, in code that is hardly compiled.
 */
const MOST_TIMES = long ? 80 : 500
const ROUNDS = long ? 20 : 1
const ATTEMPTS = 10
/**
 * The step between forms: the short form has each operation read every third, another than the
 * last.
 */
const EVERY = long ? 1 : 3

const ID = '019caeab-92a3-729f-9308-1bd3abc12e79'

const prefixes: Record<string, string> = {
  customerId: 'cus_',
  productId: 'prod_',
  paymentLinkId: 'link_',
  paymentId: 'pay_',
  subscriptionId: 'sub_',
  invoiceId: 'inv_',
  apiClientId: 'client_',
  webhookEndpointId: 'wh_',
}

type ReadBody = (body: Uint8Array) => unknown
type Reader = { name: string; type: string; read: ReadBody }

/** Each operation that takes a body, and the function that reads its bodies. */
function* readers(): Generator<Reader> {
  const contract = readContract()
  for (const { path, operation } of operationsOf(contract)) {
    const { requestBody, ...shape } = operation as unknown as OperationShape
    if (!requestBody) continue
    const body = resolved(contract, requestBody)
    const [type = ''] = Object.keys(body.content)
    // Parameters have been found right before a body is looked at.
    const validate = createValidator({ ...shape, parameters: [], requestBody: body })
    const params = Object.fromEntries(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, one = '']) => [
        one,
        `${prefixes[one] ?? `${one.replace('Id', '')}_`}${ID}`,
      ]),
    )
    const read: ReadBody = (bytes) => {
      const raw = { params, query: '', headers: { 'content-type': type }, body: bytes }
      try {
        return validate(raw as unknown as RequestParts)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        assert.ok(!/Id$/.test(error.param ?? ''), `${shape.operationId}: ${error.param}`)
        return undefined
      }
    }
    yield { name: shape.operationId, type, read }
  }
}

type Size = { bytes: number; bodies: number; rounds: number }

/**
 * The time to read so many bodies: the best of several rounds, since others may have the processor
 * meanwhile.
 */
function cost(read: ReadBody, body: (bytes: number) => string, { bytes, bodies, rounds }: Size) {
  let best_ms = Infinity
  for (let i = 0; i < rounds; i++) {
    const sent = Array.from({ length: bodies }, () => {
      return Buffer.from(body(bytes))
    })
    const start_ms = performance.now()
    for (const one of sent) read(one)
    best_ms = Math.min(best_ms, performance.now() - start_ms)
  }
  return best_ms
}

/**
 * @param rounds of small bodies: when all are disturbed, the large one looks cheap
 * @returns how many times as much as a small body a large one costs
 */
function growth(
  read: ReadBody,
  body: (bytes: number) => string,
  { rounds = ROUNDS, attempts = ATTEMPTS },
): number {
  const small = () => cost(read, body, { bytes: SMALL_BYTES, bodies: SMALL_BODIES, rounds })
  const large = () => cost(read, body, { bytes: LARGE_BYTES, bodies: 1, rounds: ROUNDS })
  // The long form measures no code that is still being compiled.
  if (long) {
    small()
    large()
  }
  let times = Infinity
  // A read that pays for the garbage of others looks dear once, and one that is not linear each
  // time.
  for (let attempt = 0; times > MOST_TIMES && attempt < attempts; attempt++) {
    times = Math.min(times, (large() / small()) * SMALL_BODIES)
  }
  return times
}

function assertLinear(
  all: Iterable<Reader>,
  thoroughly: { rounds?: number; attempts?: number } = {},
): string {
  let [count, worst, where, turn] = [0, 0, '', 0]
  for (const { name, type, read } of all) {
    const chosen = Object.entries(bodies[type] ?? {}).filter((_, i) => (i + turn) % EVERY === 0)
    turn++
    for (const [kind, body] of chosen) {
      const times = growth(read, body, thoroughly)
      count++
      if (times > worst) [worst, where] = [times, `${name}, ${kind}`]
      assert.ok(times <= MOST_TIMES, `${name}, ${kind}: ${times.toFixed(0)} times as much`)
    }
  }
  return (
    `of ${count} kinds of bodies none costs more than ${worst.toFixed(0)} times as much ` +
    `at 64 KiB as at 1 KiB (${where})`
  )
}

const heads: Record<string, (token: string) => string> = {
  'without a token': () => 'POST /v1/customers HTTP/1.1\r\nHost: localhost\r\n',
  'to nowhere': () => 'POST /nowhere HTTP/1.1\r\nHost: localhost\r\n',
  'for a token': () => `POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${form}\r\n`,
  'of a client': (token) =>
    'POST /v1/customers HTTP/1.1\r\nHost: localhost\r\n' +
    `Authorization: Bearer ${token}\r\nContent-Type: ${json}\r\n`,
}

/**
 * Bodies in pieces of a byte each are refused long before their end.
 *
 * @param limit_ms a body that is still read after this is read without end
 */
async function assertPiecesRefused(pieces: number, limit_ms: number): Promise<string> {
  const service = await startService()
  const { token } = await service.account()
  const port = Number(new URL(service.url).port)
  for (const [name, head] of Object.entries(heads)) {
    const connection = new RawConnection(port)
    connection.write(`${head(token)}Transfer-Encoding: chunked\r\n\r\n`)
    connection.write('1\r\n \r\n'.repeat(pieces))
    // The body has no end: a service that answers only at its end never does.
    await connection.closed(limit_ms)
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(connection.heard)?.[1])
    assert.ok(status >= 400 && status < 500, `${name}: ${connection.heard.slice(0, 100)}`)
  }
  await service.close()
  return `${pieces} pieces of a byte are refused before they end`
}

property(
  'A1',
  async () => `${assertLinear(readers())}; ${await assertPiecesRefused(60_000, 5_000)}`,
)

control('A1', 'each parameter of a form is looked for in all of it', async () => {
  /** The service read forms so until 2026-11-20. */
  const read: ReadBody = (bytes) => {
    const parameters = new URLSearchParams(Buffer.from(bytes).toString())
    for (const [name] of parameters) if (parameters.getAll(name).length > 1) return undefined
    return parameters
  }
  assertLinear([{ name: 'issueToken', type: form, read }], { rounds: 5, attempts: 2 })
})

control('A1', 'pieces of a body are read to their end', () => assertPiecesRefused(100, 500))
