// Made from the queries of the program by `npm run generate`; edits here are lost.

import type { Statements } from '../db/statement.ts'

export declare const statements: Statements
