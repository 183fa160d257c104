/** One command says what needs an operator's attention, for people and for programs. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { attentionOf } from '../../../domain/attention.ts'
import { sellerById } from '../../../domain/identity/sellerRows.ts'
import { enqueue } from '../../../domain/mail/enqueue.ts'
import { engine } from '../../support/engine.ts'
import { startRail } from '../../support/rail.ts'
import { startServiceAndCommandLine } from '../../support/serviceCommandLine.ts'

type Status = {
  ok: boolean
  database: { engine: string; free_bytes: number | null }
  attention: { seller: string; kind: string; since: string }[]
}

const { service, cli } = await startServiceAndCommandLine()
const seller = await service.account('Padaria')
await seller.patch('/v1/settings', { display_name: 'Pão Quente' })

test('a service without faults is whole: exit 0, with its engine and free space', async () => {
  const { ok, database, attention } = await cli.json<Status>('status')
  assert.deepEqual([ok, attention, database.engine], [true, [], engine])
  assert.equal(typeof database.free_bytes, engine === 'sqlite' ? 'number' : 'object')
  const portuguese = await cli.with({ LC_ALL: 'pt_BR.UTF-8' }).text('status')
  assert.match(portuguese, /^Banco de dados: .*\nNada precisa de atenção\.\n$/)
})

test('what needs attention is named by the name of the shop, and the exit is 1', async () => {
  const { seller_id } = seller
  const reader = { recipient: 'ana@example.com', reader_id: null, locale: 'pt-BR' } as const
  const mail = { seller_id, type: 'bank_changed', about: 'bank_1', ...reader } as const
  await service.db.run(() => enqueue(mail, { now: new Date(), vault: undefined }))
  await service.sql(`update mails set status = 'failed', error = 'refused'`)
  const { code, out } = await cli.run('status', '--json')
  const { ok, attention } = JSON.parse(out) as Status
  assert.deepEqual([code, ok, attention.length], [1, false, 1])
  const [{ seller: name, kind, since } = assert.fail()] = attention
  assert.deepEqual([name, kind], ['Pão Quente', 'mail_failed'])
  assert.ok(Math.abs(Date.parse(since) - Date.now()) < 60_000)
  const shown = await cli.with({ LANG: 'pt_BR.UTF-8', LC_ALL: '' }).run('status')
  assert.match(shown.out, /^ {2}Pão Quente: um aviso que não pôde ser enviado/m)
  assert.equal(shown.err, '1 ponto de atenção.\n')
})

test('a database that is not there is no answer: exit 3', async () => {
  const { code, err } = await cli.with({ DATABASE_URL: 'sqlite:/nowhere/balcao.db' }).run('status')
  assert.equal(code, 3)
  assert.match(err, /no database/)
})

test('what a bank owes for long needs attention, and nothing before', async () => {
  const rail = await startRail()
  const { clock, db } = rail.service
  const kinds = async () => {
    const found = await db.read(function* () {
      const [row] = yield* sellerById({ id: rail.seller.seller_id })
      return yield* attentionOf(row ?? assert.fail(), {
        baseUrl: rail.service.url,
        now: clock.now(),
      })
    })
    return found.map(({ kind }) => kind).toSorted()
  }
  const { checkout, txid } = await rail.charged()
  await rail.pay(txid)
  const { payment_id } = await rail.read(checkout)
  rail.bank.books.return_state = 'EM_PROCESSAMENTO'
  await rail.refund(payment_id ?? '')
  await rail.charged()
  assert.deepEqual(await kinds(), [])
  await clock.advance(20 * 60)
  assert.deepEqual(await kinds(), ['charge_check_overdue', 'refund_overdue'])
})
