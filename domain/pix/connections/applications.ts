/**
 * State shared by the connections of one application at a bank. Banks count requests by the client
 * id, so fifty Pix keys of one application have one budget, one circuit breaker, and one pause.
 */
import { createHash } from 'node:crypto'
import { recentlyUsed } from '../../../runtime/recent.ts'
import type { BankSettings } from '../bank/options.ts'
import type { Pause } from '../bank/mtls.ts'
import type { BankBreakers, Breakers, BreakerState } from './breaker.ts'

/** The connections whose application is remembered, and the applications. */
const MAX_REMEMBERED = 20_000

type Application = {
  name: string
  breakers: BankBreakers
  /** Until when the bank wants no requests. */
  pause: Pause
  /** The ids of its connections that this process has met. */
  connections: Set<string>
}

/**
 * Names the application of a connection. The name covers everything by which the bank admits a
 * request, the secrets included: a seller who names another's client id, or its own server at the
 * bank's, shares nothing with the other. The name is derived from secrets, so it stands in no log.
 */
function nameOf(settings: BankSettings): string {
  const { url, token_url, client_id, client_secret } = settings
  const { certificate, private_key, authority, public_only } = settings
  const at = [url, token_url, authority, public_only]
  const as = [client_id, client_secret, certificate, private_key]
  return createHash('sha256')
    .update(JSON.stringify([...at, ...as]))
    .digest('base64')
}

/** The applications of all connections that this process has met. */
export class Applications {
  readonly #breakers: Breakers
  readonly #byName = recentlyUsed<Application>(MAX_REMEMBERED)
  readonly #byConnection = recentlyUsed<Application>(MAX_REMEMBERED)

  constructor(breakers: Breakers) {
    this.#breakers = breakers
  }

  /** The application of a connection, from now on the one of these settings. */
  learn(connection_id: string, settings: BankSettings): Application {
    const name = nameOf(settings)
    const application = this.#byName.get(name) ?? {
      name,
      breakers: this.#breakers.of(name, connection_id),
      pause: { untilMs: 0, recurringUntilMs: 0 },
      connections: new Set(),
    }
    const before = this.#byConnection.get(connection_id)
    before?.connections.delete(connection_id)
    application.connections.add(connection_id)
    this.#byName.set(name, application)
    this.#byConnection.set(connection_id, application)
    return application
  }

  /** Counts the banks that are away. */
  report(): void {
    this.#breakers.report()
  }

  /** Undefined for a connection that this process has not met. */
  of(connection_id: string): Application | undefined {
    return this.#byConnection.get(connection_id)
  }

  /** The state of a circuit breaker of a connection's application. */
  stateOf(connection_id: string, of: keyof BankBreakers): BreakerState {
    return this.of(connection_id)?.breakers[of].state ?? 'closed'
  }
}
