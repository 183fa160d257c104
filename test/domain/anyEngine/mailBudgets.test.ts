/** Mails that need attention go first; a day's remaining sales are one mail at its end. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { enqueue } from '../../../domain/mail/enqueue.ts'
import { mailSweeps } from '../../../domain/mail/sweeps.ts'
import { createLog } from '../../../runtime/logger.ts'
import { Sweeper } from '../../../runtime/sweeper.ts'
import { mailServerAt, startMailServer } from '../../support/mailServer.ts'
import { joinedUser } from '../../support/people.ts'
import { startService } from '../../support/service.ts'
import type { TestAccount } from '../../support/service.ts'

const DAY_S = 24 * 60 * 60

/** A server that takes a mail to an address that hangs, and never says so. */
const server = await startMailServer({
  onRcptTo({ address }, _, done) {
    if (address.startsWith('presa')) return
    const refused = Object.assign(new Error('Caixa cheia'), { responseCode: 552 })
    done(address.startsWith('cheia') ? refused : undefined)
  },
})
const service = await startService({ mailServer: mailServerAt(server.url) })
const { clock, db } = service

async function mailTo(address: string, subject: RegExp) {
  for (let count = 1; ; count = server.mails.length + 1) {
    const found = server.mails.find(
      ({ to, headers }) => to.includes(address) && subject.test(headers['subject'] ?? ''),
    )
    if (found) return found
    await server.arrived(count)
  }
}

async function sell(seller: TestAccount, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const { id } = await seller.checkout()
    await seller.post(`/sandbox/checkouts/${id}/pay`)
  }
}

const subjectsTo = (address: string) =>
  server.mails.filter(({ to }) => to.includes(address)).map(({ headers }) => headers['subject'])

async function settled(): Promise<void> {
  const open = "select id from mails where status in ('pending', 'claimed')"
  while ((await service.sql(open)).length > 0) await new Promise((resolve) => setImmediate(resolve))
}

const sweeps = () =>
  new Sweeper({ db, clock, log: createLog('silent'), sweeps: mailSweeps(400) }).round()

test('ten sales of a day are mailed, the rest in one mail once the day has ended', async () => {
  const seller = await service.account('Padaria')
  await seller.patch('/v1/settings', { mail: { seller_sale: true } })
  const { email } = await joinedUser(seller)
  await sell(seller, 25)
  await seller.refund((await seller.get<'PaymentList'>('/v1/payments')).body.data[0]?.id ?? '')
  await mailTo(email, /^Venda de/)
  const second = await joinedUser(seller, { role: 'viewer' })
  await seller.patch(`/v1/users/${second.user_id}`, { role: 'owner' })
  const alert = await mailTo(email, /^Um novo proprietário/)
  assert.match(alert.text, /Quem: /)
  await settled()
  await sweeps()
  const sales = () => subjectsTo(email).filter((subject) => /^Venda de/.test(subject ?? ''))
  await clock.advance(DAY_S)
  await sweeps()
  service.service.mailer.wake(seller.seller_id)
  const digest = await mailTo(email, /^Mais 15 vendas em .*2026: R\$\s748,50$/)
  assert.match(digest.text, /\/dashboard\/payments\?paid_from=\d{4}-\d\d-\d\d&paid_to=/)
  assert.equal(sales().length, 10)
  await sweeps()
  assert.deepEqual(await service.sql('select * from mail_digests'), [])
})

test('an alert goes out while every connection of other mails hangs', async () => {
  const seller = await service.account()
  const { email } = await joinedUser(seller)
  await service.sql('delete from mails')
  const { vault } = service.service
  const now = clock.now()
  for (let i = 0; i < 12; i++) {
    const other = await service.account()
    const { seller_id } = other
    const reader = { recipient: `presa${i}@example.com`, reader_id: null }
    const mail = { seller_id, type: 'sales_digest', about: '2026-11-29', ...reader } as const
    await db.run(() => enqueue({ ...mail, locale: 'pt-BR' }, { now, vault }))
    service.service.mailer.wake(seller_id)
  }
  const second = await joinedUser(seller, { role: 'viewer' })
  await seller.patch(`/v1/users/${second.user_id}`, { role: 'owner' })
  await mailTo(email, /^Um novo proprietário/)
})

test('a mail that is too old to be sent takes no place, and becomes a failure', async () => {
  const seller = await service.account()
  const { seller_id } = seller
  await service.service.mailer.stop(0)
  const { vault } = service.service
  const long = new Date(clock.now().getTime() - 2 * DAY_S * 1000)
  const reader = { recipient: 'ana@example.com', reader_id: null, locale: 'pt-BR' } as const
  const old = { seller_id, type: 'bank_changed', about: 'old', ...reader } as const
  await db.run(() => enqueue(old, { now: long, vault }))
  await db.run(() => enqueue({ ...old, about: 'new' }, { now: clock.now(), vault }))
  await sweeps()
  const rows = await service.sql<{ about: string; status: string; error: string | null }>(
    'select about, status, error from mails where seller_id = ? order by about',
    seller_id,
  )
  assert.deepEqual(rows, [
    { about: 'new', status: 'pending', error: null },
    { about: 'old', status: 'failed', error: 'It could not be sent within a day.' },
  ])
})
