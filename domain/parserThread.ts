/** Entry point of the threads of `ParserPool`. */
import { asTask } from '../runtime/parserPool.ts'
import { parsers } from './parsers.ts'

export const readIdentity = asTask(parsers.readIdentity)
export const readFields = asTask(parsers.readFields)
export const readP12Identity = asTask(parsers.readP12Identity)
export const hasAllRows = asTask(parsers.hasAllRows)
