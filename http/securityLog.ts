import type { Code } from '../contract/apiError.ts'
import type { ValidRequest } from '../contract/validator.ts'
import { readBasic } from '../domain/auth/basic.ts'
import type { Account } from '../handlers/support/handler.ts'
import { FloodLine } from '../runtime/logger.ts'
import type { Logger } from '../runtime/logger.ts'
import type { Metrics, SecurityEvent, SellerLimit } from '../runtime/metrics/metrics.ts'
import type { Operation } from './context.ts'
import { REPLAYED } from './idempotency.ts'

/** Lines a second for each event, so that a flood of wrong secrets is no flood of log lines. */
const MAX_LINES = 20
const SECOND_MS = 1_000

/** The security event of an error, by its code; other errors are none. */
const events: Partial<Record<Code, SecurityEvent>> = {
  oauth_invalid_client: 'authentication_failed',
  oauth_invalid_scope: 'scope_refused',
  oauth_too_many_requests: 'limit_reached',
  invalid_access_token: 'token_refused',
  insufficient_scope: 'scope_refused',
  too_many_requests: 'limit_reached',
}

/** The scopes of the contract that change the account: who acts for it, and through which bank. */
const accountScopes = ['account:write', 'bank:write']

/** The form of a client id; any other text in its place may be a secret. */
const clientIdForm = /^bci_[\w-]{22}$/

/** Of an address or a network: a trusted proxy may have passed on any text as an address. */
const addressForm = /^[\da-f.:]{2,45}(::\/64)?$/i

/** Facts about a request when it is answered. */
type AnsweredRequest = {
  requestId: string
  address: string
  headers: Record<string, string | undefined>
  operation?: Pick<Operation, 'operationId' | 'method' | 'security'>
  /** Once it is valid, so that its path holds nothing but ids. */
  valid?: Pick<ValidRequest, 'path'> | undefined
  account?: Account
  /** The API client that a rejected token names, when this service has signed that token. */
  rejectedClientId?: string | undefined
  /** The limit of its seller by which it was refused; http/sellerLimits.ts writes the line. */
  sellerLimit?: SellerLimit
}

/** Status and headers of its response. */
type Answer = { status: number; headers?: Record<string, string> | undefined }

/** The lines of one event in the current second, written and left out. */
type Second = { written: number; suppressed: number }

/**
 * Logs authentications, accepted and refused, with client, address and reason, never a secret or a
 * token. Of each event it writes `MAX_LINES` a second, and then how many more there were; the
 * metrics count all of them.
 */
export class SecurityLog {
  readonly #log: Logger
  readonly #metrics: Pick<Metrics, 'security'>
  readonly #seconds = new Map<SecurityEvent, Second>()
  /** Of the connection that was dropped last. */
  #droppedNetwork = ''
  readonly #droppedLine = new FloodLine((dropped) => {
    const network = this.#droppedNetwork
    const named = addressForm.test(network) && { network }
    const facts = { security: 'connections_dropped', ...named, dropped }
    this.#log.warn(facts, 'connections dropped')
  })

  constructor(log: Logger, metrics: Pick<Metrics, 'security'>) {
    this.#log = log
    this.#metrics = metrics
  }

  /** @param code of the error, if the response is one */
  note(request: AnsweredRequest, { status, headers }: Answer, code?: Code): void {
    const operation = request.operation?.operationId
    if (operation === 'issueToken' && status === 200) {
      this.#write('info', 'token_issued', () => callerOf(request), 'let in')
    }
    // An answer that is given again has changed nothing.
    const isDone = status < 300 && headers?.[REPLAYED] === undefined
    if (isDone && changesAccount(request.operation)) {
      const changed = () => ({ ...callerOf(request), operation, ...targetsOf(request) })
      this.#write('info', 'account_changed', changed, 'changed')
    }
    const event = code && events[code]
    if (!event) return
    if (request.sellerLimit) return this.#metrics.security(event)
    const reason = code === 'oauth_invalid_client' ? credentialsReason(request) : code
    // The events of the token endpoint imply the operation.
    const called = operation !== 'issueToken' && { operation }
    this.#write('warn', event, () => ({ ...callerOf(request), ...called, reason }), 'refused')
  }

  /** Notes what happened on the dashboard; the details hold nothing secret. */
  report(
    level: 'info' | 'warn',
    event: SecurityEvent,
    request: Pick<AnsweredRequest, 'requestId' | 'address' | 'headers'>,
    details: Record<string, string>,
  ): void {
    const message = level === 'info' ? 'let in' : 'refused'
    this.#write(level, event, () => ({ ...callerOf(request), ...details }), message)
  }

  /** Notes a connection of a network that was closed to free memory: at most one line a second. */
  dropped(network: string): void {
    this.#metrics.security('connections_dropped')
    this.#droppedNetwork = network
    this.#droppedLine.add()
  }

  #write(
    level: 'info' | 'warn',
    event: SecurityEvent,
    details: () => object,
    message: string,
  ): void {
    this.#metrics.security(event)
    let second = this.#seconds.get(event)
    if (!second) {
      second = { written: 0, suppressed: 0 }
      this.#seconds.set(event, second)
      setTimeout(() => this.#endSecond(event), SECOND_MS).unref()
    }
    if (second.written === MAX_LINES) return void second.suppressed++
    second.written++
    this.#log[level]({ security: event, ...details() }, message)
  }

  #endSecond(event: SecurityEvent): void {
    const { suppressed = 0 } = this.#seconds.get(event) ?? {}
    this.#seconds.delete(event)
    if (suppressed > 0) this.#log.warn({ security: event, suppressed }, 'more of the same')
  }
}

/** True for an operation that changes the account, by the scopes that the contract wants for it. */
function changesAccount(operation: AnsweredRequest['operation']): boolean {
  if (!operation || operation.method === 'get') return false
  const wanted = operation.security?.flatMap((scheme) => Object.values(scheme).flat()) ?? []
  return wanted.some((scope) => accountScopes.includes(scope))
}

/** The ids in the path of a request, such as that of the endpoint that was changed. */
function targetsOf({ valid }: AnsweredRequest): { targets?: string[] } {
  const targets = Object.values(valid?.path ?? {}).map(String)
  return targets.length > 0 ? { targets } : {}
}

/** The caller, as far as it is known and may be logged. */
function callerOf({
  requestId,
  address,
  headers,
  account,
  rejectedClientId,
}: AnsweredRequest): object {
  const clientId =
    (account?.actor.type === 'api_client' ? account.actor.client_id : undefined) ??
    rejectedClientId ??
    readBasic(headers['authorization'])?.client_id ??
    ''
  return {
    request_id: requestId,
    ...(addressForm.test(address) && { address }),
    ...(clientIdForm.test(clientId) && { client_id: clientId }),
    ...(account?.actor.type === 'user' && { user: account.actor.id }),
  }
}

function credentialsReason({ headers: { authorization } }: AnsweredRequest): string {
  if (authorization === undefined) return 'no credentials'
  return readBasic(authorization) ? 'wrong credentials' : 'unreadable credentials'
}
