import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import manifest from '../../../package.json' with { type: 'json' }
import { test } from 'vitest'
import { createProgram } from '../../../cli/commands/program.ts'
import { asText } from '../../../cli/commands/text.ts'
import { CommandLine } from '../../support/commandLine.ts'
import { newDatabase, newEmptyDatabase, sqlOn } from '../../support/engine.ts'

const DATABASE_URL = await newDatabase()
const SECRET_KEY = randomBytes(32).toString('base64')
const cli = new CommandLine({ DATABASE_URL, SECRET_KEY })

/** A server that cannot be reached. */
const nowhere = 'postgres://u:hunter2@127.0.0.1:1/x'

const commands = [
  'sellers create',
  'sellers list',
  'clients create',
  'clients list',
  'clients rotate',
  'clients revoke',
  'customers deactivate',
  'customers activate',
  'products archive',
  'offers archive',
  'checkouts cancel',
  'subscriptions list',
  'subscriptions cancel',
  'webhooks create',
  'webhooks list',
  'webhooks delete',
  'webhooks rotate',
  'webhooks deliveries',
  'psp connect',
  'psp profiles',
  'psp renew',
  'psp test',
  'psp disconnect',
  'keys rotate',
  'audit list',
  'db migrate',
  'db backup',
  'db check',
  'demo',
  'sandbox',
]

function leaves(command: Command, path: string[] = []): { words: string; command: Command }[] {
  if (command.commands.length === 0) return [{ words: path.join(' '), command }]
  return command.commands.flatMap((inner) => leaves(inner, [...path, inner.name()]))
}

test('prints its version', async () => {
  assert.equal(await cli.text('--version'), `${manifest.version}\n`)
})

test('has every promised command, and each says what it does and what it takes', async () => {
  const found = leaves(await createProgram())
  const names = new Set(found.map(({ words }) => words))
  assert.deepEqual(
    commands.filter((words) => !names.has(words)),
    [],
  )
  for (const { words, command } of found) {
    assert.match(command.description(), /^[A-Z].*\.$/, words)
    const taken = [...command.options, ...command.registeredArguments]
    for (const { description } of taken) assert.match(description, /\w/, words)
  }
})

test('help shows what a command does and takes', async () => {
  const help = await cli.text('clients', 'rotate', '--help')
  assert.match(help, /^Usage: balcao clients rotate \[options\] <client_id>$/m)
  assert.match(help, /^Give a client a new secret; /m)
  assert.match(help, /^ {2}client_id +its client_id, or its id$/m)
  assert.match(help, /^ {2}--json +print one JSON document and nothing else$/m)
})

test('help or a version that cannot be printed is a refusal of one line', async () => {
  const ended = await Promise.all([
    cli.unread('--help'),
    cli.unread('--version'),
    cli.unread('help', 'sellers'),
  ])
  for (const { code, err } of ended) {
    assert.equal(err, 'Cannot print: write EPIPE\n')
    assert.equal(code, 1)
  }
})

test('no command at all is bad usage and shows the help on standard error', async () => {
  for (const { code, out, err } of await Promise.all([cli.run(), cli.run('sellers')])) {
    assert.equal(code, 2)
    assert.equal(out, '')
    assert.match(err, /^Usage: balcao/)
  }
})

test('bad usage is one line that says what is wrong and where the help is', async () => {
  const lines = await Promise.all([
    cli.badUsage('refund'),
    cli.badUsage('sellers', 'lst'),
    cli.badUsage('sellers', 'list', '--all'),
    cli.badUsage('db', 'check', 'everything'),
    cli.badUsage('sellers', 'create'),
    cli.badUsage('sellers', 'create', '--name'),
    cli.badUsage('clients', 'create', '--seller', 'seller_1', '--name', 'Web'),
    cli.badUsage('customers', 'deactivate'),
    cli.badUsage('db', 'backup'),
  ])
  assert.deepEqual(lines, [
    "unknown command 'refund'. See balcao --help.",
    "unknown command 'lst' (Did you mean list?). See balcao sellers --help.",
    "unknown option '--all'. See balcao sellers list --help.",
    "too many arguments for 'check'. Expected 0 arguments but got 1. See balcao db check --help.",
    "required option '--name <name>' not specified. See balcao sellers create --help.",
    "option '--name <name>' argument missing. See balcao sellers create --help.",
    "required option '--scopes <scopes>' not specified. See balcao clients create --help.",
    "missing required argument 'id'. See balcao customers deactivate --help.",
    "missing required argument 'file'. See balcao db backup --help.",
  ])
})

test('bad usage repeats no password of an address', async () => {
  const line = await cli.badUsage('db', 'copy', '--to', 'postgres://balcao:gehe/im@db/x')
  assert.match(line, /^A database URL is sqlite:PATH or postgres:/)
  assert.doesNotMatch(line, /gehe/)
})

test('bad usage repeats no secret that an option may hold', async () => {
  const lines = await Promise.all([
    cli.badUsage('webhooks', 'listen', '--secret', 'hunter2'),
    cli.badUsage('webhooks', 'listen', '--forward-to', 'ftp://u:hunter2@127.0.0.1/'),
    cli.badUsage('psp', 'connect', '--url', 'https://u:hunter2@bank.example/'),
    cli.badUsage('psp', 'test', '--seller', 'x', '--client-secret=hunter2'),
  ])
  for (const line of lines) assert.doesNotMatch(line, /hunter2/)
  assert.match(lines[0] ?? '', /^option '--secret <secret>' is invalid\. A secret is whsec_/)
  assert.match(lines[3] ?? '', /^unknown option '--client-secret'\. See /)
})

test('bad usage touches no database', async () => {
  await cli.with({ DATABASE_URL: nowhere }).badUsage('sellers', 'create')
})

test('takes --json before the command too', async () => {
  const { code, out } = await cli.run('--json', 'sellers', 'list')
  assert.equal(code, 0)
  assert.deepEqual(JSON.parse(out), [])
})

test('a variable that makes no sense is refused in a line that names it', async () => {
  const lines = await Promise.all([
    cli.with({ MODE: 'production' }).refused('sellers', 'list'),
    cli.with({ MODE: 'live', SECRET_KEY: '' }).refused('sellers', 'list'),
    cli.with({ DATABASE_URL: 'mysql://db' }).refused('sellers', 'list'),
  ])
  const names = lines.map((line) => line.split(':')[0])
  assert.deepEqual(names, ['MODE', 'SECRET_KEY', 'DATABASE_URL'])
})

test('a server that does not answer is refused in a line without its password', async () => {
  const line = await cli.with({ DATABASE_URL: nowhere }).refused('sellers', 'list')
  assert.match(line, /^postgres:\/\/u:\*\*\*@127\.0\.0\.1:1\/x: .*ECONNREFUSED/)
})

const faultyDisk = new URL('../../guarantees/support/faultyDisk.ts', import.meta.url).href

if (process.platform === 'linux') {
  test('a disk that fails in the commit may have the change, and no line denies it', async () => {
    // The log keeps the change unless the connection that closes last gives up the log.
    const failing = cli.with({
      DATABASE_URL: await newDatabase('sqlite'),
      NODE_OPTIONS: `--import=${faultyDisk}`,
      DISK_FAULT: 'sync,2,true',
    })
    const { code, out, err } = await failing.fed('', 'sellers', 'create', '--name', 'Ana')
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, /^The database cannot be written now \(SQLITE_IOERR_FSYNC\)\. [^\n]+\n$/)
    assert.doesNotMatch(err, /nothing was changed/)
  })
}

test('control characters in stored texts reach a terminal escaped', async () => {
  const { seller_id } = await cli.json<{ seller_id: string }>('sellers', 'create', '--name', 'Ana')
  const sql = await sqlOn(DATABASE_URL)
  await sql('update sellers set name = ? where id = ?', '\u001b[2J\nroot\u202e', seller_id)
  const text = await cli.text('sellers', 'list')
  assert.match(text, /\\u001b\[2J\\u000aroot\\u202e/)
  assert.doesNotMatch(text, /\u001b|\u202e/)
})

test('a list of many thousands of rows is set out as a short one is', () => {
  const count = 200_000
  const lines = asText(Array.from({ length: count }, (_, i) => ({ id: i, name: 'Loja' })))
  const [head, ...rows] = lines.split('\n')
  assert.deepEqual([head, rows.length, rows.at(-1)], ['id      name', count, '199999  Loja'])
})

test('works on a machine that has never run the service', async () => {
  const on = cli.with({ DATABASE_URL: await newEmptyDatabase() })
  assert.equal(await on.text('sellers', 'list'), 'None.\n')
})

test('a result that cannot be printed is no success', async () => {
  const { code, err } = await cli.unread('sellers', 'create', '--name', 'Ana')
  assert.equal(code, 1)
  assert.match(err, /^Cannot print: [^\n]*EPIPE[^\n]*\n$/)
})

test('the only seller need not be named, one of several must be', async () => {
  const on = cli.with({ DATABASE_URL: await newDatabase() })
  assert.match(await on.refused('clients', 'list'), /^There is no seller yet\.$/)
  const first = await on.json('sellers', 'create', '--name', 'Padaria')
  const clients = await on.json<{ client_id: string }[]>('clients', 'list')
  assert.deepEqual(
    clients.map(({ client_id }) => client_id),
    [first['client_id']],
  )
  const { id } = await on.json('webhooks', 'create', '--url', 'http://localhost:9/')
  const listed = await on.json<{ id: string }[]>('webhooks', 'list')
  assert.deepEqual(
    listed.map((endpoint) => endpoint.id),
    [id],
  )
  const second = await on.json('sellers', 'create', '--name', 'Livraria')
  const line = await on.badUsage('webhooks', 'create', '--url', 'http://localhost:9/')
  for (const { seller_id } of [first, second]) assert.ok(line.includes(String(seller_id)), line)
  assert.equal(
    (await on.json<object[]>('webhooks', 'list', '--seller', String(first['seller_id']))).length,
    1,
  )
})
