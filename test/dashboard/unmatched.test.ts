/** The list of money at the key without a charge: days, payers, files, and the ways to it. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { signIn } from '../support/dashboard.ts'
import { putTransfer } from '../support/dashboardPages.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const PAGE = '/dashboard/unmatched'
const AT = '2026-03-02T11:00:00.000Z'

const plain = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\u00a0\s]+/g, ' ')
    .trim()

/** An account with a transfer of a payer, what went back of another one, and an old one. */
async function withTransfers() {
  const seller = await service.account()
  await putTransfer(seller, { description: 'Rosa Lima: aluguel', amount_minor: 12345, at: AT })
  await putTransfer(seller, { description: null, amount_minor: -500, at: AT })
  await putTransfer(seller, {
    description: null,
    amount_minor: 700,
    at: '2025-12-31T12:00:00.000Z',
  })
  return { seller, owner: await signIn(seller) }
}

test('the list has payers, amounts and end-to-end ids of the last 100 days', async () => {
  const { owner } = await withTransfers()
  const { status, html } = await owner.get(PAGE)
  assert.equal(status, 200)
  assert.match(html, /<main[^>]* data-page="unmatched"/)
  const text = plain(html)
  assert.match(text, /3 lançamentos soma R\$ 125,45/)
  assert.match(text, /Rosa Lima: aluguel R\$ 123,45 E[0-9a-f]{23} [0-9a-f]{8} Copiar ID/)
  assert.match(text, /Devolvido no banco -R\$ 5,00/)
  assert.match(text, /O banco não diz R\$ 7,00/)
  const day = plain((await owner.get(`${PAGE}?date_from=2025-12-31&date_to=2025-12-31`)).html)
  assert.match(day, /1 lançamento soma R\$ 7,00/)
  assert.equal((await owner.get(`${PAGE}?date_from=2025-01-01`)).status, 400)
})

test('a person may come to it from the menu, the statement and the search', async () => {
  const { owner } = await withTransfers()
  const menu = (await owner.get('/dashboard/home')).html
  assert.match(menu, new RegExp(`href="${PAGE}"[^>]*>\\s*Recebido sem cobrança`))
  const day = `href="${PAGE}?date_from=2026-03-02&amp;date_to=2026-03-02"`
  const statement = (await owner.get('/dashboard/statement')).html
  assert.ok(statement.includes(day))
  assert.match(plain(statement), /Rosa Lima: aluguel Recebido sem cobrança/)
  const found = (await owner.get('/dashboard/search?q=123,45')).html
  assert.ok(found.includes(day))
  assert.match(plain(found), /Recebido na chave, sem cobrança .*Rosa Lima: aluguel/)
})

test('its files are those of the statement, of its days and its type alone', async () => {
  const { owner } = await withTransfers()
  const { html } = await owner.get(`${PAGE}?date_from=2026-03-01`)
  const query = 'type=unmatched&amp;date_from=2026-03-01&amp;date_to=2026-03-02'
  assert.ok(html.includes(`href="/dashboard/statement.csv?${query}"`))
  const { html: file } = await owner.get(
    `/dashboard/statement.csv?${query.replaceAll('&amp;', '&')}`,
  )
  const [, ...lines] = file.trim().split('\r\n')
  assert.deepEqual(
    lines.map((line) => line.split(';').slice(0, 7).join(';')),
    [
      '02/03/2026;Recebido sem cobrança;;;Rosa Lima: aluguel;;123,45',
      '02/03/2026;Recebido sem cobrança;;;;;-5,00',
    ],
  )
})

test('who may not read customers is told no payer, and a counter finds no such money', async () => {
  const { seller } = await withTransfers()
  const client = await seller.restrictedTo(['checkouts:read'])
  const { body } = await client.get<'StatementEntryList'>(
    '/v1/statement_entries?type=unmatched&date_from=2026-03-01',
  )
  assert.deepEqual(
    body.data.map(({ description }) => description),
    ['', ''],
  )
  const attendant = await signIn(seller, 'attendant')
  assert.doesNotMatch(plain((await attendant.get('/dashboard/search?q=123,45')).html), /Rosa/)
})
