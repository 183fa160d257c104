/** Each change of an account has one line in the security log, by the contract's own list. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { operationsOf, readContract } from '../../contract/document.ts'
import { bankBody, connect } from '../support/bankSettings.ts'
import { OneOfEach } from '../support/oneOfEach.ts'
import type { Request } from '../support/oneOfEach.ts'
import { bankOf } from '../support/rail.ts'
import { startService } from '../support/service.ts'

const operations = [...operationsOf(readContract())].flatMap(({ method, operation, path }) => {
  const [scheme] = operation.security ?? []
  return scheme && path.startsWith('/v1/')
    ? [{ id: operation.operationId, method, scopes: Object.values(scheme).flat() }]
    : []
})

const changing = operations.filter(
  ({ method, scopes }) =>
    method !== 'get' && scopes.some((one) => one === 'account:write' || one === 'bank:write'),
)

type Bank = Awaited<ReturnType<typeof bankOf>>

/** A service for each operation: of more than twenty lines a second the log keeps the number. */
async function newAccount(): Promise<{ each: OneOfEach; bank: Bank }> {
  const service = await startService()
  return { each: await OneOfEach.on(service), bank: await bankOf(service) }
}

type Line = Record<string, unknown>

/** The lines that a request has left of a changed account, and what it was answered. */
async function linesOf(each: OneOfEach, request: Request) {
  const { log } = each.owner.on
  const before = log.length
  const { status } = await each.send(request)
  const lines = log.slice(before).map((line) => JSON.parse(line) as Line)
  return { status, lines: lines.filter(({ security }) => security === 'account_changed') }
}

/** A request of the operation that succeeds. */
async function good(id: string, each: OneOfEach, bank: Bank): Promise<Request> {
  const request = await each.request(id)
  if (!request.path.startsWith('/v1/bank_connection')) return request
  if (id === 'connectBank') return { ...request, json: bankBody(bank) }
  assert.equal((await connect(each.owner, bankBody(bank))).status, 200)
  return request
}

test.each(changing)('$id is logged once when it has changed the account', async ({ id }) => {
  const { each, bank } = await newAccount()
  const request = await good(id, each, bank)
  const { status, lines } = await linesOf(each, request)
  assert.ok(status < 300, String(status))
  const [line, ...more] = lines
  assert.deepEqual(more, [])
  const ids = request.path.split('/').filter((part) => part.includes('_019'))
  assert.deepEqual(
    [line?.['operation'], line?.['client_id'], line?.['targets'] ?? []],
    [id, each.owner.client_id, ids],
  )
  for (const value of Object.values(request.json ?? {})) {
    assert.ok(!JSON.stringify(line).includes(JSON.stringify(value)), `it logs ${String(value)}`)
  }
  assert.deepEqual(await linesOf(each, each.broken(id)), { status: 400, lines: [] })
})

test('no other operation logs a change of the account', async () => {
  assert.ok(changing.length >= 16)
  const { each } = await newAccount()
  for (const { id } of operations) {
    if (changing.some((one) => one.id === id)) continue
    const { lines } = await linesOf(each, await each.request(id))
    assert.deepEqual(lines, [], id)
  }
})
