import type { Code } from '../contract/apiError.ts'
import type { Logger } from '../runtime/logger.ts'
import { readBasic } from '../domain/auth/basic.ts'

/** Lines of one event in a second: a flood of wrong secrets must not become a flood of lines. */
const LINES_A_SECOND = 20
const SECOND_MS = 1_000

/** What was refused, by the code of the refusal. */
const events: Partial<Record<Code, string>> = {
  oauth_invalid_client: 'authentication_failed',
  oauth_invalid_scope: 'scope_refused',
  oauth_too_many_requests: 'limit_reached',
  invalid_access_token: 'token_refused',
  insufficient_scope: 'scope_refused',
  too_many_requests: 'limit_reached',
}

/** What ids of clients look like; any other text in their place may be a secret. */
const clientId = /^bci_[\w-]{22}$/

/** A proxy that is trusted may have passed on anything as an address. */
const networkAddress = /^[\da-f.:]{2,45}$/i

/** What is known of a request when it is answered. */
type Answered = {
  request_id: string
  address: string
  headers: Record<string, string | undefined>
  operation?: { operationId?: string } | undefined
  account?: { client: { client_id: string } }
  /** The API client that a refused token names which this service has signed. */
  refused_client?: string | undefined
}

/** How many lines of an event there were in this second, and how many were not written. */
type Second = { written: number; suppressed: number }

/**
 * Says in the log who was let in and who was not: client, address and reason, never a secret or a
 * token. Of each event it writes so many lines a second, and then how many more there were.
 */
export class SecurityLog {
  readonly #log: Logger
  readonly #seconds = new Map<string, Second>()

  constructor(log: Logger) {
    this.#log = log
  }

  /** @param code of the refusal, if it was one */
  note(answered: Answered, status: number, code: Code | undefined): void {
    const operation = answered.operation?.operationId
    if (operation === 'issueToken' && status === 200) {
      this.#write('info', 'token_issued', () => about(answered), 'let in')
    }
    const event = code && events[code]
    if (!event) return
    const reason = code === 'oauth_invalid_client' ? faultOf(answered) : code
    // Of the token endpoint, the event says what was called.
    const called = operation !== 'issueToken' && { operation }
    this.#write('warn', event, () => ({ ...about(answered), ...called, reason }), 'refused')
  }

  #write(level: 'info' | 'warn', event: string, details: () => object, message: string): void {
    let second = this.#seconds.get(event)
    if (!second) {
      second = { written: 0, suppressed: 0 }
      this.#seconds.set(event, second)
      setTimeout(() => this.#end(event), SECOND_MS).unref()
    }
    if (second.written === LINES_A_SECOND) return void second.suppressed++
    second.written++
    this.#log[level]({ security: event, ...details() }, message)
  }

  #end(event: string): void {
    const { suppressed = 0 } = this.#seconds.get(event) ?? {}
    this.#seconds.delete(event)
    if (suppressed > 0) this.#log.warn({ security: event, suppressed }, 'more of the same')
  }
}

/** Who called, as far as that is known and may be written. */
function about({ request_id, address, headers, account, refused_client }: Answered): object {
  const named =
    account?.client.client_id ??
    refused_client ??
    readBasic(headers['authorization'])?.client_id ??
    ''
  return {
    request_id,
    ...(networkAddress.test(address) && { address }),
    ...(clientId.test(named) && { client_id: named }),
  }
}

function faultOf({ headers: { authorization } }: Answered): string {
  if (authorization === undefined) return 'no credentials'
  return readBasic(authorization) ? 'wrong credentials' : 'unreadable credentials'
}
