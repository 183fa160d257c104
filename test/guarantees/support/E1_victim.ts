/**
 * A process that sends the mails of a seller until it is killed. Arguments: the database's address,
 * the seller, the key in base64, the address of the mail server, and the step at which it kills
 * itself if nothing was quicker, and of the how manyth mail. With recurring offers, by their ids,
 * the mails are those of their subscriptions. With `late` it claims a mail only when it has been
 * sent.
 */
import { openDatabase } from '../../../db/open.ts'
import { and, eq } from '../../../db/operators.ts'
import { query } from '../../../db/query.ts'
import type { Arguments, QueryCall } from '../../../db/query.ts'
import type { Row } from '../../../db/schema/tables.ts'
import { Vault } from '../../../domain/identity/vault.ts'
import { Mailer } from '../../../domain/mail/mailer.ts'
import { enqueue } from '../../../domain/mail/enqueue.ts'
import { Mails } from '../../../domain/mail/mails.ts'
import { invoiceBooks } from '../../../domain/payments/invoicePayments.ts'
import { recorderOf } from '../../../domain/subscriptions/ports.ts'
import { EventLog } from '../../../domain/webhooks/events.ts'
import { noMetrics } from '../../../runtime/metrics/metrics.ts'
import { createSendMail } from '../../../domain/mail/smtp.ts'
import type { SendMail } from '../../../domain/mail/smtp.ts'
import { SystemClock } from '../../../runtime/clock.ts'
import { createLog } from '../../../runtime/logger.ts'
import { mailServerAt } from '../../support/mailServer.ts'
import { breakQueries, replaced, skipped } from './breakage.ts'
import type { BrokenQuery } from './breakage.ts'
import { changeSubscriptions } from './subscriptionChanges.ts'

const MAILS = 3

const [database_url = '', seller_id = '', key = '', url = '', step, number, offers = '', late] =
  process.argv.slice(2)

let count = 0

function live(now: string): void {
  if (now === step && count++ === Number(number)) process.kill(process.pid, 'SIGKILL')
}

const sendMail = createSendMail(mailServerAt(url))

const send: SendMail = async (message, signal) => {
  live('claimed')
  await sendMail(message, signal)
  live('answered')
}

type Key = Arguments<Pick<Row<'mails'>, 'seller_id' | 'id'>>

const lookAtPending = query('test_look_at_pending_mail', (db, { mails: t }, args: Key) =>
  db
    .select()
    .from(t)
    .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), eq(t.status, 'pending'))),
)

const finishUnclaimed = query(
  'test_finish_unclaimed_mail',
  (db, { mails: t }, args: Arguments<Row<'mails'> & { now: string }>) =>
    db
      .update(t)
      .set({ status: args.status, error: args.error, sent_at: args.sent_at, claimed_at: args.now })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id)))
      .returning({ id: t.id }),
)

const db = await openDatabase(database_url)

/** Kills the process once a statement has run, and before its transaction is committed. */
const killing =
  (now: string, then = (call: QueryCall): BrokenQuery => ({ step: call })) =>
  (call: QueryCall): BrokenQuery => {
    const { step: run, rows = (found) => found } = then(call)
    const ran = (found: unknown[]) => {
      live(now)
      return rows(found)
    }
    return { ...(run && { step: run }), rows: ran }
  }

// Within this process nothing is sent twice all the same.
const sending = new Set<unknown>()
const claimLate = (call: QueryCall): BrokenQuery => {
  const { id } = call.args
  const known = sending.has(id)
  sending.add(id)
  return known ? skipped() : replaced(lookAtPending)(call)
}
breakQueries(db, {
  add_mail: killing('recording'),
  claim_mail: killing('claiming', late ? claimLate : undefined),
  finish_mail: killing('finishing', late ? replaced(finishUnclaimed) : undefined),
})

const clock = new SystemClock()
const baseUrl = 'http://localhost:3000'
const vault = new Vault(Buffer.from(key, 'base64'))
const log = createLog('silent')
const mailer = new Mailer({
  ...{ db, vault, clock, log, metrics: noMetrics, send },
  baseUrl,
})

const mails = new Mails({ isOn: true, vault })
const events = new EventLog({ baseUrl, mails, wake: () => undefined })
const books = invoiceBooks({ events, metrics: noMetrics })
if (offers !== '') {
  await changeSubscriptions({
    ...{ db, seller_id, offer_ids: offers.split(',') },
    recorder: (now) => recorderOf({ events, books }, now),
    committed: () => live('committed'),
  })
}
for (let i = 0; i < MAILS && offers === ''; i++) {
  const about = `${process.pid}.${i}`
  const recipient = `ana.${about}@example.com`
  const mail = { seller_id, type: 'bank_changed', about, recipient, reader_id: null } as const
  await db.run(() => enqueue({ ...mail, locale: 'pt-BR' }, { now: clock.now(), vault }))
}
mailer.start()
console.log('started')
