/** E1: mails by senders that are killed at each step, and to servers of every kind. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { openDatabase } from '../../../../db/open.ts'
import { createSeller } from '../../../../domain/access/clients.ts'
import { Vault } from '../../../../domain/identity/vault.ts'
import { enqueue } from '../../../../domain/mail/enqueue.ts'
import { createSendMail } from '../../../../domain/mail/smtp.ts'
import { atEnd } from '../../../support/atEnd.ts'
import { newDatabase, sqlOn } from '../../../support/engine.ts'
import { FROM, mailServerAt, startMailServer } from '../../../support/mailServer.ts'
import { control, long, property } from '../../../support/property.ts'
import { seed } from '../../../guarantees/support/endings.ts'
import {
  giveUpLeft,
  killedAt,
  killingServer,
  mailsOf,
  sendRest,
  steps,
} from '../../../guarantees/support/mailKills.ts'
import type { Mail, Step } from '../../../guarantees/support/mailKills.ts'
import { faults, REPLIES, startBrokenServer } from '../../../guarantees/support/brokenMailServer.ts'

const LONG_MS = 60_000

/** In the order of the alphabet. */
const HEADERS = [
  ...['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version'],
  ...['subject', 'to'],
]

/** They would end a header, a message or a command, and begin another. */
const hostile = [
  ...['\r\n', '\n', '\r', '\u2028', '\u0085', '\v', '\0\r\n'].map(
    (end) => `${end}Bcc: e@mal.example`,
  ),
  ...['\r\n', '\n', '\r'].map((end) => `${end}.${end}MAIL FROM:<e@mal.example>${end}`),
  '\r\n\r\nOlá',
  '>\r\nRCPT TO:<e@mal.example>',
  '" <e@mal.example>, "',
  '=?utf-8?q?=0D=0ABcc:_e@mal.example?=',
]

const message = {
  ...{
    fromName: 'Loja',
    accountName: 'Loja',
    to: 'ana@example.com',
    replyTo: null,
    subject: 'Olá',
  },
  ...{ text: 'Olá', html: '<p>Olá</p>', logo: null },
}

const mailTo = (recipient: string, seller_id: string) =>
  ({
    seller_id,
    recipient,
    type: 'bank_changed',
    about: recipient,
    reader_id: null,
    locale: 'pt-BR',
  }) as const

/** A database with a seller, and what it has on record of its mails. */
async function start() {
  const database_url = await newDatabase()
  const db = await openDatabase(database_url)
  atEnd(() => db.close())
  const sql = await sqlOn(database_url)
  const key = randomBytes(32)
  const { seller_id } = await createSeller(db, { name: 'Loja', now: new Date() })
  return { database_url, db, sql, key, vault: new Vault(key), seller_id }
}

/** How often each mail has come, held against what is on record of it. */
function judged(all: Mail[], came: { to: string[] }[]) {
  const timesOf = (address: string) => came.filter(({ to }) => to.includes(address)).length
  const counts = { mails: all.length, cut: 0, arrived: 0 }
  for (const { recipient, status, error } of all) {
    const times = timesOf(recipient)
    assert.ok(status === 'sent' ? times === 1 : times <= 1, `${status}, ${times} times`)
    if (status === 'sent') continue
    assert.equal(status, 'failed')
    assert.ok(error)
    counts.cut++
    counts.arrived += times
  }
  const known = new Set(all.map(({ recipient }) => recipient))
  // Every mail that arrived is recorded: none tells of something that was rolled back.
  assert.ok(came.every(({ to }) => to.every((address) => known.has(address))))
  return counts
}

/** Kills process after process on one database, then sends what is left. */
async function neverSentTwice(steps: readonly Step[], late: string[] = []) {
  const started = await start()
  const killing = await killingServer()
  for (const step of steps) await killedAt(step, started, killing, { late })
  await giveUpLeft(started)
  await sendRest(started, killing.server.url)
  return judged(await mailsOf(started), killing.server.mails)
}

/** Each server does one thing wrong at one step, and is given one mail of a seller of its own. */
async function neverRepeated(): Promise<number> {
  const { db, vault, sql } = await start()
  const servers: Awaited<ReturnType<typeof startBrokenServer>>[] = []
  for (const step of REPLIES.keys()) {
    for (const fault of faults) servers.push(await startBrokenServer(step, fault))
  }
  await Promise.all(
    servers.map(async ({ url, asked }, i) => {
      const { seller_id } = await createSeller(db, { name: 'Loja', now: new Date() })
      await db.run(() =>
        enqueue(mailTo(`ana.${i}@example.com`, seller_id), { now: new Date(), vault }),
      )
      await sendRest({ db, vault, sql, seller_id }, url)
      const [mail] = await mailsOf({ sql, seller_id })
      assert.ok(mail?.status === 'failed' && mail.error, `${mail?.status}: ${asked.join()}`)
      assert.ok(asked.length <= 1, `asked ${asked.length} times`)
    }),
  )
  return servers.length
}

/** Texts that would end a header or a message and begin another, if they were taken literally. */
async function noHeaderInjected(): Promise<number> {
  const server = await startMailServer()
  const send = createSendMail(mailServerAt(server.url))
  const never = new AbortController().signal
  for (const text of hostile) {
    for (const field of ['fromName', 'subject', 'text', 'html'] as const) {
      await send({ ...message, [field]: `Olá${text}` }, never)
    }
    await assert.rejects(send({ ...message, to: `ana@example.com${text}` }, never))
  }
  assert.equal(server.mails.length, hostile.length * 4)
  for (const { from, to, headers } of server.mails) {
    assert.deepEqual([from, to], [FROM, [message.to]])
    assert.deepEqual(Object.keys(headers).toSorted(), HEADERS)
  }
  return server.mails.length
}

property('E1', async () => {
  const servers = await neverRepeated()
  const injected = await noHeaderInjected()
  const endMs = performance.now() + (long ? LONG_MS : 0)
  const all = { mails: 0, cut: 0, arrived: 0 }
  let kills = 0
  do {
    const run = await neverSentTwice(steps)
    all.mails += run.mails
    all.cut += run.cut
    all.arrived += run.arrived
    kills += steps.length
  } while (performance.now() < endMs)
  const { mails, cut, arrived } = all
  assert.ok(arrived > 0 && arrived < cut, 'the kills met one side of a conversation only')
  return (
    `0 of ${mails} mails twice in ${kills} kills at ${steps.length} steps, ${cut} of them ` +
    `recorded as failures, of which ${arrived} had arrived; 1 try at each of ${servers} broken ` +
    `servers; 0 headers injected in ${injected} mails (seed ${seed})`
  )
})

control('E1', 'a mail is claimed when it has been sent', () =>
  neverSentTwice(['answered'], ['late']),
)
