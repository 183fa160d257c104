import type { ServerResponse } from 'node:http'
import type { Deprecation } from '../contract/deprecations.ts'
import type { ValidRequest } from '../contract/validator.ts'
import type { Account } from '../handlers/support/handler.ts'
import type { SellerLimit } from '../runtime/metrics/metrics.ts'
import type { Caller } from './fairQueue.ts'
import type { Permit } from './loadShedder.ts'
import type { RawRequest } from './request.ts'

/** The stages of a request, which `http/lifecycle.ts` lists in their order. */
export type StageName =
  | 'head'
  | 'route'
  | 'token'
  | 'body'
  | 'admit'
  | 'schedule'
  | 'clock'
  | 'authenticate'
  | 'limit'
  | 'authorize'
  | 'validate'
  | 'handle'

/** The parts of a dereferenced OpenAPI operation that its requests are served by. */
export type Operation = {
  operationId: string
  path: string
  method: string
  'x-deprecation'?: Deprecation
  security?: Record<string, string[]>[]
  responses: Record<string, { content?: Record<string, { schema: object }> }>
  /** `x-max-bytes` is the limit of its body, where that is not the limit of all. */
  requestBody?: { 'x-max-bytes'?: number; content?: Record<string, { schema: object }> }
}

/** The part of its request that a page gets: the head as it was read, the body within its limit. */
export type PageRequest = Pick<
  RequestContext,
  | 'method'
  | 'path'
  | 'query'
  | 'headers'
  | 'address'
  | 'requestId'
  | 'now'
  | 'response'
  | 'body'
  | 'permit'
>

/** Resolves when the response has been written, or has begun to stream. */
export type SendPage = (request: PageRequest) => Promise<void>

/** Finds the function that sends a page; undefined for a path that is no page. */
export type FindPage = (
  path: string,
) => { sendPage: SendPage; formBytes?: number | undefined } | undefined

/** One request on its way through the stages; each stage adds what it has found. */
export type RequestContext = RawRequest & {
  readonly requestId: string
  /** When the request arrived, in milliseconds of `performance.now()`. */
  readonly startMs: number
  readonly response: ServerResponse
  /** The stage that runs, or that has failed. */
  stage: StageName
  /** The service's time; the sandbox can advance it. Set before the engine runs. */
  now: Date
  /** Headers that the response carries whatever its status. */
  responseHeaders: Record<string, string>
  /** The operation that the path and the method name, if there is one. */
  operation?: Operation
  /** Sends a file of the docs, if the path names one; such a request has no operation. */
  sendFile?: () => Promise<void>
  /** Answers for the dashboard, if the path is one of its pages; it has no operation either. */
  sendPage?: SendPage
  /** The limit of a page's form that takes files; others have the limit of all bodies. */
  formBytes?: number | undefined
  caller?: Caller
  /** The bearer token, of an operation that needs one. */
  token?: string
  /** Held in the load shedder from admission until the response is ready. */
  permit?: Permit
  account?: Account
  /** The API client that a rejected token names, when this service has signed that token. */
  rejectedClientId?: string | undefined
  /** The limit of its seller by which it was refused. */
  sellerLimit?: SellerLimit
  /** True once an outage of the database was logged for it; the access log then leaves it out. */
  isLogged?: boolean
  /** The validated request; a handler is reached with it only. */
  valid?: ValidRequest | undefined
}
