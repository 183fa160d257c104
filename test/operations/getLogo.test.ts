import assert from 'node:assert/strict'
import { test } from 'vitest'
import { jpeg, logoBody, png } from '../support/images.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

test('everybody reads a logo, as the image it is and nothing else', async () => {
  for (const [file, type] of [
    [png(), 'image/png'],
    [jpeg(), 'image/jpeg'],
  ] as const) {
    const { body } = await seller.put<'Settings'>('/v1/settings/logo', logoBody(file, type))
    const answer = await fetch(body.logo_url ?? '')
    assert.equal(answer.status, 200)
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), file)
    const header = (name: string) => answer.headers.get(name)
    assert.equal(header('content-type'), type)
    assert.equal(header('content-length'), String(file.length))
    assert.equal(header('x-content-type-options'), 'nosniff')
    assert.equal(header('cache-control'), 'public, max-age=31536000, immutable')
    assert.match(header('content-security-policy') ?? '', /^default-src 'none';.* sandbox$/)
  }
})

test('an unknown logo, one of another seller and any other text are not found', async () => {
  const { body } = await seller.put<'Settings'>('/v1/settings/logo', logoBody())
  const id = body.logo_url?.split('/').at(-1) ?? ''
  const other = await service.account()
  for (const path of [
    `/logos/${other.seller_id}/${id}`,
    `/logos/${seller.seller_id}/${id}x`,
    `/logos/x/${id}`,
    `/logos/${seller.seller_id}/%00`,
  ]) {
    const answer = await service.request('GET', path)
    assert.ok(answer.status === 404 || answer.status === 400, answer.text)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
  }
  assertRefused(await service.request('GET', `/logos/x/${id}`), 'logo_not_found')
})
