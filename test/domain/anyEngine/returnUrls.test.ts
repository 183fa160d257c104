/** The addresses to which the page leads the buyer: `success_url` and `cancel_url`. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../../support/refused.ts'
import { startService } from '../../support/service.ts'

const service = await startService()
const seller = await service.account()
const offer_id = (await seller.product()).default_offer?.id

const post = (body: object) => seller.post<'Checkout'>('/v1/checkouts', { offer_id, ...body })

const addresses = {
  taken: [
    'http://loja.example',
    'https://loja.example/',
    'HTTPS://LOJA.EXAMPLE/A',
    'HtTp://a.example',
    'http://localhost:8080/ok',
    'https://127.0.0.1/ok',
    'https://[::1]:3000/',
    'https://a.b/?c=d#e',
    'https://loja.example/caminho%20com%20espa%C3%A7o',
    `https://a.example/${'x'.repeat(2030)}`,
  ],
  refused: [
    '',
    ' ',
    'x',
    'loja.example',
    '/obrigado',
    '//loja.example/x',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'javascript://loja.example/%0aalert(1)',
    'data:text/html,<b>x</b>',
    'ftp://loja.example',
    'file:///etc/passwd',
    'mailto:a@loja.example',
    'blob:https://a.example/x',
    'http:',
    'http://',
    'https://',
    'https:///x',
    'https://?x',
    'https://#x',
    'https://:80/',
    'http:loja.example',
    'http:/loja.example',
    'https:\\\\loja.example',
    ' https://loja.example',
    'https://loja.example/a b',
    'https://loja.example/\n',
    'java\nscript:alert(1)',
    'ht\ttps://loja.example',
    'https://loja.example/<script>',
    'https://loja example/',
    'https://loja.example:99999/',
    'httpss://loja.example',
    'xhttps://loja.example',
    'https://user:password@loja.example/',
    'https://user@loja.example',
    'https://:password@loja.example',
    'http://loja.example%40x@a.example',
    'HTTPS://a:@b.example',
  ],
}

const live = await startService({ mode: 'live' })
const liveSeller = await live.account()
const live_offer_id = (await liveSeller.product()).default_offer?.id

for (const field of ['success_url', 'cancel_url'] as const) {
  test(`takes an http or https ${field} and gives it back as sent`, async () => {
    for (const url of addresses.taken) {
      const { status, body } = await post({ [field]: url })
      assert.deepEqual([status, body[field]], [201, url])
    }
  })

  test(`refuses every other ${field} with invalid_${field}`, async () => {
    for (const url of addresses.refused) {
      assertRefused(await post({ [field]: url }), `invalid_${field}`, field)
    }
  })

  test(`takes an https ${field} only in live mode`, async () => {
    const open = (url: string) =>
      liveSeller.post<'Checkout'>('/v1/checkouts', { offer_id: live_offer_id, [field]: url })
    for (const url of ['http://loja.example/ok', 'HTTP://loja.example', 'http://localhost/']) {
      assertRefused(await open(url), `invalid_${field}`, field)
    }
    for (const url of ['https://loja.example/ok', 'HTTPS://loja.example']) {
      assert.equal((await open(url)).status, 201)
    }
  })

  test(`refuses a ${field} of another type or past 2048 characters`, async () => {
    for (const url of [1, null, {}, `https://a.example/${'x'.repeat(2031)}`]) {
      assertRefused(await post({ [field]: url }), 'invalid_request', field)
    }
  })
}
