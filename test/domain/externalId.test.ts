/** `external_id` makes retries safe: one session for each, for ever. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import { passLifetime } from '../support/sessions.ts'

const service = await startService()
const path = '/v1/checkouts'
const taken = 'checkout_external_id_already_exists'

test('refuses a repeated external_id, in whatever state its session is', async () => {
  let of = await service.account()
  const pay = await of.checkout({ external_id: 'paga' })
  await of.post(`/sandbox/checkouts/${pay.id}/pay`)
  const cancel = await of.checkout({ external_id: 'cancelada' })
  await of.post(`/v1/checkouts/${cancel.id}/cancel`)
  await of.checkout({ external_id: 'vencida' })
  passLifetime(service)
  of = await service.login(of)
  await of.checkout({ external_id: 'aberta' })
  const offer_id = (await of.product()).default_offer?.id
  for (const external_id of ['aberta', 'paga', 'cancelada', 'vencida']) {
    const answer = await of.post(path, { offer_id, external_id })
    assertRefused(answer, taken, 'external_id')
  }
})

test('case counts in external_id, and so does every character', async () => {
  const seller = await service.account()
  const name = `Pedido-${crypto.randomUUID()}`
  for (const external_id of [
    name,
    name.toUpperCase(),
    `${name} `,
    ` ${name}`,
    `${name}é`,
    `${name}e\u0301`,
  ])
    assert.equal((await seller.checkout({ external_id })).external_id, external_id)
})
