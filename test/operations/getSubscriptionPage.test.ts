import assert from 'node:assert/strict'
import { test } from 'vitest'
import {
  approveMandate,
  endAttempt,
  endMandate,
  expireUnused,
  receiveTransfer,
  startOn,
} from '../../domain/subscriptions/bankWords.ts'
import { cancelSubscription } from '../../domain/subscriptions/cancel.ts'
import type { NewSubscription } from '../../domain/subscriptions/open.ts'
import type { Subscription } from '../../domain/subscriptions/rows.ts'
import { person } from '../support/person.ts'
import { startService } from '../support/service.ts'
import { Plans } from '../support/subscriptions.ts'

const service = await startService()
const seller = await service.account('Clube do Café')
const plans = new Plans(seller, service.clock.now())

const get = (path: string, language = 'pt-BR') =>
  service.request('GET', path, { headers: { 'accept-language': language } })

const pathOf = ({ page_token }: Subscription) => `/subscribe/${page_token}`

const statusOf = (html: string) =>
  /<main[^>]* data-page="subscribe" data-status="([\w-]+)"/.exec(html)?.[1]

/** The visible text: without style, script and tags. */
const visible = (html: string) =>
  html
    .replace(/<(style|script|svg)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

const assertSays = (html: string, words: readonly string[]) => {
  const shown = visible(html)
  for (const word of words) assert.ok(shown.includes(word), `${word} in ${shown}`)
}

const payer = { tax_id: person.tax_id, bank_ispb: '99999999' }

async function pay(of: Subscription) {
  await plans.run((recorder) => startOn({ seller_id: of.seller_id, id: of.id }, recorder))
  const { seller_id, id, amount_minor } = await plans.invoice(of, 1)
  const transfer = plans.transfer(Number(amount_minor))
  await plans.run((recorder) => receiveTransfer({ seller_id, id, transfer }, recorder))
}

async function activate(order: Partial<NewSubscription> = {}) {
  const opened = await plans.open(order)
  await pay(opened)
  await plans.run((recorder) => approveMandate({ ...opened, payer }, recorder))
  return plans.read(opened)
}

const terms = [
  ['pt-BR', ['Assine com Pix Automático', 'R$ 99,90', 'por ano', 'R$ 9,90', 'Até você cancelar']],
  ['en', ['Subscribe with Pix Automático', 'R$99.90', 'per year', 'R$9.90', 'Until you cancel']],
  ['es', ['Suscríbase con Pix Automático', 'al año', 'Hasta que usted cancele']],
] as const

const cancelWords = {
  'pt-BR': ['nesta página ou no aplicativo do seu banco', 'até as 22h do dia anterior'],
  en: ['on this page or in your banking app', 'by 22:00 (Brasília time) of the day before'],
  es: ['en esta página o en la aplicación de su banco', 'hasta las 22:00'],
} as const

test('says the terms before anything is paid, in each language', async () => {
  const offer_id = await plans.offer({ billing_interval: 'year', amount_minor: 9990 })
  const opened = await plans.open({ offer_id, first_amount_minor: 990 })
  for (const [language, words] of terms) {
    const { status, text, headers } = await get(pathOf(opened), language)
    assert.equal(status, 200)
    assert.equal(statusOf(text), 'incomplete')
    assert.equal(headers.get('content-language'), language)
    assertSays(text, ['Clube do Café', opened.name, ...words, ...cancelWords[language]])
    assert.match(text, /<textarea[^>]*>000201[^<]*6304[0-9A-F]{4}</)
    assert.match(text, /<svg class="qr"/)
  }
})

test('a code that only authorises says the first day, the number and the limit', async () => {
  const starts_on = new Date(plans.now.getTime() + 10 * 86_400_000).toISOString().slice(0, 10)
  const variable = { minimum_limit_minor: 10_000 }
  const opened = await plans.open({ starts_on, cycles: 12, variable })
  const { text } = await get(pathOf(opened))
  assertSays(text, [
    'Aguardando a autorização',
    '12 no total',
    'O valor pode mudar a cada cobrança.',
    'você escolhe no seu banco um limite',
    'O limite não pode ser menor que R$ 100,00.',
    'Nada é pago agora.',
  ])
  assert.doesNotMatch(text, /Pagar sem autorizar/)
})

test('a payment without authorisation says that nothing more is debited', async () => {
  const opened = await plans.open()
  await pay(opened)
  const { text } = await get(pathOf(opened))
  assert.equal(statusOf(text), 'paid-not-authorized')
  assertSays(text, ['Sem a autorização, nada mais será debitado.', 'O que você pagou vale até'])
  await plans.passTo(new Date(plans.now.getTime() + 25 * 3_600_000))
  const ended = await get(pathOf(opened))
  assert.equal(statusOf(ended.text), 'expired')
  assertSays(ended.text, ['Nada mais será debitado.', 'O que você pagou vale até'])
})

test('an active one shows its next debit, its receipts, and a way to cancel', async () => {
  const success_url = 'https://loja.example/obrigado'
  const opened = await plans.open({ success_url, cycles: 12 })
  assert.ok(!(await get(pathOf(opened))).text.includes(success_url))
  await pay(opened)
  assert.ok(!(await get(pathOf(opened))).text.includes(success_url))
  await plans.run((recorder) => approveMandate({ ...opened, payer }, recorder))
  const { text } = await get(pathOf(opened))
  assert.equal(statusOf(text), 'active')
  assertSays(text, ['Próximo débito', 'Pago até', 'Cobrança 1 de 12', 'Cancelar assinatura'])
  assert.ok(text.includes(`href="${success_url}"`))
  const receipt = await get(`${pathOf(opened)}?invoice=1`)
  assertSays(receipt.text, ['Comprovante de pagamento', 'R$ 49,90', 'Pagamento confirmado'])
  assert.ok(!receipt.text.includes('wa.me'), 'its address opens the subscription')
})

test('a failed debit says why and when it is tried again, or has a code', async () => {
  const opened = await activate({ retries: false })
  await plans.passTo(new Date(`${opened.next_due_on}T10:00:00.000Z`))
  const invoice = await plans.invoice(opened, 2)
  const [attempt] = await plans.attempts(invoice)
  assert.ok(attempt)
  const end = { attempt_id: attempt.id, code: 'AM02', end_to_end_id: null, is_closed: false }
  await plans.run((recorder) =>
    endAttempt({ ...invoice, ...end, status: 'failed', reason: 'amount_over_limit' }, recorder),
  )
  const { text } = await get(pathOf(opened))
  assert.equal(statusOf(text), 'past_due')
  assertSays(text, ['o valor passou do limite que você definiu no seu banco', 'Não paga'])
})

test('one that is over says by whom, and until when it is paid', async () => {
  const canceled = await activate()
  await plans.run((recorder) => cancelSubscription({ ...canceled, by: 'seller' }, recorder))
  const { text } = await get(pathOf(canceled))
  assert.equal(statusOf(text), 'canceled')
  assertSays(text, ['A loja cancelou esta assinatura.', 'O que você pagou vale até'])
  assert.doesNotMatch(text, /name="action"/)
  const rejected = await plans.open()
  const end = { status: 'rejected', by: 'payer', code: 'AP13' } as const
  await plans.run((recorder) => endMandate({ ...rejected, ...end }, recorder))
  const refused = await get(pathOf(rejected))
  assert.equal(statusOf(refused.text), 'expired')
  assertSays(refused.text, ['A autorização foi recusada no seu banco.'])
  const unused = await plans.open()
  plans.now = new Date(Date.parse(unused.expires_at))
  await plans.run((recorder) => expireUnused(unused, recorder))
  assertSays((await get(pathOf(unused))).text, ['Nada foi nem será debitado.'])
})

test('a token that opens none is a page with 404, also one of another seller', async () => {
  const opened = await plans.open()
  const other = await service.account('Outra')
  const token = Buffer.from(opened.page_token, 'base64url')
  const theirs = Buffer.from(other.seller_id.slice('seller_'.length).replaceAll('-', ''), 'hex')
  const forged = Buffer.concat([theirs, token.subarray(16)]).toString('base64url')
  const tokens = ['x', '%00', opened.id, 'A'.repeat(51), forged, opened.page_token.slice(0, -1)]
  for (const one of tokens) {
    const { status, headers, text } = await get(`/subscribe/${one}`)
    assert.equal(status, 404, one)
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
    assertSays(text, ['Assinatura não encontrada'])
  }
  assert.equal((await get('/subscribe/')).status, 404)
  assert.equal((await get(`${pathOf(opened)}/`)).status, 308)
})

test('names stay text, and nothing of the customer is shown', async () => {
  const name = '<img src=x onerror=alert(1)>'
  const { body } = await seller.post<'Product'>('/v1/products', {
    name,
    default_offer: {
      amount_minor: 99_999_999_999,
      currency: 'BRL',
      type: 'recurring',
      billing_interval: 'week',
    },
  })
  const opened = await activate({ offer_id: body.default_offer?.id ?? '' })
  for (const path of [pathOf(opened), `${pathOf(opened)}?invoice=1`]) {
    const { text } = await get(path)
    assert.ok(!text.includes(name))
    assertSays(text, ['&lt;img src=x', 'R$ 999.999.999,99'])
    for (const secret of [opened.id, opened.customer_id, person.tax_id, 'ana.assina@'])
      assert.ok(!text.includes(secret), secret)
  }
})

test('lists twelve invoices at a time, however many there are', async () => {
  const opened = await activate()
  const columns = Object.keys(await plans.invoice(opened, 1))
    .filter((name) => !['id', 'number', 'txid'].includes(name))
    .join()
  for (let count = 1; count < 2_000; count *= 2) {
    await service.sql(
      `insert into invoices (id, number, txid, ${columns})
       select 'inv_' || (number + ${count}), number + ${count}, 'tx' || (number + ${count}),
         ${columns} from invoices where seller_id = ? and subscription_id = ?`,
      seller.seller_id,
      opened.id,
    )
  }
  const numbersOf = (html: string) =>
    [...html.matchAll(/Cobrança (\d+)\s/g)].map(([, number]) => Number(number))
  const { text } = await get(pathOf(opened))
  assert.deepEqual([numbersOf(text).at(0), numbersOf(text).length], [2_048, 12])
  assert.match(text, /before=2037"/)
  const older = await get(`${pathOf(opened)}?before=13`)
  assert.deepEqual(numbersOf(older.text), [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  assert.doesNotMatch(older.text, /before=/)
  for (const odd of ['0', '-1', '1e9', '9'.repeat(40), "1' or 1=1"]) {
    assert.equal((await get(`${pathOf(opened)}?before=${encodeURIComponent(odd)}`)).status, 200)
  }
})
