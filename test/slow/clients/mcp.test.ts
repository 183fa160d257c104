/** The server of the Model Context Protocol, asked by the protocol's own client. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { test } from 'vitest'
import type { Balcao, Input } from '../../../packages/client/index.ts'
import { operationsOf, readContract, resolved } from '../../../contract/document.ts'
import { createMcpServer } from '../../../cli/mcp/server.ts'
import { toolsOf } from '../../../cli/mcp/tools.ts'
import { atEnd } from '../../support/atEnd.ts'
import { startService } from '../../support/service.ts'
import type { TestAccount } from '../../support/service.ts'

const service = await startService()
const cli = new URL('../../../cli/cli.ts', import.meta.url).pathname

const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env

const environmentOf = ({ on, client_id, client_secret }: TestAccount) => ({
  PATH,
  // As `npm run cli` starts it.
  NODE_COMPILE_CACHE,
  BASE_URL: on.url,
  CLIENT_ID: client_id,
  CLIENT_SECRET: client_secret,
})

type CommandResult = { status: number | string | undefined | null; stdout: string; stderr: string }

/** How the command ends by itself. */
const ended = (
  env: NodeJS.ProcessEnv,
  started: (child: ChildProcess) => void = () => undefined,
  options: string[] = [],
): Promise<CommandResult> =>
  new Promise((resolve) => {
    const words = [cli, 'mcp', ...options]
    const child = execFile(process.execPath, words, { env }, (error, stdout, stderr) => {
      resolve({ status: error ? error.code : 0, stdout, stderr })
    })
    started(child)
  })

/** Messages of an agent that asks once, as lines. */
const question = [
  {
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'agent', version: '1.0.0' },
    },
  },
  { id: 2, method: 'tools/call', params: { name: 'getAccount', arguments: {} } },
]
  .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  .join('')

/** An agent's connection to a server that acts for an account. */
async function agentOf(account: TestAccount, ...options: string[]) {
  const client = new Client({ name: 'agent', version: '1.0.0' })
  const args = [cli, 'mcp', ...options]
  const env = environmentOf(account)
  const transport = new StdioClientTransport({ command: process.execPath, args, env })
  await client.connect(transport)
  atEnd(() => client.close())
  const call = async <Body>(name: string, args: object = {}) => {
    const result = await client.callTool({ name, arguments: { ...args } })
    const [{ text } = { text: '' }] = result.content as { text: string }[]
    return { isError: result.isError === true, text, body: result.structuredContent as Body }
  }
  return { client, call }
}

const operations = [...operationsOf(readContract())].filter(({ path }) => path.startsWith('/v1/'))
const idsOf = (methods: string[]) =>
  operations
    .filter(({ method }) => methods.includes(method))
    .map(({ operation }) => operation.operationId)

test('an agent finds out what came in yesterday, and what was refunded', async () => {
  const seller = await service.account()
  const payment = await seller.payment()
  const other = await seller.payment()
  await seller.refund(payment.id, { amount_minor: 1990, reason: 'Peça quebrada' })
  // The totals of a day exclude the failed refund, and the payment of the day after.
  await seller.refund(payment.id, { amount_minor: 1313 })
  service.clock.advanceMs(24 * 60 * 60 * 1000)
  const today = await service.login(seller)
  const { id: latest } = await today.payment()
  await today.refund(latest, { amount_minor: 700 })
  const { call, client } = await agentOf(today)
  assert.match(client.getInstructions() ?? '', /minor units/)
  const date = '2026-03-02'
  type Totals = { data: { [name: string]: unknown }[] }
  const { body: totals } = await call<Totals>('listDailyTotals', { from: date, to: date })
  const came = { currency: 'BRL', payments_count: 2, amount_minor: 9980 }
  const went = { refunds_count: 1, amount_refunded_minor: 1990 }
  assert.deepEqual(totals.data, [{ id: date, object: 'daily_total', date, ...came, ...went }])
  // The same day in Brasília, whose clocks are three hours behind UTC.
  const day = ['2026-03-02T03:00:00.000Z', '2026-03-03T03:00:00.000Z'] as const
  type Payments = { data: { id: string }[] }
  const within = { paid_from: day[0], paid_to: day[1] }
  const { body: payments } = await call<Payments>('listPayments', within)
  assert.deepEqual(
    payments.data.map(({ id }) => id),
    [other.id, payment.id],
  )
  type Refund = { amount_minor: number; reason: string; payment_id: string; completed_at: string }
  const { body } = await call<{ data: Refund[] }>('listRefunds', { status: 'succeeded' })
  const refunds = body.data.filter(({ completed_at: at }) => at >= day[0] && at < day[1])
  assert.deepEqual(
    refunds.map(({ amount_minor, reason, payment_id }) => [amount_minor, reason, payment_id]),
    [[1990, 'Peça quebrada', payment.id]],
  )
})

test('each operation that reads is a tool, the others only when allowed', async () => {
  const seller = await service.account()
  const { client } = await agentOf(seller)
  const { tools } = await client.listTools()
  assert.deepEqual(new Set(tools.map(({ name }) => name)), new Set(idsOf(['get'])))
  for (const { annotations } of tools) assert.equal(annotations?.readOnlyHint, true)
  const writing = await agentOf(seller, '--allow-writes')
  const { tools: all } = await writing.client.listTools()
  const everything = idsOf(['get', 'put', 'post', 'patch', 'delete']).filter(answersWithoutSecret)
  assert.deepEqual(new Set(all.map(({ name }) => name)), new Set(everything))
  assert.equal(all.find(({ name }) => name === 'createRefund')?.annotations?.destructiveHint, true)
})

/** Searches the contract's responses, references included, for schemas with `x-secret`. */
function answersWithoutSecret(id: string): boolean {
  const document = readContract()
  const marked = (part: unknown): boolean => {
    if (typeof part !== 'object' || part === null) return false
    if ('$ref' in part) return marked(resolved(document, part))
    return Object.entries(part).some(([name, one]) => name === 'x-secret' || marked(one))
  }
  const operation = operations.find((one) => one.operation.operationId === id)
  return !marked(operation?.operation.responses)
}

test('no tool tells a secret, and of the writes those that are named are offered', async () => {
  assert.deepEqual(
    operations
      .map(({ operation }) => operation.operationId)
      .filter((id) => !answersWithoutSecret(id)),
    [
      'createApiClient',
      'rotateApiClientSecret',
      'inviteUser',
      'createWebhookEndpoint',
      'rotateWebhookEndpointSecret',
    ],
  )
  const seller = await service.account()
  const { client, call } = await agentOf(seller, '--allow-writes', 'createCustomer, cancelCheckout')
  const { tools } = await client.listTools()
  const writes = tools.filter(({ annotations }) => annotations?.readOnlyHint === false)
  assert.deepEqual(
    writes.map(({ name }) => name),
    ['createCustomer', 'cancelCheckout'],
  )
  const made = await call('createCustomer', { name: 'Ana', email: 'ana@example.com' })
  assert.equal(made.isError, false)
  await assert.rejects(call('createProduct', { name: 'Copo' }), /There is no tool createProduct/)
  for (const name of ['createApiClient', 'listCustomers', 'createNothing', '']) {
    const env = environmentOf(seller)
    const { status, stderr } = await ended(env, undefined, [
      '--allow-writes',
      `cancelCheckout,${name}`,
    ])
    assert.equal(status, 2)
    assert.match(
      stderr,
      new RegExp(`^[^\\n]*--allow-writes: ${name} is not an operation[^\\n]*\\n$`),
    )
  }
})

test('each tool takes what the contract asks for, by schemas that stand by themselves', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  for (const { name, inputSchema, description, places } of toolsOf(readContract(), true)) {
    assert.ok(description, name)
    assert.doesNotMatch(JSON.stringify(inputSchema), /"\$ref"|"x-/, name)
    ajv.compile(inputSchema)
    for (const argument of inputSchema.required ?? []) assert.ok(places.has(argument), name)
  }
})

test('what is not allowed cannot be called, and changes nothing', async () => {
  const seller = await service.account()
  const { client } = await agentOf(seller)
  const body = { name: 'Ana', email: 'ana@example.com' }
  const refused = client.callTool({ name: 'createCustomer', arguments: body })
  await assert.rejects(refused, /There is no tool createCustomer/)
  for (const argument of ['extra', 'constructor']) {
    const wrong = client.callTool({ name: 'listCustomers', arguments: { [argument]: 1 } })
    await assert.rejects(wrong, new RegExp(`There is no argument ${argument}`))
  }
  assert.deepEqual((await seller.get<'CustomerList'>('/v1/customers')).body.data, [])
})

test('an allowed change is made once, and a refusal is told with its code', async () => {
  const seller = await service.account()
  const { call } = await agentOf(seller, '--allow-writes')
  const body = { name: 'Ana', email: 'ana@example.com' }
  const made = await call<{ id: string }>('createCustomer', body)
  assert.equal(made.isError, false)
  const read = await call<{ email: string }>('getCustomer', { customerId: made.body.id })
  assert.equal(read.body.email, body.email)
  const again = await call('createCustomer', body)
  assert.equal(again.isError, true)
  assert.match(again.text, /409 customer_email_already_exists/)
  for (const customerId of ['..', '\ud800']) {
    const strange = await call('getCustomer', { customerId })
    assert.deepEqual([strange.isError, strange.text.includes('customerId')], [true, true])
  }
  const { id } = await seller.checkout()
  const canceled = await call<{ status: string }>('cancelCheckout', { checkoutId: id })
  assert.equal(canceled.body.status, 'canceled')
})

test('an agent charges an amount and tells the code by which it is paid', async () => {
  const seller = await service.account()
  const { call } = await agentOf(seller, '--allow-writes', 'createCartCheckout,createPaymentLink')
  const items = [{ name: 'Conserto da bicicleta', unit_amount_minor: 13_470 }]
  const { body: cart } = await call<{ id: string }>('createCartCheckout', { items })
  const { body: pix } = await call<{ code: string }>('getCheckoutPix', { checkoutId: cart.id })
  assert.match(pix.code, /^000201.*br\.gov\.bcb\.pix/)
  const { body: link } = await call<{ url: string }>('createPaymentLink', {
    name: 'Oficina',
    items,
  })
  assert.equal((await service.request('GET', new URL(link.url).pathname)).status, 200)
})

test('an argument that is null counts as not given, in reads and in changes', async () => {
  const seller = await service.account()
  const { call } = await agentOf(seller, '--allow-writes')
  const made = await call<{ id: string }>('createCustomer', {
    ...{ name: 'Ana', email: 'ana@example.com', phone: '+55 11 91234-5678' },
    ...{ tax_id: null, metadata: null },
  })
  assert.equal(made.isError, false, made.text)
  const changed = { customerId: made.body.id, name: 'Ana Lima', phone: null, metadata: null }
  const { text } = await call('updateCustomer', changed)
  assert.match(text, /"name":"Ana Lima".*"phone":"\+55 11/)
  const listed = await call<{ data: unknown[] }>('listCustomers', { q: null, limit: null })
  assert.equal(listed.body.data.length, 1, listed.text)
})

test('a call that the agent cancels is not retried', async () => {
  const stop = new AbortController()
  const started = Promise.withResolvers<AbortSignal | undefined>()
  // A service that is away, so that the client would ask it again and again.
  const createRefund = ({ signal }: Input<'createRefund'>) => {
    started.resolve(signal)
    return new Promise(() => undefined)
  }
  const balcao = { createRefund } as unknown as Balcao
  const { server } = createMcpServer(balcao, toolsOf(readContract(), true))
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  await server.connect(ours)
  const client = new Client({ name: 'agent', version: '1.0.0' })
  await client.connect(theirs)
  atEnd(() => client.close())
  const refund = { name: 'createRefund', arguments: { paymentId: 'pay_x', amount_minor: 1 } }
  const canceled = assert.rejects(client.callTool(refund, undefined, { signal: stop.signal }))
  const signal = await started.promise
  assert.ok(signal)
  const aborted = once(signal, 'abort')
  stop.abort()
  await Promise.all([canceled, aborted])
})

test('what was asked before standard input ended is answered', async () => {
  const seller = await service.account()
  const { status, stdout, stderr } = await ended(environmentOf(seller), ({ stdin }) =>
    stdin?.end(question),
  )
  assert.deepEqual([status, stderr], [0, ''])
  type Answer = { id: number; result: { structuredContent?: { seller: { id: string } } } }
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer)
  assert.deepEqual(
    answers.map(({ id }) => id),
    [1, 2],
  )
  assert.equal(answers[1]?.result.structuredContent?.seller.id, seller.seller_id)
})

test('ends with one line when its output is closed, with its input still open', async () => {
  const { status, stderr } = await ended(environmentOf(await service.account()), (child) => {
    child.stdout?.destroy()
    child.stdin?.write(question)
  })
  assert.deepEqual([status, stderr], [1, 'Cannot print: write EPIPE\n'])
})

test('credentials or an address that are wrong or missing end it with one line', async () => {
  const environment = environmentOf(await service.account())
  const faults = [
    [{ CLIENT_SECRET: 'x' }, /invalid_client/],
    [{ CLIENT_ID: '' }, /^CLIENT_ID and CLIENT_SECRET must be set\.$/],
    [{ BASE_URL: 'x' }, /^BASE_URL: must be an http or https address without a space or a query$/],
    [
      { BASE_URL: environment.BASE_URL.replace('//', '//u:hunter2@') },
      /^BASE_URL: must be an address without a user or a password$/,
    ],
    [{ BASE_URL: 'http://127.0.0.1:1' }, /^No service answers at http:\/\/127\.0\.0\.1:1\.$/],
  ] as const
  for (const [changes, line] of faults) {
    const env = { ...environment, ...changes }
    const { status, stdout, stderr } = await ended(env)
    assert.deepEqual([status, stdout], [1, ''])
    assert.match(stderr.trimEnd(), line)
    assert.doesNotMatch(stderr.trimEnd(), /\n/)
  }
})
