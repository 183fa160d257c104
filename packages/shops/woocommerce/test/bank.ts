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
  await ask(bank, '/returns/end', { status: 'NAO_REALIZADO', motivo: 'Saldo insuficiente' })
  const back = await whenIs(world, order, 'processing')
  assert.deepEqual(back.refunds, [])
  await until('the note is there', async () =>
    notesSaying(await shop.show(order), /falhou: .*Saldo insuficiente/),
  )
  assert.equal(await shop.refund(order, '20.00'), 'ok')
  await ask(bank, '/returns/end', { status: 'DEVOLVIDO' })
  await until('the refund has reached the buyer', async () =>
    notesSaying(await shop.show(order), 'reembolso de R$ 20,00 chegou'),
  )
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

export async function atABank(world: World): Promise<void> {
  const { steps } = world
  const bank = await steps.step('connects the seller to a simulated bank', () => connect(world))
  await steps.step('a refund that the bank refuses later is taken out of the order', () =>
    refundFailsLater(world, bank),
  )
  await steps.step('late money for a cancelled order is noted in it', () => lateMoney(world, bank))
  await saveSettings(world)
}
