/**
 * Parsers that run in threads of their own: they read data of sellers and banks, whose cost is
 * charged to the sellers.
 */
import { moduleFile } from '../db/moduleFile.ts'
import type { ParserPool } from '../runtime/parserPool.ts'
import { readFields } from './pix/bank/answerFields.ts'
import { readIdentity } from './pix/bank/keys/identity.ts'
import { readP12Identity } from './pix/bank/keys/p12Identity.ts'
import { hasAllRows } from './settings/pngRows.ts'

export const parsers = { readFields, readIdentity, readP12Identity, hasAllRows }

export type DomainParsers = ParserPool<typeof parsers>

export const parserFile = new URL(moduleFile('parserThread'), import.meta.url)
