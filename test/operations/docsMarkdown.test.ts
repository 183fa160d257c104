/** The docs as programs read them: a page for each thing, and a list of the pages. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { withAddress } from '../../contract/address.ts'
import { operationsOf, readContract } from '../../contract/document.ts'
import { RawConnection } from '../guarantees/support/rawHttp.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const get = (path: string) => service.request('GET', path)
const contract = readContract() as ReturnType<typeof readContract> & { webhooks: object }
const lists = { en: '/llms.txt', 'pt-BR': '/docs/pt-BR/llms.txt' }

const linksOf = (list: string) => [...list.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)

for (const [language, path] of Object.entries(lists)) {
  test(`the list in ${language} names each operation, event and error code`, async () => {
    const { status, headers, text } = await get(path)
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8')
    assert.match(text, /^# Balcão\n\n> .+\n\n/)
    const links = new Set(linksOf(text))
    const named = [
      ...[...operationsOf(contract)].map(({ operation }) => `operations/${operation.operationId}`),
      ...Object.keys(contract.webhooks).map((name) => `events/${name}`),
      ...Object.keys(contract.components.examples).map((code) => `errors/${code}`),
      'guides/first-payment-in-five-minutes',
      'chapters/events',
    ]
    for (const name of named) {
      assert.ok(links.has(`${service.url}/docs/${language}/${name}.md`), name)
    }
  })

  test(`each page of the list in ${language} is there, and so is what it links to`, async () => {
    const open = linksOf((await get(path)).text)
    const seen = new Set(open)
    for (const link of open) {
      const { status, headers, text } = await get(link.replace(service.url, ''))
      assert.equal(status, 200, link)
      assert.equal(headers.get('content-type'), 'text/markdown; charset=utf-8', link)
      assert.match(headers.get('etag') ?? '', /^"[\w-]{43}"$/)
      assert.match(text, /^# \S/)
      assert.doesNotMatch(text, /undefined|\[object|localhost:3000/, link)
      for (const next of linksOf(text).filter((one) => one.startsWith('../'))) {
        assert.ok(seen.has(new URL(next, link).href), `${link}: ${next}`)
      }
    }
    assert.ok(open.length > 200)
  })
}

test('a page says how an operation is called, by whom, and how it can fail', async () => {
  const { text } = await get('/docs/pt-BR/operations/createRefund.md')
  for (const part of [
    '# Devolver um pagamento\n',
    '`POST /v1/payments/{paymentId}/refunds`',
    'escopo: `refunds:write`',
    '| `paymentId` | path | string | sim |',
    '| `amount_minor` | integer |',
    '[Refund](../objects/Refund.md)',
    '`409` [`refund_window_closed`](../errors/refund_window_closed.md): O pagamento tem mais de 90',
    `curl ${service.url}/v1/payments/`,
  ])
    assert.ok(text.includes(part), part)
})

test('no other path is a page', async () => {
  for (const path of ['/docs/en/errors/none.md', '/llms.md', '/docs/llms.txt']) {
    assert.equal((await get(path)).status, 404, path)
  }
})

for (const authority of ['localhost', 'LOCALHOST.:1', '127.0.0.1:1', '[::1]']) {
  test(`a target in absolute form leads to its page with the authority ${authority}`, async () => {
    const connection = new RawConnection(Number(new URL(service.url).port))
    connection.write(`GET http://${authority}/llms.txt?x=/docs/en HTTP/1.1\r\nHost: localhost\r\n`)
    connection.write('Accept-Encoding: identity\r\n\r\n')
    const { status, headers, body } = await connection.answer()
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
    assert.equal(body, (await get('/llms.txt')).text)
  })
}

test('every file of the docs names the address of the service alone', async () => {
  for (const path of ['/docs/document.en.json', '/docs/document.pt-BR.json', '/llms.txt']) {
    const { text } = await get(path)
    assert.doesNotMatch(text, /localhost:3000/, path)
    assert.ok(text.includes(service.url), path)
  }
})

test('an address by TLS stands in samples, pages and servers alike', () => {
  const text = 'curl http://localhost:3000/x http://{host} localhost:3000 http://{host}'
  assert.equal(
    withAddress(text, 'https://pagar.loja.example'),
    'curl https://pagar.loja.example/x https://{host} pagar.loja.example http://{host}',
  )
})
