/** Backups are made under load, one after another, and each of them is put to use. */
import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile } from '../../db/address.ts'
import { CommandLine, temporaryFolder } from '../commandLine.ts'
import { newDatabase } from '../engine.ts'
import { control, long, property } from '../property.ts'
import { startService } from '../service.ts'
import type { TestAccount } from '../service.ts'
import { clientOf } from './recorded.ts'
import { assertKept, Writers } from './writers.ts'

const WRITERS = 8
const BACKUPS = long ? 25 : 2

/** Written before each backup, so that it has something to miss. */
const FACTS = long ? 100 : 50

const secret_key = Buffer.alloc(32)

type BackUp = (database_url: string, copy: string) => Promise<unknown>

async function backUpOften(backUp: BackUp): Promise<string> {
  const database_url = await newDatabase()
  const service = await startService({ database_url, secret_key, real_clock: true })
  const account = await service.account()
  const checkout = await account.checkout()
  clientOf(service).pragma('wal_checkpoint(full)')
  const folder = temporaryFolder()
  const writers = new Writers({ url: service.url, token: account.token }, WRITERS)
  let during = 0
  for (let i = 0; i < BACKUPS; i++) {
    await writers.more(FACTS)
    const told = [...writers.told]
    const copy = join(folder, `${i}.db`)
    await backUp(database_url, copy)
    during += writers.told.length - told.length
    await assertKept(`sqlite:${copy}`, told)
    await assertServed(`sqlite:${copy}`, account, checkout)
  }
  await writers.stop()
  assert.deepEqual([writers.refused, writers.cut], [[], 0])
  assert.ok(during > 0)
  return `${BACKUPS} backups under load, ${during} writes acknowledged meanwhile: each is whole, ` +
    `served once restored, and lacks 0 of up to ${writers.told.length} writes acknowledged before`
}

/** A service on the copy knows the client that it holds, and its session. */
async function assertServed(
  database_url: string,
  account: TestAccount,
  checkout: { id: string },
): Promise<void> {
  const { base_url } = account.on.service
  const restored = await startService({ database_url, secret_key, base_url, real_clock: true })
  const again = await restored.login(account)
  const { body } = await again.get<'Checkout'>(`/v1/checkouts/${checkout.id}`)
  assert.deepEqual(body, checkout)
  void restored.close()
}

property('R5', () => backUpOften((database_url, copy) =>
  new CommandLine({ DATABASE_URL: database_url }).json('db', 'backup', copy)))

control('R5', 'the file is copied without its log', () => backUpOften(async (database_url, copy) =>
  copyFileSync(databaseFile(database_url) ?? '', copy)))
