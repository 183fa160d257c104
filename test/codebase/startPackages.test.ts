/** Packages and files that a start does not load. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { temporaryFolder } from '../support/commandLine.ts'
import { newDatabase } from '../support/engine.ts'
import { startProcesses } from '../support/processes.ts'

/** Each is loaded with the first thing that needs it, which most processes never do. */
const later = [
  ...['drizzle-orm', 'express', 'pg', 'prom-client', 'commander', 'nodemailer'],
  ...['generated/responses.js', 'domain/mail/message.ts', 'domain/mail/smtp.ts'],
  ...['domain/files/xlsx.ts', 'packages/client/index.ts'],
]

test('a start loads no package, and no file, that it does not need', async () => {
  const DATABASE_URL = await newDatabase()
  await (await openDatabase(DATABASE_URL)).close()
  const file = join(temporaryFolder(), 'packages.json')
  const hooks = new URL('../support/loadedPackages.ts', import.meta.url).href
  const service = await startProcesses({
    DATABASE_URL,
    MODE: 'live',
    SECRET_KEY: randomBytes(32).toString('base64'),
    NODE_OPTIONS: `--import=${hooks}`,
    LOADED_PACKAGES: file,
  })
  service.kill('SIGTERM')
  await service.exited
  const loaded = JSON.parse(readFileSync(file, 'utf8')) as string[]
  for (const name of ['better-sqlite3', 'generated/requests.js', 'domain/mail/mailer.ts']) {
    assert.ok(loaded.includes(name), loaded.join())
  }
  assert.deepEqual(
    later.filter((name) => loaded.includes(name)),
    [],
  )
})
