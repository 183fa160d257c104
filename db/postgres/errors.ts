import pg from 'pg'
import { DatabaseUnavailable } from '../database.ts'

/** The connection cannot be used any more; whether what was sent on it last was done is unknown. */
export class ConnectionLost extends DatabaseUnavailable {
  override name = 'ConnectionLost'
}

/** The same, before anything was done: it can be done on another connection. */
export class NeverBegun extends ConnectionLost {
  override name = 'NeverBegun'
}

/** What was begun collided with something else and was undone; it can be run again. */
export class Conflict extends Error {
  override name = 'Conflict'
}

/** The same, on a connection whose prepared statements are not those that the driver thinks. */
export class Unprepared extends Conflict {
  override name = 'Unprepared'
}

/** Whether a connection is not to be used again. */
export const isSpent = (error: unknown): boolean =>
  error instanceof ConnectionLost || error instanceof Unprepared

/** Whether a transaction has left nothing behind, so that it can be run again. */
export const isUndone = (error: unknown): boolean =>
  error instanceof Conflict || error instanceof NeverBegun

/** Serialization failure, deadlock (PostgreSQL, Appendix A). */
const conflicts = new Set(['40001', '40P01'])

/**
 * A statement is not prepared, because another one on the connection was to do that, and failed, or
 * is prepared already; or a pooler has given the session away.
 */
const unprepared = new Set(['26000', '42P05'])

/**
 * The server, not the statement, is at fault: connection, resources, operator, system; and single
 * ones: read-only because it is a standby, a lock that is held for too long.
 */
const unavailable = /^(08|53|57|58|25006|55P03)/

/** What these say quotes a value that was to be stored (data exceptions). */
const quoting = /^22/

/**
 * Where these are fatal, the server closes the connection. Where they are errors, a connection of
 * the server's own has failed, such as one of Citus to the node of one seller, and ours has not.
 */
const closing = /^(08|57P0[1-5]|25P0[34])/

/** ERROR in the language of the server's messages: ERRO, ERREUR, ERRORE; FATAL begins with F. */
const notFatal = /^ERR/

/**
 * What an error of the driver means to the engine. The text of a statement's arguments, which an
 * error may quote in its detail, stays out of it: it ends up in a log.
 *
 * @param what was being done: a statement's name
 */
export function translated(error: unknown, what: string): Error {
  if (error instanceof pg.DatabaseError) {
    const { code = '', severity = '', message, table, constraint } = error
    const told = [what, code, ...(quoting.test(code) ? [] : [message])].join(': ')
    if (closing.test(code) && !notFatal.test(severity)) return new ConnectionLost(told)
    if (unprepared.has(code)) return new Unprepared(told)
    if (conflicts.has(code)) return new Conflict(told)
    if (unavailable.test(code)) return new DatabaseUnavailable(told)
    return new Error([told, table, constraint].filter((part) => part).join(', '))
  }
  // What the server did not say itself, the driver says of a connection that has failed.
  const message = error instanceof Error ? error.message : String(error)
  return new ConnectionLost(`${what}: ${message}`)
}
