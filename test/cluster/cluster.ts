/** Three nodes of PostgreSQL under Patroni, as docs/operations.md has them, with what is around. */
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parse, stringify } from 'yaml'
import { makeAuthority, makeServerPair } from '../../packages/bank/certificates.ts'
import { freePort } from '../../cli/ports.ts'
import { onServer } from '../support/postgres.ts'
import { blockWith, replaced } from './guide.ts'
import { descendants, own, serverFolder, start, writeOwn } from './programs.ts'

const POLL_MS = 200
const WATCHDOG = '/dev/watchdog'
const HOSTS = ['db1.internal', 'db2.internal', 'db3.internal']

export const password = randomBytes(12).toString('hex')

/** Parts of the guide that this machine could not run, such as the watchdog. */
export const leftOut: string[] = []

type Guided = { bootstrap: object; watchdog: { mode: string } }
type Member = { name: string; role: string; state: string }

/** A killed process, with all that it has started; it is not told. */
function kill(child: ChildProcess, more: number[] = []): void {
  for (const pid of [...more, ...descendants(child.pid ?? 0), child.pid ?? 0]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  }
}

export class Node {
  readonly name: string
  readonly port: number
  readonly restPort: number
  readonly #folder: string
  #patroni: ChildProcess | undefined

  constructor(of: { name: string; port: number; restPort: number; folder: string }) {
    this.name = of.name
    this.port = of.port
    this.restPort = of.restPort
    this.#folder = of.folder
  }

  start(): void {
    const config = join(this.#folder, `${this.name}.yml`)
    this.#patroni = start(this.name, ['patroni', config], { folder: this.#folder })
  }

  /** As when the machine loses its power: nothing of it goes on. */
  async kill(): Promise<void> {
    const patroni = this.#patroni
    if (!patroni) return
    const pidFile = join(this.#folder, this.name, 'postmaster.pid')
    const postmaster = existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : 0
    const ended = once(patroni, 'exit')
    kill(patroni, postmaster ? [...descendants(postmaster), postmaster] : [])
    this.#patroni = undefined
    await ended
  }

  /** Members as Patroni reports them; empty while it does not answer. */
  async members(): Promise<Member[]> {
    const url = `http://127.0.0.1:${this.restPort}/cluster`
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    return answer?.ok ? ((await answer.json()) as { members: Member[] }).members : []
  }
}

/** The configuration of a node: the guide's, and what names the node, its PostgreSQL and etcd. */
function configOf(node: Node, { folder, etcd }: { folder: string; etcd: number[] }): string {
  const guided = parse(blockWith('# patroni.yml')) as Guided
  if (!existsSync(WATCHDOG)) {
    guided.watchdog.mode = 'off'
    leftOut[0] = `watchdog: there is no ${WATCHDOG}`
  }
  const rules = [
    'local all all trust',
    'host all postgres 127.0.0.1/32 scram-sha-256',
    'host replication postgres 127.0.0.1/32 scram-sha-256',
    'hostssl all balcao 127.0.0.1/32 scram-sha-256',
  ]
  const superuser = { username: 'postgres', password }
  return stringify({
    ...guided,
    scope: 'balcao',
    name: node.name,
    restapi: {
      listen: `127.0.0.1:${node.restPort}`,
      connect_address: `127.0.0.1:${node.restPort}`,
    },
    etcd3: { hosts: etcd.map((port) => `127.0.0.1:${port}`).join(',') },
    bootstrap: { ...guided.bootstrap, initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }] },
    postgresql: {
      listen: `127.0.0.1:${node.port}`,
      connect_address: `127.0.0.1:${node.port}`,
      data_dir: join(folder, node.name),
      bin_dir: serverFolder(),
      pgpass: join(folder, `${node.name}.pgpass`),
      authentication: { superuser, replication: superuser, rewind: superuser },
      pg_hba: rules,
      parameters: {
        unix_socket_directories: folder,
        ssl: 'on',
        ssl_cert_file: join(folder, 'db.crt'),
        ssl_key_file: join(folder, 'db.key'),
      },
    },
  })
}

export class Cluster {
  readonly folder: string
  readonly nodes: Node[]
  readonly #others: ChildProcess[] = []

  private constructor(folder: string, nodes: Node[]) {
    this.folder = folder
    this.nodes = nodes
  }

  static async start(): Promise<Cluster> {
    const memory = '/dev/shm'
    const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'balcao-cluster-'))
    own(folder)
    const authority = await makeAuthority('Balcão')
    const pair = await makeServerPair(authority)
    writeOwn(join(folder, 'db.pem'), authority.cert)
    writeOwn(join(folder, 'db.crt'), pair.cert)
    writeOwn(join(folder, 'db.key'), pair.key)
    const nodes: Node[] = []
    for (const name of ['db1', 'db2', 'db3']) {
      nodes.push(new Node({ name, port: await freePort(), restPort: await freePort(), folder }))
    }
    const cluster = new Cluster(folder, nodes)
    const etcd = await cluster.#startEtcd()
    for (const node of nodes) {
      writeOwn(join(folder, `${node.name}.yml`), configOf(node, { folder, etcd }))
      node.start()
    }
    await cluster.whole()
    return cluster
  }

  /** Runs a program beside the nodes until the end. */
  run(name: string, words: string[]): void {
    this.#others.push(start(name, words, this))
  }

  async #startEtcd(): Promise<number[]> {
    const members: { name: string; client: string; peer: string; port: number }[] = []
    for (const name of ['etcd1', 'etcd2', 'etcd3']) {
      const port = await freePort()
      const [client, peer] = [port, await freePort()].map((one) => `http://127.0.0.1:${one}`)
      members.push({ name, client: client ?? '', peer: peer ?? '', port })
    }
    const all = members.map(({ name, peer }) => `${name}=${peer}`).join(',')
    for (const { name, client, peer } of members) {
      mkdirSync(join(this.folder, name), { mode: 0o700 })
      own(join(this.folder, name))
      this.run(name, [
        ...['etcd', '--name', name, '--data-dir', join(this.folder, name)],
        ...['--listen-client-urls', client, '--advertise-client-urls', client],
        ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
        ...['--initial-cluster', all, '--initial-cluster-state', 'new'],
      ])
    }
    return members.map(({ port }) => port)
  }

  async #members(): Promise<Member[]> {
    for (const node of this.nodes) {
      const members = await node.members()
      if (members.length > 0) return members
    }
    return []
  }

  /** Resolves, with the primary, once each node works and a standby confirms commits. */
  async whole(): Promise<Node> {
    for (;;) {
      const members = await this.#members()
      const working = members.filter(({ state }) => ['running', 'streaming'].includes(state))
      const leader = working.find(({ role }) => role === 'leader')
      const hasStandby = working.some(({ role }) => role === 'sync_standby')
      const node = this.nodes.find(({ name }) => name === leader?.name)
      if (node && hasStandby && working.length === this.nodes.length) return node
      await wait(POLL_MS)
    }
  }

  /** The guide's DATABASE_URL, with these ports in the places of its hosts. */
  databaseUrl(ports: number[]): string {
    const [, text = ''] = /^DATABASE_URL='(.*)'$/m.exec(blockWith(HOSTS.join())) ?? []
    const hosts = Object.fromEntries(HOSTS.map((host, i) => [host, `localhost:${ports[i]}`]))
    const file = join(this.folder, 'db.pem')
    return replaced(text, {
      ...hosts,
      'balcao:…': `balcao:${password}`,
      '/etc/balcao/db.pem': file,
    })
  }

  superuserUrl(node: Node, database: string): string {
    return `postgres://postgres:${password}@127.0.0.1:${node.port}/${database}`
  }

  /** The guide's role and database, and its look at who confirms commits. */
  async prepare(): Promise<string> {
    const url = this.superuserUrl(await this.whole(), 'postgres')
    return onServer(url, async (client) => {
      const statements = replaced(blockWith('create role balcao login'), { '…': password })
      for (const one of statements.split(';')) if (one.trim()) await client.query(one)
      const { rows } = await client.query<{ synchronous_standby_names: string }>(
        'show synchronous_standby_names',
      )
      return rows[0]?.synchronous_standby_names ?? ''
    })
  }

  async end(): Promise<void> {
    for (const node of this.nodes) await node.kill()
    for (const child of this.#others) kill(child)
    await wait(POLL_MS)
    rmSync(this.folder, { recursive: true, force: true })
  }
}
