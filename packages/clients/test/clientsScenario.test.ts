/** One scenario, gone through by the client in each language, over a proxy that fails. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { ApiError, each, NoResponse } from '../../client/index.ts'
import type { Balcao, OperationId } from '../../client/index.ts'
import type { ClientLanguage } from '../build/write.ts'
import { modelOf } from '../build/model.ts'
import { readContract } from '../../../contract/document.ts'
import { atEnd, onceForFile } from '../../../test/support/atEnd.ts'
import { missing, runScenario } from './clientPackages.ts'
import { ClientWorld } from '../../client/test/clientWorld.ts'
import { startFailingProxy } from '../../../test/support/failingProxy.ts'
import type { ProxyStep } from '../../../test/support/failingProxy.ts'
import { startService } from '../../../test/support/service.ts'
import type { TestAccount } from '../../../test/support/service.ts'

type Expected = {
  answer?: Record<string, unknown>
  items?: unknown[]
  error?: { status: number; code: string; param?: string; existing?: string }
  noResponse?: true
  wrongArgument?: true
  /** A text that the file has. */
  file?: string
}

type Step = ProxyStep &
  Expected & {
    name: string
    call?: OperationId
    iterate?: OperationId
    /** The item's field that is compared. */
    field?: string
    path?: string[]
    query?: Record<string, unknown>
    body?: Record<string, unknown>
    idempotencyKey?: string
    /** Under which its answer is found by `$NAME.FIELD` in the steps behind it. */
    as?: string
    limitMs?: number
    /** How often it is called at once, where the language can. */
    times?: number
    /** Moves the clock by which tokens end. */
    seconds?: number
    pauses?: number[]
    requests?: number
  }

/** Output of a program: which addresses it accepted, and `shown` as it would write it to a log. */
type ScenarioReport = { steps: StepResult[]; addresses: boolean[]; shown: string }

type StepResult = Omit<Expected, 'answer'> & { answer?: unknown; pauses: number[] }

const root = fileURLToPath(new URL('../../..', import.meta.url))
const service = await startService()

/** Where redirects lead to: nobody may come. */
const strangers: string[] = []
const elsewhere = createServer((request, response) => {
  strangers.push(`${request.method} ${request.headers.authorization}`)
  response.end('{"access_token":"a","expires_in":900}')
}).listen(0, '127.0.0.1')
await new Promise((resolve) => elsewhere.once('listening', resolve))
atEnd(() => elsewhere.close().closeAllConnections())
const elsewhereUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`

const steps = JSON.parse(
  readFileSync(`${root}packages/clients/scenario.json`, 'utf8').replaceAll(
    '$elsewhere',
    elsewhereUrl,
  ),
) as Step[]

const { operations } = modelOf(readContract())

/** The value at a dotted path. */
const at = (value: unknown, path: string) =>
  path.split('.').reduce((found, key) => (found as Record<string, unknown>)?.[key], value)

/** A value with what `$NAME.FIELD` stands for. */
function filled(value: unknown, saved: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((one) => filled(one, saved))
  if (typeof value === 'string') return value.startsWith('$') ? at(saved, value.slice(1)) : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, saved)]))
}

/** Performs a step in TypeScript, as the programs of the other languages do. */
async function outcomeOf(balcao: Balcao, step: Step, saved: Record<string, unknown>) {
  const id = step.call ?? step.iterate ?? 'getAccount'
  const { pathParameters = [] } = operations.find((one) => one.id === id) ?? {}
  const values = filled(step.path ?? [], saved) as string[]
  const path = Object.fromEntries(pathParameters.map((name, i) => [name, values[i]]))
  const { query, idempotencyKey } = step
  const input = {
    path,
    query,
    ...(step.body && { body: filled(step.body, saved) }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  } as never
  try {
    if (step.iterate) {
      const items: unknown[] = []
      const list = balcao[step.iterate] as Balcao['listCustomers']
      for await (const one of each(list, input)) items.push(at(one, step.field ?? ''))
      return { items }
    }
    const calls = Array.from({ length: step.times ?? 1 }, () => balcao[id](input))
    const answer: unknown = (await Promise.all(calls)).at(-1)
    if (answer instanceof Uint8Array) return { file: new TextDecoder().decode(answer) }
    if (step.as) saved[step.as] = answer
    return { answer }
  } catch (error) {
    if (error instanceof NoResponse) return { noResponse: true as const }
    if (error instanceof TypeError) return { wrongArgument: true as const }
    if (!(error instanceof ApiError)) throw error
    const { status, code, param, existingId } = error
    return {
      error: { status, code, ...(param && { param }), ...(existingId && { existing: existingId }) },
    }
  }
}

async function typescript(url: string, account: TestAccount): Promise<StepResult[]> {
  const world = new ClientWorld()
  const { client_id, client_secret } = account
  const balcao = world.clientOf(
    Object.assign(Object.create(account), { on: { url }, client_id, client_secret }),
  )
  const saved: Record<string, unknown> = {}
  const outcomes: StepResult[] = []
  for (const [i, step] of steps.entries()) {
    world.pausesMs.length = 0
    world.limitMs = step.limitMs ?? 10_000
    world.timeMs = step.seconds === undefined ? world.timeMs : step.seconds * 1000
    await fetch(`${url}/__step/${i}`)
    const outcome = await outcomeOf(balcao, step, saved)
    outcomes.push({ ...outcome, pauses: world.pausesMs.map((one) => one / 1000) })
  }
  return outcomes
}

const goodAddresses = ['HTTPS://pay.example:8443/balcao/', 'http://[::1]:3000']
const wrongAddresses = [
  ...['', 'localhost:3000', 'ftp://pay.example', 'https://', 'https://pay.example/?a=1'],
  ...['https://pay.example/#a', 'https://user:hidden@pay.example', 'https://pay.example:port'],
  ...['https://pay.example/a b', 'https://pay.example\r\nx-injected: 1'],
]

/** Goes through the scenario in a process of its own, which refuses wrong addresses as well. */
async function inProcess(
  language: ClientLanguage,
  url: string,
  { client_id, client_secret }: TestAccount,
): Promise<StepResult[]> {
  const addresses = [...goodAddresses, ...wrongAddresses]
  const task = { url, client_id, client_secret, steps, webhooks: [], addresses }
  const said = (await runScenario(language, task)) as ScenarioReport
  const taken = addresses.filter((_, i) => said.addresses[i])
  assert.deepEqual(taken, goodAddresses)
  // Clients and errors as a program writes them to its log.
  assert.ok(said.shown.includes('checkout_external_id_already_exists'))
  assert.doesNotMatch(said.shown, /bcs_|eyJ|Basic |Bearer |hidden/)
  assert.ok(!said.shown.includes(client_secret))
  return said.steps
}

/** Ids, tokens and times differ from run to run; an empty object is an empty list in PHP. */
const withoutChance = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
      .replaceAll(/\/(pay|subscribe)\/[\w-]+/g, '/$1/token')
      .replaceAll(/"lookup_key":"[^"]*"/g, '"lookup_key":"key"')
      .replaceAll(/"client_id":"[^"]*"/g, '"client_id":"id"')
      .replaceAll(/"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/g, '"time"')
      .replaceAll('{}', '[]'),
  ) as unknown

function assertOutcome(step: Step, outcome: StepResult, saved: Record<string, unknown>): void {
  const { answer: fields, items, error, noResponse, wrongArgument, file } = step
  for (const [path, value] of Object.entries(fields ?? {})) {
    const wanted = withoutChance(filled(value, saved) ?? null)
    assert.deepEqual(
      withoutChance(at(outcome.answer, path) ?? null),
      wanted,
      `${step.name}: ${path}`,
    )
  }
  if (fields) return
  if (file) return assert.match(outcome.file ?? '', new RegExp(file, 's'), step.name)
  const { pauses: _, ...rest } = outcome
  const found = rest.error
    ? { error: Object.fromEntries(Object.entries(rest.error).filter(([, value]) => value)) }
    : rest
  const wanted = { items, error: filled(error, saved), noResponse, wrongArgument }
  const expected = Object.entries(wanted).filter(([, value]) => value !== undefined)
  if (error && !('param' in error)) delete (found.error as Partial<typeof error>).param
  assert.deepEqual(found, Object.fromEntries(expected), step.name)
}

/** Everything that the account has, as the service says. */
async function madeBy(account: TestAccount): Promise<Record<string, number>> {
  const names = ['customers', 'products', 'checkouts', 'payments', 'refunds'] as const
  const counted = names.map(async (name) => {
    const { body } = await account.get<'CustomerList'>(`/v1/${name}`)
    return [name, body.data.length] as const
  })
  return Object.fromEntries(await Promise.all(counted))
}

const ways: Record<string, (url: string, account: TestAccount) => Promise<StepResult[]>> = {
  TypeScript: typescript,
  PHP: (url, account) => inProcess('php', url, account),
  Python: (url, account) => inProcess('python', url, account),
  Go: (url, account) => inProcess('go', url, account),
}

async function goThrough(language: string) {
  const account = await service.account()
  const proxy = await startFailingProxy(service.url, steps)
  const outcomes = (await ways[language]?.(proxy.url, account)) ?? []
  return { account, proxy, outcomes }
}

/** The run with which those of all other languages are compared. */
const byTypeScript = onceForFile(() => goThrough('TypeScript'))

for (const name of Object.keys(ways)) {
  test(`the client in ${name} goes through the scenario, and makes nothing twice`, async (t) => {
    const reason = name === 'TypeScript' ? undefined : missing(name.toLowerCase() as ClientLanguage)
    if (reason) return void t.annotate(reason)
    const model = await byTypeScript()
    const { account, proxy, outcomes } = name === 'TypeScript' ? model : await goThrough(name)
    assert.equal(outcomes.length, steps.length)
    const saved: Record<string, unknown> = {}
    for (const [i, step] of steps.entries()) {
      const outcome = outcomes[i] ?? assert.fail(step.name)
      if (step.as) saved[step.as] = outcome.answer
      assertOutcome(step, outcome, saved)
      if (step.pauses) assert.deepEqual(outcome.pauses, step.pauses, step.name)
      const seen = proxy.seen.filter((one) => one.step === i)
      if (step.requests !== undefined) assert.equal(seen.length, step.requests, step.name)
      // A request and its repetitions carry one key.
      const keys = seen.flatMap(({ headers }) => headers['idempotency-key'] ?? [])
      assert.ok(new Set(keys).size <= 1, step.name)
    }
    assert.deepEqual(strangers, [])
    assert.ok(!proxy.seen.some(({ headers }) => 'x-injected' in headers))
    const made = { customers: 4, products: 3, checkouts: 1, payments: 2, refunds: 2 }
    assert.deepEqual(await madeBy(account), made)
    for (const [i, step] of steps.entries()) {
      if (step.limitMs) continue
      const [own, other] = [outcomes[i]?.answer, model.outcomes[i]?.answer]
      assert.deepEqual(withoutChance(own ?? null), withoutChance(other ?? null), step.name)
    }
  })
}
