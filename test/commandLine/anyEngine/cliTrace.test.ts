/** Each command that changes something leaves a line in the command log; the others leave none. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { temporaryFolder } from '../../support/commandLine.ts'
import { startServiceAndCommandLine } from '../../support/serviceCommandLine.ts'

type Line = Record<string, unknown>

const { service, environment, cli } = await startServiceAndCommandLine()
const program = fileURLToPath(new URL('../../../cli/cli.ts', import.meta.url))
const log = cli.logOf(environment.DATABASE_URL)

const lines = (): Line[] =>
  (existsSync(log) ? readFileSync(log, 'utf8') : '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)

/** The line of the command log that one command adds, without the fields of every line. */
async function leaves(...words: string[]): Promise<{ line: Line; value: Line }> {
  const before = lines().length
  const value = await cli.json(...words)
  const [line, ...more] = lines().slice(before)
  assert.equal(more.length, 0)
  const { level, time, security, user, msg, ...rest } = line ?? {}
  assert.deepEqual([level, security, user, msg], ['info', 'command', userInfo().username, 'done'])
  assert.ok(Math.abs(Date.parse(String(time)) - Date.now()) < 60_000)
  return { line: rest, value }
}

const SELLER = ['sellers', 'create', '--name', 'Loja']

test('names the command, who called it and what it changed', async () => {
  const { line, value } = await leaves(...SELLER)
  const { seller_id, client_id } = value
  assert.deepEqual(line, { command: 'sellers create', seller_id, client_id, scopes: ['all'] })
  const rotated = await leaves('clients', 'rotate', String(client_id))
  assert.deepEqual(
    [rotated.line['command'], rotated.line['client_id']],
    ['clients rotate', client_id],
  )
  const key = await leaves('keys', 'rotate')
  assert.deepEqual(key.line, { command: 'keys rotate', kid: key.value['kid'] })
  const url = ['--url', 'http://127.0.0.1:1/x?token=hunter2']
  const hook = await leaves('webhooks', 'create', '--seller', String(seller_id), ...url)
  assert.deepEqual(hook.line, { command: 'webhooks create', id: hook.value['id'] })
  const copy = join(temporaryFolder(), 'copy.db')
  const backup = await leaves('db', 'backup', copy)
  assert.deepEqual(backup.line, { command: 'db backup', file: copy })
  const text = readFileSync(log, 'utf8')
  for (const secret of [
    value['client_secret'],
    rotated.value['client_secret'],
    hook.value['secret'],
    'hunter2',
  ])
    assert.ok(!text.includes(String(secret)))
  assert.equal(statSync(log).mode & 0o777, 0o600)
})

test('names an id and no customer', async () => {
  const seller = await service.account()
  const { id } = await seller.customer()
  const { line } = await leaves('customers', 'deactivate', id)
  assert.deepEqual(line, { command: 'customers deactivate', id })
})

test('commands that only read, or are refused, leave no line in the log', async () => {
  const before = lines().length
  await cli.json('sellers', 'list')
  await cli.json('db', 'check')
  await cli.refused('clients', 'revoke', 'bci_nothing')
  await cli.badUsage('sellers', 'create')
  assert.equal(lines().length, before)
})

test('a line that cannot be kept is said on standard error', async () => {
  rmSync(log, { force: true })
  // A link could lead out of the folder, to a file that only root may write.
  const elsewhere = join(temporaryFolder(), 'elsewhere')
  symlinkSync(elsewhere, log)
  try {
    const { code, out, err } = await cli.run(...SELLER, '--json')
    assert.equal(code, 0)
    const { seller_id } = JSON.parse(out) as Line
    const { command, seller_id: told } = JSON.parse(err) as Line
    assert.deepEqual([command, told], ['sellers create', seller_id])
    assert.equal(existsSync(elsewhere), false)
  } finally {
    rmSync(log)
  }
})

/** As many blocks of 512 bytes as a file may have, much more than the database needs. */
const MAX_BLOCKS = 131_072

test('a line for which there is room in part only is said on standard error', () => {
  rmSync(log, { force: true })
  writeFileSync(log, '')
  truncateSync(log, MAX_BLOCKS * 512 - 10)
  try {
    const limited = ['-c', `ulimit -f ${MAX_BLOCKS}; exec "$0" "$@"`, process.execPath, program]
    const { status, stdout, stderr } = spawnSync('sh', [...limited, ...SELLER, '--json'], {
      env: environment,
      cwd: cli.folder,
      encoding: 'utf8',
    })
    assert.equal(status, 0)
    const { seller_id } = JSON.parse(stdout) as Line
    assert.equal((JSON.parse(stderr) as Line)['seller_id'], seller_id)
  } finally {
    rmSync(log)
  }
})
