/** Addresses of PostgreSQL as libpq takes them. */
import assert from 'node:assert/strict'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { test } from 'vitest'
import { openDatabase } from '../../../db/open.ts'
import { connectionOf } from '../../../db/postgres/connection.ts'
import { atEnd } from '../../support/atEnd.ts'
import { temporaryFolder } from '../../support/commandLine.ts'
import { newEmptyDatabase } from '../../support/engine.ts'

test('a folder in host takes the place of a host: the socket in it is connected to', async () => {
  const address = await newEmptyDatabase()
  const { username, password, pathname, hostname, port } = new URL(address)
  const folder = temporaryFolder()
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.pipe(connect(Number(port || 5432), hostname)).pipe(socket)
  })
  server.listen(join(folder, '.s.PGSQL.5433'))
  atEnd(() => server.close())
  for (const host of [folder, encodeURIComponent(folder)]) {
    const before = connections
    const url = `postgres://${username}:${password}@${pathname}?host=${host}&port=5433`
    await (await openDatabase(url)).close()
    assert.ok(connections > before)
  }
})

test('a folder without a socket is said to be away, and the password is not', async () => {
  const url = `postgres://ana:hunter2@/x?host=${join(tmpdir(), 'balcao-nothing')}`
  await assert.rejects(openDatabase(url), ({ message }: Error) => {
    assert.match(message, /ENOENT|not available/)
    return !message.includes('hunter2')
  })
})

test('sslrootcert=system checks the server against the authorities of the system', () => {
  for (const mode of ['sslmode=verify-full&', '']) {
    const url = `postgres://ana:x@db.example/loja?${mode}sslrootcert=system&application_name=a`
    const { connectionParameters } = new pg.Client(connectionOf(url)) as unknown as {
      connectionParameters: { ssl: { ca: string[] } & object; application_name: string }
    }
    const { ssl, application_name } = connectionParameters
    assert.ok(ssl.ca.length > 0)
    assert.equal('rejectUnauthorized' in ssl || 'checkServerIdentity' in ssl, false)
    assert.equal(application_name, 'a')
  }
  const other = 'postgres://ana:x@db.example/loja?sslmode=require'
  assert.deepEqual(connectionOf(other), { connectionString: other })
})
