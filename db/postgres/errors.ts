import pg from 'pg'
import { DatabaseUnavailable } from '../database.ts'

/** The connection is closed; whether its last statement was executed is unknown. */
export class ConnectionLost extends DatabaseUnavailable {
  override name = 'ConnectionLost'
}

/** The connection was closed before anything was executed: another one can do the work. */
export class NeverBegun extends ConnectionLost {
  override name = 'NeverBegun'
}

/** A transaction conflicted with another one and was rolled back; it can be run again. */
export class Conflict extends Error {
  override name = 'Conflict'
}

/** The same, because the connection lacks a prepared statement that the driver thinks it has. */
class Unprepared extends Conflict {
  override name = 'Unprepared'
}

/** True when the connection must be closed after the error, instead of being used again. */
export const isUnusable = (error: unknown): boolean =>
  error instanceof ConnectionLost || error instanceof Unprepared

/** True when the failed transaction has left nothing behind, so that it can be run again. */
export const isRolledBack = (error: unknown): boolean =>
  error instanceof Conflict || error instanceof NeverBegun

/** Serialization failure, deadlock (PostgreSQL, Appendix A). */
const conflicts = new Set(['40001', '40P01'])

/**
 * A statement is not prepared, because the query that was to prepare it failed, or is prepared
 * already; or a pooler has given the session to another client.
 */
const unprepared = new Set(['26000', '42P05'])

/**
 * The server, not the statement, is at fault: the classes of connection, resources, operator and
 * system, and two single codes: read-only (a standby) and a lock that is held for too long.
 */
const unavailable = /^(08|53|57|58|25006|55P03)/

/** Data exceptions: their messages quote the value that was to be stored. */
const quoting = /^22/

/**
 * With the severity FATAL the server closes the connection. With ERROR a connection of the server's
 * own has failed, such as that of Citus to the node of a seller, and ours is usable.
 */
const closing = /^(08|57P0[1-5]|25P0[34])/

/** ERROR in the languages of servers: ERRO, ERREUR, ERRORE; FATAL begins with F in all of them. */
const notFatal = /^ERR/

/**
 * Makes one of these errors, or a plain one, of an error of the driver. The message is logged, so
 * it never contains the arguments of the statement, which the server's detail may quote.
 *
 * @param what name of the failed task, such as that of a query
 */
export function translateError(error: unknown, what: string): Error {
  if (error instanceof pg.DatabaseError) {
    const { code = '', severity = '', message, table, constraint } = error
    const description = [what, code, ...(quoting.test(code) ? [] : [message])].join(': ')
    if (closing.test(code) && !notFatal.test(severity)) return new ConnectionLost(description)
    if (unprepared.has(code)) return new Unprepared(description)
    if (conflicts.has(code)) return new Conflict(description)
    if (unavailable.test(code)) return new DatabaseUnavailable(description)
    return new Error([description, table, constraint].filter((part) => part).join(', '))
  }
  // An error that is not the server's is the driver's, and means that the connection has failed.
  const message = error instanceof Error ? error.message : String(error)
  return new ConnectionLost(`${what}: ${message}`)
}
