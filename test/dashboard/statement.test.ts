/** The books: the statement with its days, sums and files, and the refunds. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { signIn } from '../support/dashboard.ts'
import { putRefunds } from '../support/refunded.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const PAGE = '/dashboard/statement'
const REFUNDS = '/dashboard/refunds'

const plain = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\u00a0\s]+/g, ' ')
    .trim()

/** A seller who was paid 49.90 twice by a customer, and has sent 19.90 back. */
async function withBooks() {
  const seller = await service.account()
  const customer = await seller.customer()
  const { id } = await seller.checkout({ customer_id: customer.id, external_id: 'pedido 7' })
  const { body } = await seller.post<'Checkout'>(`/sandbox/checkouts/${id}/pay`)
  const refund = await seller.refund(body.payment_id ?? '', {
    amount_minor: 1990,
    reason: 'Veio quebrado',
    external_id: 'troca 1',
  })
  await seller.payment()
  return { seller, owner: await signIn(seller), refund, customer, payment_id: body.payment_id }
}

test('the statement has days with sums, and entries by what was sold and to whom', async () => {
  const { owner, refund, payment_id } = await withBooks()
  const { status, html } = await owner.get(PAGE)
  assert.equal(status, 200)
  const text = plain(html)
  assert.match(text, /2 pagamentos recebido R\$ 99,80 devolvido R\$ 19,90 líquido R\$ 79,90/)
  assert.match(text, /2 de março de 2026 2 pagamentos R\$ 99,80 -R\$ 19,90 R\$ 79,90/)
  assert.match(text, /Veio quebrado Devolução Ana troca 1 -R\$ 19,90/)
  assert.match(text, /Caneca Pagamento Ana pedido 7 R\$ 49,90/)
  assert.ok(html.includes(`href="${REFUNDS}/${refund.id}"`))
  assert.ok(html.includes(`href="/dashboard/payments/${payment_id}"`))
})

test('days and type choose the entries, both days included, and stay in sight', async () => {
  const { owner } = await withBooks()
  const rows = async (query: string) => {
    const { html } = await owner.get(`${PAGE}?${query}`)
    const entries = html.slice(html.indexOf('Lançamentos'))
    return entries.match(/<td class="(?:number)? of-money">/g)?.length ?? 0
  }
  assert.equal(await rows('date_from=2026-03-02&date_to=2026-03-02'), 3)
  assert.equal(await rows('date_from=2026-03-01&date_to=2026-03-01'), 0)
  assert.equal(await rows('type=refund'), 1)
  const { html } = await owner.get(`${PAGE}?date_to=2026-03-02&type=refund`)
  const [, chips = ''] = /<ul class="chips"([\s\S]*?)<\/ul>/.exec(html) ?? []
  const hrefs = [...chips.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
  assert.deepEqual(hrefs, [`${PAGE}?type=refund`, `${PAGE}?date_to=2026-03-02`, PAGE])
  assert.match(plain(chips), /Até: 2 de março de 2026 × .*Tipo: Devolução ×/)
})

test("the files are the API's own, of the days and the type that are shown", async () => {
  const { owner, seller } = await withBooks()
  const { html } = await owner.get(`${PAGE}?date_to=2026-03-02&type=refund`)
  for (const [format, type] of [
    ['csv', 'text/csv; charset=utf-8'],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['ofx', 'application/x-ofx'],
  ] as const) {
    const path = `${PAGE}.${format}?type=refund&amp;date_from=2026-03-01&amp;date_to=2026-03-02`
    assert.ok(html.includes(`href="${path}"`), format)
    const { status, headers, html: file } = await owner.get(path.replaceAll('&amp;', '&'))
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), type)
    const name = `extrato-2026-03-01-2026-03-02.${format}`
    assert.equal(headers.get('content-disposition'), `attachment; filename=${name}`)
    if (format === 'xlsx') continue
    const days = 'date_from=2026-03-01&date_to=2026-03-02'
    const query = `${days}&type=refund&format=${format}&locale=pt-BR`
    const own = await seller.get(`/v1/statement_entries/export?${query}`)
    assert.equal(file.replace(/^\ufeff/, ''), own.text.replace(/^\ufeff/, ''))
  }
})

test('the statement opens on this month, one tap from the month before and the year', async () => {
  const { owner } = await withBooks()
  const { html } = await owner.get(PAGE)
  assert.match(plain(html), /De 1 de março de 2026 a 2 de março de 2026/)
  const [, list = ''] = /<ul class="choices[^"]*">([\s\S]*?)<\/ul>/.exec(html) ?? []
  const choices = [...list.matchAll(/href="([^"]+)"( aria-current="true")?>([^<]+)</g)]
  const days = (from: string, to: string) => `${PAGE}?date_from=${from}&amp;date_to=${to}`
  assert.deepEqual(
    choices.map(([, href, current, text]) => [text, href, current !== undefined]),
    [
      ['Este mês', days('2026-03-01', '2026-03-02'), true],
      ['Mês passado', days('2026-02-01', '2026-02-28'), false],
      ['2026', days('2026-01-01', '2026-03-02'), false],
      ['2025', days('2025-01-01', '2025-12-31'), false],
    ],
  )
})

test('a year is shown by its months, each leading to its days, with the files of all', async () => {
  const { owner } = await withBooks()
  const year = 'date_from=2025-03-03&date_to=2026-03-02&type=refund'
  const { status, html } = await owner.get(`${PAGE}?${year}`)
  assert.equal(status, 200)
  const text = plain(html)
  assert.match(text, /2 pagamentos recebido R\$ 99,80 devolvido R\$ 19,90 líquido R\$ 79,90/)
  assert.match(text, /março de 2026 2 pagamentos R\$ 99,80 -R\$ 19,90 R\$ 79,90/)
  assert.match(text, /A lista de lançamentos mostra até 100 dias/)
  const month = `${PAGE}?type=refund&amp;date_from=2026-03-01&amp;date_to=2026-03-02`
  assert.ok(html.includes(`href="${month}"`))
  const query = 'type=refund&amp;date_from=2025-03-03&amp;date_to=2026-03-02'
  assert.ok(html.includes(`href="${PAGE}.xlsx?${query}"`))
  const file = await owner.get(`${PAGE}.csv?${year}`)
  assert.equal(file.html.trim().split('\r\n').length, 2)
})

test('days that are refused leave the filters as they were, the limit beside them', async () => {
  const { owner } = await withBooks()
  for (const [days, why] of [
    ['date_from=2025-01-01&date_to=2026-03-02', /um arquivo tem no máximo 366/],
    ['date_from=2026-03-02&date_to=2026-03-01', /A primeira data vem depois da última/],
    ['date_from=2026-02-31&date_to=2026-03-01', /Uma das datas não existe/],
    ['date_from=ontem', /Uma das datas não existe/],
  ] as const) {
    const { status, html } = await owner.get(`${PAGE}?${days}&type=refund`)
    assert.equal(status, 400, days)
    assert.match(html, /data-page="statement"/)
    assert.match(plain(html), why)
    assert.match(html, /<option value="refund" selected>/)
    const value = new URLSearchParams(days).get('date_from')
    assert.ok(html.includes(`name="date_from" value="${value}"`), days)
    assert.match(html, /A lista mostra até 100 dias; o arquivo, até 366\./)
  }
})

test('a refund is listed by what was sold, with its reason, reference and state', async () => {
  const { owner, refund, payment_id } = await withBooks()
  const { status, html } = await owner.get(REFUNDS)
  assert.equal(status, 200)
  assert.match(plain(html), /Caneca Ana Veio quebrado troca 1 R\$ 19,90 Concluída/)
  const one = await owner.get(`${REFUNDS}/${refund.id}`)
  assert.match(plain(one.html), /Devolução · R\$ 19,90/)
  for (const said of ['Veio quebrado', 'troca 1', 'pedido 7', 'Ana', 'Caneca']) {
    assert.ok(one.html.includes(said), said)
  }
  assert.ok(one.html.includes(`href="/dashboard/payments/${payment_id}"`))
  assert.equal((await owner.get(`${REFUNDS}/refund_${crypto.randomUUID()}`)).status, 404)
})

test('of a refund that failed the reason is told, and the list is filtered by state', async () => {
  const { owner, seller } = await withBooks()
  const { checkout_id } = await seller.payment()
  const at = '2026-03-02T12:00:00.000Z'
  await putRefunds(seller, checkout_id, [{ amount_minor: 1, status: 'failed', at }])
  await service.sql(
    `update refunds set failure_reason = 'Saldo insuficiente'
    where status = 'failed' and seller_id = ?`,
    seller.seller_id,
  )
  const { html } = await owner.get(`${REFUNDS}?status=failed`)
  const [, id = ''] = /href="\/dashboard\/refunds\/(refund_[^"]+)"/.exec(html) ?? []
  assert.doesNotMatch(html, /Veio quebrado/)
  assert.match(plain((await owner.get(`${REFUNDS}/${id}`)).html), /Motivo da falha Saldo insuf/)
})
