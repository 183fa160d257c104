import type { RequestListener } from 'node:http'
import { operationsOf, readServedContract } from './contract/document.ts'
import type { Document } from './contract/document.ts'
import type { Database } from './db/database.ts'
import { handlers } from './handlers/index.ts'
import type { Service } from './domain/service.ts'
import { createDashboard } from './dashboard/dashboard.ts'
import { createAuthenticate } from './http/authenticate.ts'
import { Bodies } from './http/bodies.ts'
import type { BodyLimits } from './http/bodies.ts'
import { createCalls } from './http/calls.ts'
import { createDocs } from './http/docs.ts'
import type { FindFile } from './http/docs.ts'
import { findPageAddress } from './http/pageAddresses.ts'
import { createSiteFiles } from './http/siteFiles.ts'
import { createEngine } from './http/engine/engine.ts'
import type { Engine } from './http/engine/engine.ts'
import { createHandle } from './http/handle.ts'
import { createListener } from './http/lifecycle.ts'
import { LoadShedder } from './http/loadShedder.ts'
import type { LoadShedderLimits } from './http/loadShedder.ts'
import { Refusals } from './http/refusals.ts'
import { addressReader, ownHosts } from './http/request.ts'
import type { CheckResponse } from './http/respond.ts'
import { headersAt } from './http/response.ts'
import type { HeadersOf } from './http/response.ts'
import { ResponseBacklog } from './http/responseBacklog.ts'
import type { ResponseLimits } from './http/responseBacklog.ts'
import { SecurityLog } from './http/securityLog.ts'
import { createSellerLimits } from './http/sellerLimits.ts'
import type { Logger } from './runtime/logger.ts'

export type AppOptions = {
  db: Database
  service: Service
  log: Logger
  /** Operations that are served: the public ones, or those of the metrics port. */
  surface?: 'public' | 'metrics'
  /** Addresses and subnets whose `X-Forwarded-For` is believed. */
  trustedProxies?: string[]
  /** Names by which this port is reached, beside addresses in digits and `localhost`. */
  hosts: string[]
  /** Contact in `security.txt`; without one the file is not served. */
  securityContact?: string | undefined
  /** Checks each response against the contract; one that it does not allow becomes a 500. */
  validateResponses?: boolean
  limits: ResponseLimits & LoadShedderLimits & BodyLimits
}

export type App = {
  listener: RequestListener
  headersOf: HeadersOf
  /** Called with the network of each connection that is dropped for its cost in memory. */
  dropped(network: string): void
}

/** @throws Error when an operation has no handler, or a handler no operation */
function requireHandlers(document: Document): void {
  const ids = [...operationsOf(document)].map(({ operation }) => operation.operationId)
  const unpaired = new Set(ids).symmetricDifference(new Set(Object.keys(handlers)))
  if (unpaired.size > 0) throw new Error(`Operations and handlers differ: ${[...unpaired]}.`)
}

/** The files of the docs, and those of the site. */
function filesOf(baseUrl: string, securityContact: string | undefined): FindFile {
  const [docs, site] = [createDocs(baseUrl), createSiteFiles({ baseUrl, securityContact })]
  return (request, response) =>
    site(request, response) ?? docs(request, response) ?? findPageAddress(request, response)
}

/** Loaded only where responses are checked: the validators of all of them are a megabyte. */
async function checkerOf({ operations }: Engine): Promise<CheckResponse> {
  const { createResponseChecker } = await import('./http/responseChecker.ts')
  return createResponseChecker(operations)
}

/** Puts the contract, the handlers and `http/` together. */
export async function createApp(options: AppOptions): Promise<App> {
  const { db, service, log, limits, surface = 'public' } = options
  const document = readServedContract()
  requireHandlers(document)
  const isServed = (path: string) => {
    if (service.mode === 'live' && path.startsWith('/sandbox/')) return false
    return (document.paths[path]?.servers !== undefined) === (surface === 'metrics')
  }
  const loadShedder = new LoadShedder(db, log, limits)
  const headersOf = headersAt(service.baseUrl)
  const securityLog = new SecurityLog(log, service.metrics)
  const sellerLimits = createSellerLimits({ service, log })
  const shared = { db, service, log, loadShedder, sellerLimits, headersOf, securityLog }
  const engine = createEngine({
    document,
    isServed,
    authenticate: createAuthenticate(shared),
    handle: createHandle(handlers, shared),
  })
  const callsOf = createCalls({ engine, log, securityLog })
  const isPublic = surface === 'public'
  const dropped = (network: string) => securityLog.dropped(network)
  const listener = createListener({
    ...shared,
    engine,
    findFile: isPublic ? filesOf(service.baseUrl, options.securityContact) : () => undefined,
    findPage: isPublic
      ? createDashboard({
          ...shared,
          operations: engine.operations,
          callsOf,
          sendTimeoutMs: limits.sendTimeoutMs,
        })
      : () => undefined,
    bodies: new Bodies(limits),
    refusals: new Refusals(limits),
    backlog: new ResponseBacklog(limits, dropped),
    addressOf: addressReader(options.trustedProxies ?? [], (peer) =>
      log.warn({ peer }, 'X-Forwarded-For is ignored: TRUSTED_PROXIES does not name its sender'),
    ),
    isOwnHost: ownHosts(options.hosts),
    hostsVariable: isPublic ? 'ALLOWED_HOSTS' : 'METRICS_HOSTS',
    checkResponse: options.validateResponses ? await checkerOf(engine) : undefined,
  })
  return {
    listener,
    headersOf,
    dropped,
  }
}
