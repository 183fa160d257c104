/** A service on a file system of its own that has little room. */
import { spawnSync } from 'node:child_process'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSeller } from '../../../domain/access/clients.ts'
import { openDatabase } from '../../../db/open.ts'
import { temporaryFolder } from '../../support/commandLine.ts'
import { startProcesses } from '../../support/processes.ts'
import { SECRET_KEY } from './recorded.ts'
import { signIn } from './writers.ts'

const DISK_SIZE = '6m'

/** A file that fills the disk until it is removed. */
const BALLAST_BYTES = 2 * 1024 * 1024

/** Mounts a small tmpfs that only its own child processes can see, and fills it from a folder. */
const within = (mount: string, from: string) => [
  'unshare',
  '--map-root-user',
  '--mount',
  'sh',
  '-c',
  `mount -t tmpfs -o size=${DISK_SIZE} tmpfs "$0" && cp "$1"/* "$0" && shift && exec "$@"`,
  mount,
  from,
]

/** @returns undefined where mounting one is not permitted */
export async function serveOnSmallDisk() {
  const [mount, from] = [temporaryFolder(), temporaryFolder()]
  const db = await openDatabase(`sqlite:${join(from, 'balcao.db')}`)
  const client = await createSeller(db, { name: 'Loja', now: new Date() })
  await db.close()
  writeFileSync(join(from, 'ballast'), Buffer.alloc(BALLAST_BYTES))
  const [program = '', ...args] = within(mount, from)
  if (spawnSync(program, [...args, 'true']).status !== 0) return undefined
  const environment = { DATABASE_URL: `sqlite:${join(mount, 'balcao.db')}`, SECRET_KEY }
  const service = await startProcesses(environment, within(mount, from))
  // The mount of the process, seen from outside.
  const folder = join('/proc', String(service.pid), 'root', mount)
  return {
    target: await signIn(service.url, client),
    /** The address of a copy of the stored files. */
    files() {
      const copy = temporaryFolder()
      cpSync(folder, copy, { recursive: true, filter: (path) => !path.endsWith('-shm') })
      return `sqlite:${join(copy, 'balcao.db')}`
    },
    makeRoom: () => rmSync(join(folder, 'ballast')),
  }
}
