/** Refunds and late money at a simulated bank, where a refund takes its time and can still fail. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { until } from '../../test/support/until.ts'
import { notesSaying } from './order.ts'
import { saveSettings } from './selling.ts'
import { whenIs } from './world.ts'
import type { World } from './world.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

type Access = Record<
  'url' | 'token_url' | 'client_id' | 'client_secret' | 'cert' | 'key' | 'ca' | 'pix_key',
  string
> & { control_url: string }

/** Starts a bank whose returns end by hand, and connects the seller to it. */
async function connect({ steps, service, shop }: World): Promise<Access> {
  const command = ['cli/balcao.js', 'bank', '--profile', 'slow-returns']
  const bank = spawn(process.execPath, command, {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  steps.atEnd(async () => {
    bank.kill('SIGTERM')
    await once(bank, 'exit')
  })
  const [line] = (await once(createInterface(bank.stdout), 'line')) as [string]
  const access = JSON.parse(line) as Access
  const files = ['cert', 'key', 'ca'] as const
  const options = files.flatMap((name) => {
    const file = join(shop.wordpress.folder, `${name}.pem`)
    writeFileSync(file, access[name])
    return [`--${name}`, file]
  })
  const texts = ['url', 'token_url', 'client_id', 'client_secret', 'pix_key'] as const
  for (const name of texts) options.push(`--${name.replace('_', '-')}`, access[name])
  await service.cli('psp', 'connect', '--seller', service.sellerId, ...options)
  return access
}

async function ask({ control_url }: Access, path: string, body: object): Promise<void> {
  const response = await fetch(control_url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert.ok(response.ok, await response.text())
}

/** Pending, then refused by the bank days later: the order is as if it had never been refunded. */
async function refundFailsLater(world: World, bank: Access): Promise<void> {
  const { shop, service, product } = world
  const order = await shop.sold({ products: [[product, 1]] })
  const { code } = await service.api.getCheckoutPix({ path: { checkoutId: order.checkout_id } })
  await ask(bank, '/payments', { code })
  await whenIs(world, order, 'processing')
  assert.equal(await shop.refund(order, '49.90'), 'ok')
  const pending = await shop.show(order)
  assert.equal(pending.status, 'refunded')
  assert.equal(notesSaying(pending, 'está a caminho'), 1)
  const back = await until('the order is as before', async () => {
    // The service may order the return after it has answered.
    await ask(bank, '/returns/end', { status: 'NAO_REALIZADO', motivo: 'Saldo insuficiente' })
    const now = await shop.show(order)
    return now.status === 'processing' ? now : undefined
  })
  assert.deepEqual(back.refunds, [])
  await until('the note is there', async () =>
    notesSaying(await shop.show(order), /falhou: .*Saldo insuficiente/),
  )
  assert.equal(await shop.refund(order, '20.00'), 'ok')
  await until('the refund has reached the buyer', async () => {
    await ask(bank, '/returns/end', { status: 'DEVOLVIDO' })
    return notesSaying(await shop.show(order), 'reembolso de R$ 20,00 chegou')
  })
  assert.equal((await shop.show(order)).refunds.length, 1)
}

/** The buyer pays a code whose order was cancelled: it goes back, and the order says so. */
async function lateMoney(world: World, bank: Access): Promise<void> {
  const { shop, service, product } = world
  const order = await shop.sold({ products: [[product, 1]] })
  const { code } = await service.api.getCheckoutPix({ path: { checkoutId: order.checkout_id } })
  // The charge outlives its session, as at a bank that is away when it is to be canceled.
  await ask(bank, '/faults', { on: 'PATCH /cob', fault: 503, times: 1_000 })
  await shop.setStatus(order, 'cancelled')
  await ask(bank, '/payments', { code })
  await until('the order says so', async () => {
    // The service orders the return in its own time, and the bank carries out what is ordered.
    await ask(bank, '/returns/end', { status: 'DEVOLVIDO' })
    return notesSaying(await shop.show(order), /49,90 que não pagou este pedido foi devolvido/)
  })
  assert.equal((await shop.show(order)).status, 'cancelled')
}

/** The bank makes the charge after the order was placed: page and mail get the code as it comes. */
async function slowBank(world: World, bank: Access): Promise<void> {
  const { shop, service, product, proxy } = world
  const email = 'devagar@cliente.example'
  await ask(bank, '/faults', { on: 'PUT /cob', fault: 503, times: 1_000 })
  const order = await shop.sold({ products: [[product, 1]], email })
  assert.equal(order.status, 'on-hold')
  assert.match(await (await fetch(order.page)).text(), /ainda está sendo gerado/)
  const messages = () => shop.wordpress.mails().filter(({ to }) => to === email)
  assert.deepEqual(
    messages().map(({ message }) => /copia e cola|font-family:monospace/.test(message)),
    [false],
  )
  await shop.retry()
  assert.equal(messages().length, 1, 'nothing is sent while there is no code')
  await fetch(`${bank.control_url}/faults`, { method: 'DELETE' })
  const state = `${proxy.url}/wp-json/balcao/v1/orders/${order.id}/state?key=${order.key}&shown=`
  await until('the page is to show the code', async () => {
    const answer = (await (await fetch(state)).json()) as { state: string }
    return answer.state === 'changed'
  })
  await until('the mail with the code', async () => {
    await shop.retry()
    return messages().length > 1
  })
  const { code } = await service.api.getCheckoutPix({ path: { checkoutId: order.checkout_id } })
  assert.ok(messages()[1]?.message.includes(code ?? 'no code'))
  assert.equal(messages().length, 2)
}

export async function atABank(world: World): Promise<void> {
  const { steps } = world
  const bank = await steps.step('connects the seller to a simulated bank', () => connect(world))
  await steps.step('a refund that the bank refuses later is taken out of the order', () =>
    refundFailsLater(world, bank),
  )
  await steps.step('a slow bank: the code follows on the page and by mail', () =>
    slowBank(world, bank),
  )
  await steps.step('late money for a cancelled order is noted in it', () => lateMoney(world, bank))
  await saveSettings(world)
}
