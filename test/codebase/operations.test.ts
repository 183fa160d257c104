/** The configuration in docs/operations.md, and the files that run the service. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { test } from 'vitest'
import { connectionLimits } from '../../http/listen.ts'
import { temporaryFolder } from '../support/commandLine.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const guide = readFileSync(`${root}docs/operations.md`, 'utf8')

/** The block of the guide that begins with this comment. */
function block(language: string, comment: string): string {
  const start = guide.indexOf(`\`\`\`${language}\n# ${comment}`)
  assert.notEqual(start, -1, `no ${language} block about ${comment}`)
  return guide.slice(guide.indexOf('\n', start), guide.indexOf('\n```\n', start))
}

/** Patroni's dynamic configuration: what may stand in its store, and so under bootstrap: dcs. */
const dynamic = new Set([
  'loop_wait',
  'ttl',
  'retry_timeout',
  'maximum_lag_on_failover',
  'maximum_lag_on_syncnode',
  'max_timelines_history',
  'primary_start_timeout',
  'primary_stop_timeout',
  'synchronous_mode',
  'synchronous_mode_strict',
  'synchronous_node_count',
  'failsafe_mode',
  'postgresql',
  'standby_cluster',
  'slots',
  'ignore_slots',
  'check_timeline',
])

type Dynamic = Record<string, unknown> & { ttl: number; loop_wait: number; retry_timeout: number }
type Patroni = { bootstrap: { dcs: Dynamic }; watchdog: object }

test('Patroni takes the whole of its dynamic configuration', () => {
  const {
    bootstrap: { dcs },
    ...node
  } = parse(block('yaml', 'patroni.yml')) as Patroni
  // Patroni drops all keys when one of them is unexpected there.
  assert.deepEqual(
    Object.keys(dcs).filter((name) => !dynamic.has(name)),
    [],
  )
  assert.deepEqual(node, { watchdog: { mode: 'required' } })
  const { ttl, loop_wait, retry_timeout, synchronous_mode, synchronous_mode_strict } = dcs
  assert.ok(loop_wait + 2 * retry_timeout <= ttl)
  assert.deepEqual([synchronous_mode, synchronous_mode_strict], [true, true])
})

type Container = Record<string, unknown> & { environment: Record<string, string | number> }
type Compose = {
  services: Record<'caddy' | 'balcao' | 'postgres', Container>
  networks: { back: { internal: boolean } }
  configs: Record<string, { file?: string }>
}

test('each container of compose.yaml can do nothing beyond its work', () => {
  const text = readFileSync(`${root}deploy/compose.yaml`, 'utf8')
  const { services, networks, configs } = parse(text, { merge: true }) as Compose
  for (const [name, service] of Object.entries(services)) {
    const { read_only, cap_drop, security_opt, mem_limit, pids_limit } = service
    assert.deepEqual([read_only, cap_drop], [true, ['ALL']], name)
    assert.deepEqual(security_opt, ['no-new-privileges:true'], name)
    assert.ok(mem_limit !== undefined && pids_limit !== undefined, name)
  }
  // Compose would have to write what stands inline into the container.
  for (const { file } of Object.values(configs)) {
    assert.ok(existsSync(`${root}deploy/${file}`), file)
  }
  const { caddy, balcao, postgres } = services
  assert.deepEqual([balcao['user'], postgres['user']], ['node', 'postgres'])
  assert.deepEqual([balcao['cap_add'], postgres['cap_add']], [undefined, undefined])
  assert.deepEqual(caddy['cap_add'], ['NET_BIND_SERVICE'])
  assert.equal(networks.back.internal, true)
  // The service's role is not the one that the image makes, which is a superuser.
  assert.equal(postgres.environment['POSTGRES_USER'], undefined)
  assert.match(String(balcao.environment['DATABASE_URL']), /^postgres:\/\/balcao:\$\{DATABASE_PASS/)
  // It asks for the variables that the guide has an operator write, for that operator only.
  const asked = [...text.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name)
  const written = guide.match(/set -C && printf '(.+?)'/)?.[1]?.match(/[A-Z_]+(?==)/g) ?? []
  assert.deepEqual(new Set(written), new Set(asked))
})

test('the logs of each container of compose.yaml are bounded', () => {
  const { services } = parse(readFileSync(`${root}deploy/compose.yaml`, 'utf8'), {
    merge: true,
  }) as Compose
  for (const [name, { logging }] of Object.entries(services)) {
    // By default Docker keeps every line, until the disk is full.
    const { options } = (logging ?? {}) as { options?: Record<string, string> }
    assert.match(options?.['max-size'] ?? '', /^\d+m$/, name)
    assert.match(options?.['max-file'] ?? '', /^\d+$/, name)
  }
})

test('the balancer of compose.yaml closes idle connections before the service does', () => {
  const caddyfile = readFileSync(`${root}deploy/Caddyfile`, 'utf8')
  // Caddy itself waits for two minutes, and a POST on a connection that is being closed fails.
  const [, seconds = '120'] = /transport http \{\s+keepalive (\d+)s\s+\}/.exec(caddyfile) ?? []
  assert.ok(Number(seconds) * 1_000 < connectionLimits.keepAliveTimeoutMs)
})

test('the command that writes .env writes it once, so that no SECRET_KEY is lost', () => {
  const [command = ''] = /^\(umask 077.+?> \.env\)$/ms.exec(guide) ?? []
  const cwd = temporaryFolder()
  const run = () => spawnSync('sh', ['-c', command], { cwd }).status
  assert.equal(run(), 0)
  const text = readFileSync(`${cwd}/.env`, 'utf8')
  assert.match(text, /^SECRET_KEY=[\w+/]{43}=$/m)
  assert.notEqual(run(), 0)
  assert.equal(readFileSync(`${cwd}/.env`, 'utf8'), text)
})

test('a file is restored once the log of the former one, which would damage it, is gone', () => {
  const [, steps = ''] = /To restore, (.+?) and start\./.exec(guide) ?? []
  assert.match(steps, /^stop .* remove `balcao\.db-wal` and `balcao\.db-shm`, put the file /)
})

test('the unit of systemd can do nothing beyond its work', () => {
  const unit = block('ini', '/etc/systemd/system/balcao.service')
  for (const line of [
    'ProtectSystem=strict',
    'ProtectHome=yes',
    'PrivateTmp=yes',
    'PrivateDevices=yes',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'UMask=0077',
    'StateDirectoryMode=0700',
    'RestrictNamespaces=yes',
    'SystemCallFilter=@system-service',
    'User=balcao',
  ])
    assert.ok(unit.split('\n').includes(line), line)
  // By default systemd gives up after five starts in ten seconds; one that fails takes half of one.
  const [before = ''] = unit.split('[Service]')
  assert.match(before, /^StartLimitIntervalSec=0$/m)
  assert.match(unit, /^Restart=always\nRestartSec=1$/m)
  // V8 compiles what it runs.
  assert.doesNotMatch(unit, /MemoryDenyWriteExecute/)
  // Secrets stand in a file of root's, and not in the unit, which all can read.
  assert.doesNotMatch(unit, /SECRET_KEY=/)
})
