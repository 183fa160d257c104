/** Backups are made under load, one after another, and each of them is put to use. */
import assert from 'node:assert/strict'
import { copyFileSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { createSeller } from '../../../domain/access/clients.ts'
import { databaseFile } from '../../../db/databaseUrl.ts'
import { openDatabase } from '../../../db/open.ts'
import { openSqliteFile } from '../../../db/sqlite/open.ts'
import { CommandLine, temporaryFolder } from '../../support/commandLine.ts'
import { newDatabase } from '../../support/engine.ts'
import { startProcesses } from '../../support/processes.ts'
import { control, long, property } from '../../support/property.ts'
import { startService } from '../../support/service.ts'
import type { TestAccount } from '../../support/service.ts'
import { assertKept, signIn, Writers } from '../support/writers.ts'

const WRITERS = 8
const BACKUPS = long ? 25 : 2

/** AffectedRow before each backup, so that it has something to miss. */
const FACTS = long ? 100 : 50

const secretKey = Buffer.alloc(32)

type BackUp = (database_url: string, copy: string) => Promise<unknown>

async function backUpOften(backUp: BackUp): Promise<string> {
  const databaseUrl = await newDatabase()
  const service = await startService({ databaseUrl, secretKey, real_clock: true })
  const account = await service.account()
  const checkout = await account.checkout()
  // Not by the service's own connection, which may be within a transaction.
  const other = openSqliteFile(databaseFile(databaseUrl) ?? '')
  other.pragma('wal_checkpoint(full)')
  other.close()
  const folder = temporaryFolder()
  const writers = new Writers({ url: service.url, token: account.token }, WRITERS)
  let during = 0
  for (let i = 0; i < BACKUPS; i++) {
    await writers.more(FACTS)
    const told = [...writers.told]
    const copy = join(folder, `${i}.db`)
    await backUp(databaseUrl, copy)
    during += writers.told.length - told.length
    await assertKept(`sqlite:${copy}`, told)
    await assertServed(`sqlite:${copy}`, account, checkout)
  }
  await writers.stop()
  assert.deepEqual([writers.refused, writers.cut], [[], 0])
  assert.ok(during > 0)
  return (
    `${BACKUPS} backups under load, ${during} writes acknowledged meanwhile: each is whole, ` +
    `served once restored, and lacks 0 of up to ${writers.told.length} writes acknowledged before`
  )
}

/** A service on the copy knows the client that it holds, and its session. */
async function assertServed(
  databaseUrl: string,
  account: TestAccount,
  checkout: { id: string },
): Promise<void> {
  const { baseUrl } = account.on.service
  const restored = await startService({ databaseUrl, secretKey, baseUrl, real_clock: true })
  const again = await restored.login(account)
  const { body } = await again.get<'Checkout'>(`/v1/checkouts/${checkout.id}`)
  assert.deepEqual(body, checkout)
  void restored.close()
}

/**
 * A backup is moved into the place of the file while the service runs, which is to be stopped
 * before that: it stops by itself, and the backup is what it was.
 */
async function moveIntoPlace(): Promise<string> {
  const DATABASE_URL = await newDatabase()
  const file = databaseFile(DATABASE_URL) ?? ''
  const SECRET_KEY = secretKey.toString('base64')
  const running = await startProcesses({ DATABASE_URL, SECRET_KEY })
  const db = await openDatabase(DATABASE_URL)
  const client = await createSeller(db, { name: 'Loja', now: new Date() })
  await db.close()
  const writers = new Writers(await signIn(running.url, client), WRITERS)
  await writers.more(FACTS)
  const backup = `${file}.backup`
  await new CommandLine({ DATABASE_URL }).json('db', 'backup', backup)
  const before = readFileSync(backup)
  renameSync(backup, file)
  const { length } = writers.told
  await running.exited
  await writers.stop()
  // Answers were under way for each writer.
  assert.ok(writers.told.length <= length + WRITERS, 'It goes on acknowledging.')
  assert.ok(readFileSync(file).equals(before), 'It has written into the backup.')
  const lines = running.lines.filter(({ msg }) => msg?.includes('was deleted or replaced'))
  assert.equal(lines.length, 1)
  return 'one moved into the place of the file ends the service, which leaves it as it was'
}

property('R5', async () => {
  const figure = await backUpOften((database_url, copy) =>
    new CommandLine({ DATABASE_URL: database_url }).json('db', 'backup', copy),
  )
  return `${figure}; ${await moveIntoPlace()}`
})

control('R5', 'the file is copied without its log', () =>
  backUpOften(async (database_url, copy) => copyFileSync(databaseFile(database_url) ?? '', copy)),
)
