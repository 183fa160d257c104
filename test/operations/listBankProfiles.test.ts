import assert from 'node:assert/strict'
import { test } from 'vitest'
import { bankProfiles } from '../../domain/pix/bank/profiles.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const list = () => seller.get<'BankProfileList'>('/v1/bank_profiles')

test('every bank that the program knows is listed once, in the order of names', async () => {
  const { status, body } = await list()
  assert.equal(status, 200)
  assert.deepEqual(
    body.data.map(({ name }) => name),
    bankProfiles.map(({ name }) => name).toSorted(),
  )
  assert.deepEqual([body.has_more, body.next_cursor], [false, null])
})

test('each says what the seller has to give', async () => {
  const { body } = await list()
  const of = (name: string) => body.data.find((one) => one.name === name)
  assert.deepEqual([of('bacen')?.url, of('bacen')?.token_url], [null, null])
  const [app_key] = of('bb')?.values ?? []
  assert.deepEqual([app_key?.name, app_key?.required, app_key?.secret], ['app_key', true, true])
  const [account] = of('inter')?.values ?? []
  assert.deepEqual([account?.required, account?.secret], [false, false])
  const needsOf = (name: string) => {
    const found = of(name)
    return [found?.needs_client_id, found?.needs_secret, found?.needs_certificate]
  }
  assert.deepEqual(needsOf('bb'), [true, true, true])
  assert.deepEqual(needsOf('sicoob'), [true, false, true])
  assert.deepEqual(needsOf('woovi'), [false, true, false])
})

test('refuses query parameters', async () => {
  assertRefused(await seller.get('/v1/bank_profiles?limit=1'), 'invalid_request', 'limit')
})
