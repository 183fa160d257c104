/** A service answers for its own host only: a name led here gets nothing (DNS rebinding). */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { RawConnection } from '../../guarantees/support/rawHttp.ts'
import { freePort } from '../../../cli/ports.ts'
import { startService } from '../../support/service.ts'

const metricsPort = await freePort()
const service = await startService({
  baseUrl: 'https://pagar.loja.example',
  allowedHosts: ['balcao'],
  metricsPort,
  metricsHosts: ['balcao-metrics'],
})
const publicPort = Number(new URL(service.url).port)

async function statusFor(
  host: string | undefined,
  target: string,
  version = '1.1',
  port = publicPort,
) {
  const connection = new RawConnection(port)
  const field = host === undefined ? '' : `Host: ${host}\r\n`
  connection.write(`GET ${target} HTTP/${version}\r\n${field}Connection: close\r\n\r\n`)
  return (await connection.answer()).status
}

const paths = [
  '/docs',
  '/robots.txt',
  '/docs/en',
  '/dashboard/sign-in',
  '/openapi.json',
  '/pay/x',
  '/no',
]

const own = [
  'pagar.loja.example',
  'PAGAR.loja.example:443',
  'pagar.loja.example.',
  'localhost:3000',
  'balcao:3000',
]
for (const host of [...own, '127.0.0.1', '10.1.2.3:80', '[::1]', '[2001:db8::1]:3000', undefined]) {
  test(`is served for ${host ?? 'no host (HTTP/1.0)'}`, async () => {
    for (const path of paths) {
      const version = host === undefined ? '1.0' : '1.1'
      assert.notEqual(await statusFor(host, path, version), 421, path)
    }
  })
}

const foreign = ['loja.example', 'x.pagar.loja.example', 'pagar.loja.example.evil.example', '1.2.3']
for (const host of [...foreign, '0x7f000001', 'localhost.evil.example', '[x]', 'a:b:1', '']) {
  test(`answers 421 for ${host || 'an empty host'}`, async () => {
    assert.equal(await statusFor('localhost', '/health'), 200)
    for (const path of paths) assert.equal(await statusFor(host, path), 421, path)
  })
}

test('the health check answers under any name, as a cluster asks for it', async () => {
  for (const host of [...foreign, 'balcao', 'balcao.shop.svc.cluster.local:3000']) {
    assert.equal(await statusFor(host, '/health'), 200, host)
  }
})

test('the host of an absolute target counts, and not the one beside it', async () => {
  assert.equal(await statusFor('localhost', 'http://evil.example/docs'), 421)
  assert.equal(await statusFor('evil.example', 'http://localhost/docs'), 200)
})

test('a request for a foreign host does nothing, and its connection goes on', async () => {
  const account = await service.account()
  const connection = new RawConnection(Number(new URL(service.url).port))
  const body = '{"name":"Ana","email":"ana@example.com"}'
  const post = (host: string, last = '') =>
    `POST /v1/customers HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${account.token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n${last}\r\n${body}`
  connection.write(post('evil.example') + post('localhost', 'Connection: close\r\n'))
  const answers = await connection.answers(2)
  assert.deepEqual([answers[0]?.status, answers[1]?.status], [421, 201])
  assert.match(answers[0]?.body ?? '', /"code":"misdirected_request"/)
})

test('the metrics port answers for digits, localhost and METRICS_HOSTS, and no other', async () => {
  for (const host of ['127.0.0.1', '[::1]:9090', 'localhost', 'balcao-metrics:9090']) {
    assert.equal(await statusFor(host, '/metrics', '1.1', metricsPort), 200, host)
  }
  for (const host of ['pagar.loja.example', 'balcao', 'evil.example', '']) {
    assert.equal(await statusFor(host, '/metrics', '1.1', metricsPort), 421, host)
  }
})

test('a refusal names the variable that adds a host', async () => {
  for (const [port, variable] of [
    [publicPort, 'ALLOWED_HOSTS'],
    [metricsPort, 'METRICS_HOSTS'],
  ] as const) {
    const connection = new RawConnection(port)
    connection.write('GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n')
    assert.match((await connection.answer()).body, new RegExp(variable))
  }
})
