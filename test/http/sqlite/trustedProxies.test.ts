/** The address under which a request is counted when it comes through proxies. */
import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'vitest'
import { addressReader } from '../../../http/request.ts'
import { startService } from '../../support/service.ts'
import type { TestService } from '../../support/service.ts'

const wrong = Buffer.from('nobody:nothing').toString('base64')

async function guess(on: TestService, forwarded: string): Promise<number> {
  const { status } = await on.request('POST', '/oauth/token', {
    headers: { authorization: `Basic ${wrong}`, 'x-forwarded-for': forwarded },
    raw: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  return status
}

const direct = await startService({ authFailureLimit: 1 })
const behind = await startService({ authFailureLimit: 1, trustedProxies: ['127.0.0.0/8'] })

test('behind a trusted proxy, wrong credentials are counted for each caller', async () => {
  assert.equal(await guess(behind, '192.0.2.1'), 401)
  assert.equal(await guess(behind, '192.0.2.1'), 429)
  assert.equal(await guess(behind, '192.0.2.2'), 401)
})

test("addresses that a caller puts before the proxy's own word are not believed", async () => {
  assert.equal(await guess(behind, '198.51.100.1, 192.0.2.3'), 401)
  assert.equal(await guess(behind, '198.51.100.2, 192.0.2.3'), 429)
})

test('without a trusted proxy no caller can count under another address', async () => {
  assert.equal(await guess(direct, '192.0.2.1'), 401)
  assert.equal(await guess(direct, '192.0.2.2'), 429)
})

test('a /64 of IPv6 counts as one caller, however it is written', async () => {
  assert.equal(await guess(behind, '2001:db8:1:2::1'), 401)
  assert.equal(await guess(behind, '2001:db8:1:2:3:4:5:6'), 429)
  assert.equal(await guess(behind, '2001:db8:1:3::1'), 401)
  assert.equal(await guess(behind, '2001:db8::1'), 401)
  assert.equal(await guess(behind, '2001:db8:0:0:5::'), 429)
})

test('a caller is the same whichever port the proxy names', async () => {
  assert.equal(await guess(behind, '192.0.2.9:50001'), 401)
  assert.equal(await guess(behind, '192.0.2.9:50002'), 429)
  assert.equal(await guess(behind, '192.0.2.10:50001'), 401)
  assert.equal(await guess(behind, '[2001:db8:9:9::1]:50001'), 401)
  assert.equal(await guess(behind, '[2001:db8:9:9::2]:50002'), 429)
  assert.equal(await guess(behind, '192.0.2.11:50001, 127.0.0.9:50001'), 401)
  assert.equal(await guess(behind, '192.0.2.12:50001, 127.0.0.9:50002'), 401)
  assert.equal(await guess(behind, '192.0.2.11:50003, 127.0.0.9:50003'), 429)
})

test('a header of a peer that is not trusted is one line in the log', async () => {
  const strict = await startService({ trustedProxies: ['192.0.2.1'] })
  for (const on of [direct, strict, behind]) {
    for (let i = 0; i < 3; i++)
      await on.request('GET', '/health', { headers: { 'x-forwarded-for': 'x' } })
  }
  const said = ({ log }: TestService) =>
    log.filter((line) => line.includes('TRUSTED_PROXIES')).length
  assert.deepEqual([direct, strict, behind].map(said), [1, 1, 0])
})

test('a caller whose connection is gone has no address, with any trusted proxies', () => {
  const request = { socket: {}, headers: {} } as IncomingMessage
  for (const trusted of [[], ['127.0.0.1']]) assert.equal(addressReader(trusted)(request), '')
})
