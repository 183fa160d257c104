/**
 * A person's afternoon on a phone: joins, connects a bank by the file that it hands out, charges,
 * is paid, refunds in part and closes the day, at banks with the quirks of each profile.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Ofx } from 'ofx-data-extractor'
import type { Page } from 'playwright-core'
import readWorkbook from 'read-excel-file/node'
import { test } from 'vitest'
import { invitationUrl, invite } from '../../../domain/access/users.ts'
import { atEnd } from '../../support/atEnd.ts'
import { Buyer, openBrowser, overflowOf } from '../../support/chromium.ts'
import { at, keyboard, mouse, withPasskeys } from '../../support/hands.ts'
import type { Hand } from '../../support/hands.ts'
import { p12File } from '../../support/p12File.ts'
import { quirksOf } from '../../support/profileQuirks.ts'
import { long } from '../../support/property.ts'
import { startService } from '../../support/service.ts'
import type { TestAccount } from '../../support/service.ts'
import { entriesOf, sumOf } from '../../support/statement.ts'

const PHONE = { width: 390, height: 844 }
const PASSWORD = 'senha do arquivo'
const CHARGED_MINOR = 13_470
const REFUNDED_MINOR = 1_990

const root = fileURLToPath(new URL('../../..', import.meta.url))
const browser = await openBrowser()
// The bank that runs beside it has the real time.
const service = await startService({
  hostName: 'localhost',
  real_clock: true,
  reconcileSeconds: 1,
})

/** The one line of JSON that `balcao bank` prints. */
type Bank = Record<
  'url' | 'token_url' | 'client_id' | 'client_secret' | 'cert' | 'key' | 'ca' | 'pix_key',
  string
> & { control_url: string }

async function startBank(profile: string): Promise<Bank> {
  const names = (quirksOf[profile]?.quirks ?? []).flatMap((name) => ['--profile', name])
  const stdio = ['pipe', 'pipe', 'inherit'] as ['pipe', 'pipe', 'inherit']
  const child = spawn(process.execPath, ['cli/cli.ts', 'bank', ...names], { cwd: root, stdio })
  atEnd(() => child.kill('SIGKILL'))
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return JSON.parse(line) as Bank
}

/** Someone at the bank's own screen does something. */
async function order(bank: Bank, path: string, body: object = {}): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const sent = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(bank.control_url + path, sent)
  assert.equal(response.status, 200, await response.text())
}

/** A person and how they work a page. */
type By = { hand: Hand; page: Page }

const exactly = (text: string) =>
  new RegExp(`^${text.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`)

/** Writes into a field, by the label that a reader sees, where the form has it. */
async function writeInto({ hand, page }: By, name: string, value: string): Promise<void> {
  const field = page.locator(`[name="${name}"]`)
  if ((await field.count()) === 0) return
  const label = page.locator(`label[for="${await field.getAttribute('id')}"]`)
  await hand.write(page, exactly(await label.innerText()), value)
}

/** Connects the bank by name, with its file, and has the connection tried. */
async function connectBank(by: By, profile: string, bank: Bank): Promise<void> {
  const { hand, page } = by
  await hand.use(page, /^Menu$/)
  await hand.use(page, /^Banco$/)
  await at(page, 'bank')
  const choice = page.locator(`a[href="/dashboard/bank?profile=${profile}"]`)
  await hand.use(page, exactly(await choice.innerText()))
  await page.locator(`[name="profile"][value="${profile}"]`).waitFor({ state: 'attached' })
  await page.waitForLoadState('load')
  const pems = { certificate: bank.cert, private_key: bank.key }
  const values = Object.entries(quirksOf[profile]?.values ?? {})
  for (const name of ['client_id', 'client_secret'] as const) await writeInto(by, name, bank[name])
  for (const [name, value] of values) await writeInto(by, `profile_values.${name}`, value)
  const file = { name: 'loja.p12', buffer: p12File(pems, PASSWORD) }
  await hand.choose(page, /^Certificado \(arquivo/, file)
  await hand.write(page, /^Senha do certificado$/, PASSWORD)
  await writeInto(by, 'pix_key', bank.pix_key)
  const isOpen = await page.locator('[name="url"]').isVisible()
  if (!isOpen) await hand.open(page, /^Endereços do banco$/)
  for (const name of ['url', 'token_url'] as const) await writeInto(by, name, bank[name])
  const ca = { name: 'banco.pem', buffer: Buffer.from(bank.ca) }
  await hand.choose(page, /^Autoridade certificadora/, ca)
  await hand.use(page, /^Conectar$/)
  await page.getByText('O banco foi conectado').first().waitFor()
  await hand.use(page, /^Testar$/)
  await page.getByText('O banco respondeu e avisa os pagamentos aqui.').waitFor()
}

/** Charges, and has the buyer pay by the code of the page that the link leads to. */
async function sell({ hand, page }: By, bank: Bank): Promise<void> {
  await hand.use(page, /^Menu$/)
  await hand.use(page, /^Início$/)
  await at(page, 'home')
  await hand.use(page, /^Nova cobrança$/)
  await at(page, 'new-checkout')
  await hand.write(page, /^Valor$/, '134,70')
  await hand.write(page, /^Descrição$/, 'Bolo de aniversário')
  await hand.use(page, /^Criar cobrança$/)
  await at(page, 'checkout')
  await hand.use(page, /^Abrir a página de pagamento$/)
  await page.waitForURL(/\/pay\//)
  const code = page.locator('textarea')
  await code.waitFor()
  await order(bank, '/payments', { code: await code.inputValue() })
  await page.getByRole('heading', { name: /Pagamento confirmado/ }).waitFor()
  while (page.url().includes('/pay/')) await page.goBack()
  await at(page, 'checkout')
}

/** Sends a part back, which the bank carries out. */
async function refund({ hand, page }: By): Promise<void> {
  await hand.use(page, /^Ver o pagamento$/)
  await at(page, 'payment')
  await hand.write(page, /^Valor a devolver$/, '19,90')
  await hand.use(page, /^Devolver$/)
  await page.getByText('A devolução foi pedida.').waitFor()
  const done = page.locator('td', { hasText: 'Concluída' }).or(page.getByText('Devolvido em parte'))
  while ((await done.count()) === 0) await page.reload()
}

/** A file that a link of the page leads to. */
async function fileOf({ hand, page }: By, name: RegExp): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), hand.use(page, name)])
  return readFile(await download.path())
}

const minorOf = (amount: unknown): number => Math.round(Number(amount) * 100)

/** Opens the files of the day, and compares their sums with what the API says. */
async function closeDay(by: By, seller: TestAccount): Promise<void> {
  const { hand, page } = by
  await hand.use(page, /^Menu$/)
  await hand.use(page, /^Extrato$/)
  await at(page, 'statement')
  assert.match(await page.locator('main').innerText(), /114,80/)
  const workbook = await fileOf(by, /^Exportar Excel/)
  const [sheet] = await readWorkbook(workbook)
  assert.ok(sheet)
  const [titles = [], ...rows] = sheet.data
  const column = titles.indexOf('Valor')
  const inWorkbook = rows.map((row) => ({ amount_minor: minorOf(row[column]) }))
  const ofx = new Ofx((await fileOf(by, /^Exportar OFX$/)).toString())
  const transactions = [ofx.getBankTransferList()].flat()
  const inOfx = transactions.map(({ TRNAMT }) => ({ amount_minor: minorOf(TRNAMT) }))
  const entries = await entriesOf(seller)
  const sum = CHARGED_MINOR - REFUNDED_MINOR
  assert.deepEqual([sumOf(entries), sumOf(inWorkbook), sumOf(inOfx)], [sum, sum, sum])
  assert.deepEqual([entries.length, inWorkbook.length, inOfx.length], [2, 2, 2])
}

async function afternoon(hand: Hand, profile: string): Promise<void> {
  const [bank, seller] = await Promise.all([startBank(profile), service.account('Padaria')])
  const { seller_id } = seller
  const email = 'ana@padaria.example'
  const invited = await invite(service.db, { seller_id, email, role: 'owner', now: new Date() })
  assert.ok(invited)
  const { baseUrl } = service.service
  const person = await Buyer.with(browser, [baseUrl])
  const { page, faults, outside } = await person.visit(
    invitationUrl(baseUrl, invited.token),
    async (tab) => {
      await tab.setViewportSize(PHONE)
      await withPasskeys(person.context, tab)
    },
  )
  const by = { hand, page }
  await at(page, 'join')
  await hand.use(page, /^Criar passkey e entrar$/)
  await at(page, 'home')
  await connectBank(by, profile, bank)
  await sell(by, bank)
  await refund(by)
  await closeDay(by, seller)
  assert.ok((await overflowOf(page)) <= 0)
  assert.deepEqual([faults, outside], [[], []])
  await person.context.close()
}

const STEPS = 'joins, connects its bank, charges, is paid, refunds, closes the day'
const profiles = Object.keys(quirksOf)
const [byMouse, byKeyboard] = long ? [profiles, profiles] : [['inter'], ['itau']]

for (const profile of byMouse) {
  test(`by mouse on a phone, at ${profile}: ${STEPS}`, () => afternoon(mouse, profile))
}
for (const profile of byKeyboard) {
  test(`by keyboard on a phone, at ${profile}: ${STEPS}`, () => afternoon(keyboard, profile))
}
