/** Loaded ahead of a service, has it leave SQLite's log to others. */
import { Checkpoints } from '../../../db/sqlite/checkpoints.ts'

Checkpoints.prototype.begin = () => undefined
