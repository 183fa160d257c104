/**
 * `npm run test:cluster`: the guide's third way, with programs of Debian: three nodes of PostgreSQL
 * under Patroni, etcd, PgBouncer, and HAProxy before two processes of the service. The primary is
 * killed under load, ten times; `-- --times 2` does it twice.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '../../cli/ports.ts'
import { assertCounted } from '../upgrade/counted.ts'
import { Load } from '../upgrade/load.ts'
import { Program, ROOT } from '../upgrade/oldProgram.ts'
import { sellingAt } from '../upgrade/selling.ts'
import { Cluster, leftOut, password } from './cluster.ts'
import { blockWith, replaced } from './guide.ts'
import { lacking, writeOwn } from './programs.ts'

const { values } = parseArgs({ options: { times: { type: 'string', default: '10' } } })

const STAGE_MS = 3_000

/** The service answers within 15 s, also when a server says nothing any more. */
const ANSWER_MS = 20_000

const missing = lacking()
if (missing.length > 0) {
  console.log(`It lacks what this installs: apt-get install ${missing.join(' ')}`)
  process.exit(1)
}

/** One before each node, so that a service finds the primary behind them. */
async function startPoolers(cluster: Cluster): Promise<number[]> {
  const { folder } = cluster
  const users = writeOwn(join(folder, 'users.txt'), `"balcao" "${password}"\n`)
  const ports: number[] = []
  for (const { name, port } of cluster.nodes) {
    const own = await freePort()
    const file = writeOwn(
      join(folder, `pgbouncer-${name}.ini`),
      `[databases]
balcao = host=127.0.0.1 port=${port}
[pgbouncer]
${blockWith('; pgbouncer.ini')}
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
server_tls_sslmode = require
client_tls_sslmode = require
client_tls_cert_file = ${join(folder, 'db.crt')}
client_tls_key_file = ${join(folder, 'db.key')}
`,
    )
    cluster.run(`pgbouncer-${name}`, ['pgbouncer', file])
    ports.push(own)
  }
  return ports
}

async function startBalancer(cluster: Cluster, port: number, services: number[]): Promise<void> {
  const [one, two] = services
  const config = replaced(blockWith('# haproxy.cfg'), {
    'bind :443 ssl crt /etc/haproxy/pay.pem': `bind 127.0.0.1:${port}`,
    '10.0.0.11:3000': `127.0.0.1:${one}`,
    '10.0.0.12:3000': `127.0.0.1:${two}`,
  })
  const file = writeOwn(join(cluster.folder, 'haproxy.cfg'), config)
  cluster.run('haproxy', ['haproxy', '-db', '-f', file])
}

/** Kills the primary, and waits until sales go on by another and all nodes are back. */
async function failOver(cluster: Cluster, load: Load): Promise<object> {
  const primary = await cluster.whole()
  load.longestGapMs = 0
  await primary.kill()
  const sold = load.paid.length
  while (load.paid.length < sold + 5) await wait(50)
  primary.start()
  const next = await cluster.whole()
  assert.notEqual(next.name, primary.name)
  await wait(STAGE_MS)
  return { killed: primary.name, primary: next.name, awayMs: Math.round(load.longestGapMs) }
}

const cluster = await Cluster.start()
try {
  console.log('commits wait for', await cluster.prepare())
  const port = await freePort()
  const env = {
    SECRET_KEY: randomBytes(32).toString('base64'),
    MODE: 'sandbox',
    BASE_URL: `http://127.0.0.1:${port}`,
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const direct = cluster.databaseUrl(cluster.nodes.map((node) => node.port))
  const pooled = cluster.databaseUrl(await startPoolers(cluster))
  const programs = [direct, pooled].map((url) => new Program(ROOT, { ...env, DATABASE_URL: url }))
  const [first] = programs
  assert.ok(first)
  const services = []
  for (const program of programs) services.push(await program.serve(await freePort()))
  await startBalancer(
    cluster,
    port,
    services.map((one) => one.port),
  )
  const load = new Load(await sellingAt(first, services[0]?.port ?? 0))
  load.ports = [port]
  load.timeoutMs = ANSWER_MS
  load.start()
  await wait(STAGE_MS)
  for (let time = 1; time <= Number(values.times); time++) {
    console.log(`failover ${time}`, JSON.stringify(await failOver(cluster, load)))
  }
  await load.stop()
  const { code, out } = first.run('db', 'check', '--json')
  assert.equal(code, 0, out)
  await assertCounted(cluster.superuserUrl(await cluster.whole(), 'balcao'), load)
  const answers = Object.fromEntries(load.faults)
  console.log('sold', load.paid.length, 'lost 0, other answers', JSON.stringify(answers))
  assert.deepEqual(
    Object.keys(answers).filter((one) => one !== '503'),
    [],
  )
  for (const service of services) await service.stop()
  for (const part of leftOut) console.log('not tried:', part)
} finally {
  await cluster.end()
}
