/** The seller's pages: which addresses they have, and what they are made with. */
import type { Database } from '../db/database.ts'
import type { Service } from '../domain/service.ts'
import type { Account } from '../handlers/support/handler.ts'
import type { Calls } from '../http/calls.ts'
import type { FindPage, Operation, PageRequest, SendPage } from '../http/context.ts'
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

const isPage = (path: string): boolean =>
  path === '/' || path === '/dashboard' || path.startsWith('/dashboard/')

/** The form with the file of a logo may be as long as the body of the operation that it calls. */
const LONG_FORM_PATH = '/dashboard/settings/logo'
const LONG_FORM_BYTES = 192 * 1024

/** Serves the pages by Express, which is imported with them at the first request for one. */
export function createDashboard(options: DashboardOptions): FindPage {
  let loading: Promise<SendPage> | undefined
  const sendPage: SendPage = async (request) => {
    loading ??= import('./site.ts').then(({ createSite }) => createSite(options))
    const send = await loading
    await send(request)
  }
  return (path) => {
    if (!isPage(path)) return undefined
    const formBytes = path === LONG_FORM_PATH ? LONG_FORM_BYTES : undefined
    return { sendPage, formBytes }
  }
}
