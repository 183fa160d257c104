/** The command log: a line for each command that has changed something. */
import { closeSync, constants, fsyncSync, openSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { databaseFile } from '../../db/databaseUrl.ts'
import { makeFolder } from '../../db/sync.ts'
import type { Environment } from '../../runtime/environment.ts'
import { systemUser } from '../../runtime/systemUser.ts'

/** The log's folder when the database is a server; otherwise it is beside the file. */
const DEFAULT_FOLDER = 'data'

/** Commands may run as root in a folder of the service's user, so links are not followed. */
const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW = 0 } = constants
const flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW

/** The fields of a result that are logged. Others may be secrets, or data of buyers. */
const naming = [
  'id',
  'seller_id',
  'client_id',
  'user_id',
  'scopes',
  'kid',
  'provider',
  'file',
  'from',
  'to',
  'applied',
  'complete',
]

function append(folder: string, line: string): void {
  makeFolder(folder)
  const handle = openSync(join(folder, 'commands.log'), flags, 0o600)
  try {
    // All of it, or an error: `writeSync` writes what there is room for.
    writeFileSync(handle, line)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Appends a line in the format of the service's log to `commands.log` beside the database. When
 * that fails, the line goes to standard error, so that no change is without one.
 *
 * @param command the full name, such as `clients rotate`
 * @param value the result of the command
 */
export function appendToCommandLog(
  { databaseUrl }: Pick<Environment, 'databaseUrl'>,
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
    user: systemUser(),
    ...(sudo_user !== undefined && { sudo_user }),
    ...Object.fromEntries(named),
    msg: 'done',
  })}\n`
  const file = databaseFile(databaseUrl)
  const folder = file === undefined ? DEFAULT_FOLDER : dirname(file)
  try {
    append(folder, line)
  } catch {
    process.stderr.write(line)
  }
}
