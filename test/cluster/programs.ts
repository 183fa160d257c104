/** The programs of the cluster, from Debian, and what of them is not there. */
import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { accessSync, chownSync, constants, openSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const VERSIONS = '/usr/lib/postgresql'

/** The packages of Debian that the cluster is made of, each with a program of it. */
const packages = {
  postgresql: 'postgres',
  patroni: 'patroni',
  'etcd-server': 'etcd',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
}

/** The folder of PostgreSQL's programs, of the newest version that is installed. */
export function serverFolder(): string {
  try {
    const newest = readdirSync(VERSIONS).toSorted((a, b) => Number(b) - Number(a))
    return join(VERSIONS, newest[0] ?? '', 'bin')
  } catch {
    return ''
  }
}

const folders = () => [serverFolder(), ...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']

export function find(program: string): string | undefined {
  for (const folder of folders()) {
    const path = join(folder, program)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      // It is in another folder, or in none.
    }
  }
  return undefined
}

/** The packages whose programs are not there. */
export const lacking = (): string[] =>
  Object.entries(packages).flatMap(([name, program]) => (find(program) ? [] : [name]))

/** PostgreSQL and PgBouncer refuse to run as root: the user of Debian's package runs them. */
const owner =
  process.getuid?.() === 0
    ? { uid: idOf('-u'), gid: idOf('-g') }
    : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }

function idOf(flag: '-u' | '-g'): number {
  try {
    return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  } catch {
    return 0
  }
}

/** Writes a file that only the programs' user reads. */
export function writeOwn(path: string, content: string): string {
  writeFileSync(path, content, { mode: 0o600 })
  chownSync(path, owner.uid, owner.gid)
  return path
}

export const own = (path: string): void => chownSync(path, owner.uid, owner.gid)

/** Starts a program of the cluster; its output goes into a file of the folder. */
export function start(name: string, words: string[], { folder }: { folder: string }): ChildProcess {
  const [program = '', ...args] = words
  const path = find(program)
  if (!path) throw new Error(`${program} is not installed.`)
  const output = openSync(join(folder, `${name}.log`), 'a')
  const env = { PATH: folders().join(delimiter), HOME: folder, LANG: 'C.UTF-8' }
  const stdio = ['ignore' as const, output, output]
  return spawn(path, args, { ...owner, env, cwd: folder, stdio })
}

/** The processes that a process has started, and theirs. */
export function descendants(pid: number): number[] {
  const table = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const below = (of: number): number[] =>
    pairs.flatMap(([one = 0, parent]) => (parent === of ? [one, ...below(one)] : []))
  return below(pid)
}
