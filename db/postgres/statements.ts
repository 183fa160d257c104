import { createRequire } from 'node:module'
import type pg from 'pg'
import type { NoticeMessage } from 'pg-protocol/dist/messages.js'
import { moduleFile } from '../moduleFile.ts'
import { statements as generated } from '../../generated/statements.postgres.js'
import { DatabaseUnavailable } from '../database.ts'
import type { QueryCall } from '../query.ts'
import { statementLookup, whole } from '../statement.ts'
import { ConnectionLost, isRolledBack, NeverBegun, translateError } from './errors.ts'

const load = createRequire(import.meta.url)

const statementOf = statementLookup(generated, whole, () => {
  const { buildForPostgres }: typeof import('./builder.ts') = load(moduleFile('./builder'))
  return buildForPostgres
})

/** Executes one statement of a transaction and returns its rows. */
export async function execute(
  client: pg.ClientBase,
  { definition, args }: QueryCall,
): Promise<unknown[]> {
  const { name } = definition
  const { text, values, row } = statementOf(definition)
  try {
    // A connection prepares a statement once, under its name.
    const query = { name, text, values: values(args), rowMode: 'array' }
    const { rows, fields, rowCount } = await client.query<unknown[]>(query)
    if (fields.length > 0) return rows.map(row)
    return Array.from({ length: rowCount ?? 0 }, () => row([]))
  } catch (error) {
    throw translateError(error, name)
  }
}

async function command(client: pg.ClientBase, text: string): Promise<pg.QueryResult> {
  try {
    return await client.query(text)
  } catch (error) {
    throw translateError(error, text)
  }
}

export async function begin(client: pg.ClientBase): Promise<void> {
  try {
    await command(client, 'begin isolation level read committed read write')
  } catch (error) {
    // Most likely the server closed the connection while it was idle.
    throw error instanceof ConnectionLost ? new NeverBegun(error.message) : error
  }
}

export async function rollback(client: pg.ClientBase): Promise<void> {
  await command(client, 'rollback')
}

/**
 * Commits, and resolves only when the commit is as durable as the server was told to make it. A
 * server that gives up waiting for its synchronous standby, or for a Citus node, says so in a mere
 * warning and reports success: that is no acknowledgement. When a commit fails with an error, it is
 * unknown whether another node has committed already.
 */
export async function commit(client: pg.ClientBase): Promise<void> {
  let warning: string | undefined
  const onNotice = ({ code, message }: NoticeMessage) => {
    // Notices have a code of class 00; a warning that is passed on has the code of its error.
    if (!code?.startsWith('00')) warning = message ?? code
  }
  client.on('notice', onNotice)
  try {
    const { command: done } = await command(client, 'commit').catch(async (error: Error) => {
      // A commit that was canceled before it began has not ended the transaction.
      if (!(error instanceof ConnectionLost)) await rollback(client)
      throw isRolledBack(error) || error instanceof DatabaseUnavailable
        ? error
        : new DatabaseUnavailable(error.message)
    })
    if (done !== 'COMMIT') throw new Error(`A commit ended in ${done}.`)
  } finally {
    client.off('notice', onNotice)
  }
  if (warning !== undefined) throw new DatabaseUnavailable(warning)
}
