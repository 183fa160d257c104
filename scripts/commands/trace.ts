/** The command log: a line for each command that has changed something. */
import { closeSync, constants, fsyncSync, openSync, writeSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { databaseFile } from '../../db/databaseUrl.ts'
import { makeFolder } from '../../db/sync.ts'
import type { Environment } from '../../runtime/environment.ts'

/** Where it is kept when the database is a server: there is no file to be beside. */
const DEFAULT_FOLDER = 'data'

/** Root writes among the files of the service's user, and follows no link that stands there. */
const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW = 0 } = constants
const flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW

/** What of a result names what was changed. All else may be a secret, or a buyer's. */
const naming = [
  'id',
  'seller_id',
  'client_id',
  'scopes',
  'kid',
  'provider',
  'file',
  'from',
  'to',
  'applied',
]

function append(folder: string, line: string): void {
  makeFolder(folder)
  const handle = openSync(join(folder, 'commands.log'), flags, 0o600)
  try {
    writeSync(handle, line)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Whose command it is, as the system knows them; a container's user may have no name. */
function user(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}

/**
 * Appends a line in the form of the service's log to `commands.log` beside the database, or says it
 * on standard error where that cannot be written: no change is without its line.
 *
 * @param command as it is called, such as `clients rotate`
 * @param value what it answers with
 */
export function leaveTrace(
  { database_url }: Pick<Environment, 'database_url'>,
  command: string,
  value: object,
): void {
  const named = Object.entries(value).filter(([name]) => naming.includes(name))
  const sudo_user = process.env['SUDO_USER']
  const line = `${JSON.stringify({
    level: 'info',
    time: new Date().toISOString(),
    security: 'command',
    command,
    user: user(),
    ...(sudo_user !== undefined && { sudo_user }),
    ...Object.fromEntries(named),
    msg: 'done',
  })}\n`
  const file = databaseFile(database_url)
  const folder = file === undefined ? DEFAULT_FOLDER : dirname(file)
  try {
    append(folder, line)
  } catch {
    process.stderr.write(line)
  }
}
