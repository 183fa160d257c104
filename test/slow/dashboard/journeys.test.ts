/** From `npm start` to a paid, partly refunded checkout, in a real browser. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { freePort } from '../../../cli/ports.ts'
import { atEnd } from '../../support/atEnd.ts'
import { Buyer, openBrowser } from '../../support/chromium.ts'
import { temporaryFolder } from '../../support/commandLine.ts'
import { at, keyboard, mouse, said, withPasskeys } from '../../support/hands.ts'
import type { Hand } from '../../support/hands.ts'
import { startReceiver } from '../../support/receiver.ts'

const browser = await openBrowser()

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Names on the pages of the events that the journey's checkout sends to a webhook. */
const ANNOUNCED = ['Pagamento confirmado', 'Devolução concluída', 'Dinheiro devolvido']

/** Runs `npm start` on an empty folder, and reads the invitation that it prints. */
async function firstStart(): Promise<{ origin: string; invitation: string }> {
  const port = await freePort()
  const DATABASE_URL = `sqlite:${temporaryFolder()}/balcao.db`
  const env = { ...process.env, PORT: String(port), DATABASE_URL, LC_ALL: 'en_US.UTF-8' }
  const child = spawn('npm', ['start'], { cwd: root, env })
  const exited = once(child, 'exit')
  atEnd(async () => {
    child.kill('SIGTERM')
    await exited
  })
  child.stdout.resume()
  let invitation = ''
  for await (const line of createInterface(child.stderr)) {
    invitation = /Open the dashboard +(\S+)/.exec(line)?.[1] ?? ''
    if (invitation) break
  }
  child.stderr.resume()
  return { origin: new URL(invitation).origin, invitation }
}

/** A newcomer, whose browser has opened the invitation that the first `npm start` printed. */
async function newcomer() {
  const { origin, invitation } = await firstStart()
  const buyer = await Buyer.with(browser, [origin])
  return buyer.visit(invitation, (page) => withPasskeys(buyer.context, page))
}

/** From the invitation to a checkout that is paid and partly refunded, with what was delivered. */
async function journey(hand: Hand): Promise<void> {
  const receiver = await startReceiver()
  const { page, faults, outside } = await newcomer()
  const use = (name: RegExp) => hand.use(page, name)
  const write = (label: RegExp, text: string) => hand.write(page, label, text)
  await at(page, 'join')
  await use(/^Criar passkey e entrar$/)
  await at(page, 'home')
  await use(/^Webhooks$/)
  await at(page, 'webhooks')
  await hand.open(page, /^Adicionar um endereço$/)
  await write(/^Endereço \(URL\)$/, receiver.url)
  await use(/^Adicionar$/)
  await page.getByText('O endereço foi adicionado').first().waitFor()
  await use(/^Início$/)
  await at(page, 'home')
  await use(/^Abrir uma cobrança de teste$/)
  await at(page, 'checkout')
  await use(/^Abrir a página de pagamento$/)
  await page.waitForURL(/\/pay\//)
  await use(/^Pagar/)
  await page.getByRole('heading', { name: /Pagamento confirmado/ }).waitFor()
  // By the browser's own button or key.
  while (page.url().includes('/pay/')) await page.goBack()
  await at(page, 'checkout')
  assert.match(await said(page, '.facts >> nth=0'), /Paga/)
  await use(/^Ver o pagamento$/)
  await at(page, 'payment')
  await write(/^Valor a devolver$/, '10,00')
  await use(/^Devolver$/)
  await page.getByText('A devolução foi pedida.').waitFor()
  assert.match(await said(page, '.facts'), /Devolvido em parte/)
  // The checkout is called by what was sold.
  await use(/^Caneca de cerâmica|^Promoção/)
  await at(page, 'checkout')
  assert.match(await said(page, '.facts >> nth=0'), /Devolvido\s+R\$\s10,00/)
  const { length } = await receiver.arrived(ANNOUNCED.length)
  // The receiver has answered, and what it answered is about to be recorded.
  const delivered = page.getByText('Entregue', { exact: true })
  while ((await delivered.count()) < length) await page.reload()
  for (const event of ANNOUNCED) assert.ok((await said(page)).includes(event), event)
  await use(/^Dinheiro devolvido$/)
  await at(page, 'events')
  assert.match(await said(page), /127\.0\.0\.1.*Entregue/s)
  assert.deepEqual([faults, outside], [[], []])
  await use(/^Sair$/)
  await at(page, 'sign-in')
  await use(/^Entrar com passkey$/)
  await at(page, 'home')
}

const STEPS = 'the first npm start, webhook, payment, refund, event, delivery, sign-out and sign-in'

test(`by mouse alone: ${STEPS}`, () => journey(mouse))

test(`by keyboard alone: ${STEPS}`, () => journey(keyboard))
