/** The environment: unset variables have the documented default, senseless ones are named. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { atEnd } from '../../support/atEnd.ts'
import { temporaryFolder } from '../../support/commandLine.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = temporaryFolder()

/** Runs the service; it must end by itself. */
const run = (variables: Record<string, string>) =>
  spawnSync(process.execPath, ['server.ts'], {
    cwd: root,
    env: { ...process.env, ...variables },
    encoding: 'utf8',
    timeout: 240_000,
  })

const SECRET_KEY = Buffer.alloc(32, 1).toString('base64')

test('a database file that cannot be opened ends the start with one line that names it', () => {
  writeFileSync(`${folder}/file`, '')
  const { status, stderr } = run({ DATABASE_URL: `sqlite:${folder}/file/a.db` })
  assert.equal(status, 1)
  assert.match(stderr, /^DATABASE_URL: [^\n]+\n$/)
})

for (const [what, DATABASE_URL, WORKERS] of [
  ['a server', 'postgres://u:hunter2@127.0.0.1:1/x', '1'],
  ['each of several servers', 'postgres://u:hunter2@127.0.0.1:1,localhost:1/x', '1'],
  ['with several workers, a server', 'postgres://u:hunter2@127.0.0.1:1/x', '2'],
  ['with a password in the query, a server', 'postgres://u@127.0.0.1:1/x?password=hunter2', '1'],
] as const) {
  test(`${what} that does not answer ends the start with one line without a password`, () => {
    const { status, stdout, stderr } = run({ DATABASE_URL, WORKERS, SECRET_KEY })
    assert.equal(status, 1)
    assert.match(stderr, /^DATABASE_URL: [^\n]*127\.0\.0\.1:1[^\n]*ECONNREFUSED[^\n]*\n$/)
    assert.doesNotMatch(stdout + stderr, /hunter2/)
  })
}

test('a port that is taken ends the start with one line that names it', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  atEnd(() => server.close())
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address)
  const { status, stderr } = run({
    PORT: String(address.port),
    DATABASE_URL: `sqlite:${folder}/b.db`,
  })
  assert.equal(status, 1)
  assert.match(stderr, /^PORT: [^\n]+\n$/)
})

// The second is kept for documentation (RFC 5737), so no machine has it.
for (const HOST of ['nowhere.invalid', '192.0.2.1']) {
  test(`${HOST}, which is not this machine, ends the start with one line about HOST`, () => {
    const { status, stderr } = run({ HOST, DATABASE_URL: `sqlite:${folder}/d.db` })
    assert.equal(status, 1)
    assert.match(stderr, /^HOST: [^\n]+\n$/)
    assert.doesNotMatch(stderr, /EADDRINUSE/)
  })
}
