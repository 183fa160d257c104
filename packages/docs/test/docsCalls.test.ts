/** Requests that the docs tell a partner to send have the results that the docs state. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { readContract } from '../../../contract/document.ts'
import { freePort } from '../../../cli/ports.ts'
import { isHere } from '../../../test/support/commandLine.ts'
import { startService } from '../../../test/support/service.ts'

const run = promisify(execFile)
const metricsPort = await freePort()
const service = await startService({ metricsPort })
const { description = '' } = readContract().info as { description?: string }

/** Runs a command of the docs, which is to be answered with success, and returns the answer. */
async function shell(command: string, environment: Record<string, string>): Promise<string> {
  const own = command
    .replace(/^curl/, 'curl -sS --fail-with-body --max-time 20')
    .replace('http://localhost:3000', service.url)
    .replace('http://localhost:9464', `http://127.0.0.1:${metricsPort}`)
  const env = { PATH: process.env['PATH'], ...environment }
  const { stdout } = await run('sh', ['-c', own], { env }).catch((error: { stdout?: string }) =>
    assert.fail(`${own}\n${error.stdout}`),
  )
  return stdout
}

test('the first payment of the guide is made by its commands alone', async (t) => {
  if (!isHere('curl')) return void t.annotate('no curl here: not run')
  const { client_id, client_secret } = await service.account()
  const variables: Record<string, string> = { CLIENT_ID: client_id, CLIENT_SECRET: client_secret }
  const [, guide = ''] = /^# First payment.*?\n(.*?)^# /ms.exec(description) ?? []
  const steps = [
    ...guide.matchAll(/```sh\n(.*?)```(?:\s+Set `(\w+)` to the `([\w.]+)` of the answer)?/gs),
  ]
  assert.equal(steps.length, 5)
  let answer: unknown
  for (const [, command = '', variable, path = ''] of steps) {
    answer = JSON.parse(await shell(command, variables))
    if (variable === undefined) continue
    const value = path
      .split('.')
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], answer)
    variables[variable] = String(value)
  }
  const { object, status } = answer as { object: string; status: string }
  assert.deepEqual({ object, status }, { object: 'checkout', status: 'completed' })
})

test('the commands of the guides that follow read and refund a payment', async (t) => {
  if (!isHere('curl')) return void t.annotate('no curl here: not run')
  const seller = await service.account()
  const payment = await seller.payment()
  const variables = { ACCESS_TOKEN: seller.token, PAYMENT_ID: payment.id }
  const [command = ''] = /curl [^`]+\/refunds"[^`]+/.exec(description) ?? []
  const refund = JSON.parse(await shell(command, variables)) as { amount_minor: number }
  const [events = ''] = /curl [^`]+\/v1\/events\?[^`]+/.exec(description) ?? []
  const { data } = JSON.parse(await shell(events, variables)) as { data: { type: string }[] }
  assert.deepEqual(
    data.map(({ type }) => type),
    ['payment.reversed', 'refund.succeeded', 'payment.succeeded'],
  )
  const { body } = await seller.get<'Payment'>(`/v1/payments/${payment.id}`)
  assert.equal(body.amount_refunded_minor, refund.amount_minor)
})
