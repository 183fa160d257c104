/** Everything that the pages are made with. */
import type { Database } from '../db/database.ts'
import type { Service } from '../domain/service.ts'
import type { Account } from '../handlers/support/handler.ts'
import type { Calls } from '../http/calls.ts'
import type { Operation, PageRequest } from '../http/context.ts'
import type { SecurityLog } from '../http/securityLog.ts'
import type { Logger } from '../runtime/logger.ts'

export type DashboardOptions = {
  db: Database
  service: Service
  log: Logger
  securityLog: SecurityLog
  /** Operations of the contract: their scopes decide access, their schemas read the forms. */
  operations: readonly Operation[]
  /** Binds calls of operations to a person's account and the request of a page. */
  callsOf: (account: Account, request: PageRequest) => Calls
  /** Within which the reader of a file takes each piece of it. */
  sendTimeoutMs: number
}
