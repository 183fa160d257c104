import { createRequire } from 'node:module'
import pg from 'pg'
import type { NoticeMessage } from 'pg-protocol/dist/messages.js'
import { moduleFile } from '../moduleFile.ts'
import { statements as generated } from '../../generated/statements.postgres.js'
import { DatabaseUnavailable } from '../database.ts'
import type { RunOptions } from '../database.ts'
import type { QueryCall } from '../query.ts'
import { LongPage, rowMaker } from '../longJson.ts'
import { statementLookup, whole } from '../statement.ts'
import { ConnectionLost, isRolledBack, NeverBegun, translateError } from './errors.ts'

const load = createRequire(import.meta.url)

const statementOf = statementLookup(generated, whole, () => {
  const { buildForPostgres }: typeof import('./builder.ts') = load(moduleFile('./builder'))
  return buildForPostgres
})

/** JSON stays text until it is known how much of it there is (db/longJson.ts). */
const jsonAsText = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === pg.types.builtins.JSON
      ? (text: string) => text
      : pg.types.getTypeParser(type, format as 'text'),
}

/** Executes one statement of a transaction and returns its rows. */
export async function execute(
  client: pg.ClientBase,
  { definition, args }: QueryCall,
): Promise<unknown[]> {
  const { name } = definition
  if (definition.sqliteOnly) return []
  const { text, values, json, row } = statementOf(definition)
  try {
    // A connection prepares a statement once, under its name.
    const query = { name, text, values: values(args), rowMode: 'array', types: jsonAsText }
    const { rows, fields, rowCount } = await client.query<unknown[]>(query)
    if (fields.length === 0) return Array.from({ length: rowCount ?? 0 }, () => row([]))
    const page = definition.endsEarly && LongPage.of(json, rows)
    if (page) return (await readLong(client, page, args)).rows(rowMaker(json, row))
    return rows.map(rowMaker(json, row))
  } catch (error) {
    throw translateError(error, name)
  }
}

/** Reads the long JSON of a page. */
async function readLong(
  client: pg.ClientBase,
  page: LongPage,
  { seller_id }: Record<string, unknown>,
): Promise<LongPage> {
  for (const { cell, text, ids } of page.wanted()) {
    const query = { text, values: [seller_id, ids], rowMode: 'array', types: jsonAsText }
    const { rows } = await client.query<[string, string]>(query)
    page.fill(cell, new Map(rows))
  }
  return page
}

async function command(client: pg.ClientBase, text: string): Promise<pg.QueryResult> {
  try {
    return await client.query(text)
  } catch (error) {
    throw translateError(error, text)
  }
}

const BEGIN = 'begin isolation level read committed read write'

/** @param canWait the commit is not to wait for the disk; the next one that does covers it */
export async function begin(client: pg.ClientBase, { canWait = false }: RunOptions): Promise<void> {
  try {
    await command(client, canWait ? `${BEGIN}; set local synchronous_commit = off` : BEGIN)
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
