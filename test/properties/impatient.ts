/** Loaded ahead of a service, has it wait for no other process that writes to its file. */
import SQLite from 'better-sqlite3'

const { pragma } = SQLite.prototype

SQLite.prototype.pragma = function (source, options) {
  if (source === 'foreign_keys = ON') pragma.call(this, 'busy_timeout = 0')
  return pragma.call(this, source, options)
}
