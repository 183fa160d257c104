import type { Agent } from 'node:https'
import type { LookupFunction, Socket, TcpNetConnectOpts } from 'node:net'
import type { ConnectionOptions as TlsOptions, SecureContext, TLSSocket } from 'node:tls'
import type { ProcessorBudget } from '../../runtime/processorBudget.ts'
import { nodeHttps, outgoingTls, request, responseTo } from '../../runtime/nodeHttp.ts'
import { recentlyUsed } from '../../runtime/recent.ts'
import { publicOnly } from './ssrfGuard.ts'
import { NoAnswer } from './connections.ts'
import type {
  Answer,
  ConnectionOptions,
  Connections,
  Identity,
  OutgoingRequest,
} from './connections.ts'
import { MeteredStream, newBudget } from './meteredStream.ts'

/** The error of a connection that was tried at several addresses has its text one level down. */
function textOf(error: unknown): string {
  const { message, code, errors } = error as NodeJS.ErrnoException & { errors?: Error[] }
  return message || errors?.[0]?.message || code || String(error)
}

const isReset = ({ code = '', message }: NodeJS.ErrnoException) =>
  /^(ECONNRESET|EPIPE)$/.test(code) || message === 'socket hang up'

type Opening = (options: TcpNetConnectOpts) => Socket

/** Opens connections to public addresses only. Loaded with the first: it imports all of HTTP. */
async function openPublic(): Promise<Opening> {
  const { RequestFilteringHttpAgent } = await import('request-filtering-agent')
  const agent = new RequestFilteringHttpAgent({ keepAlive: false })
  return (options) => agent.createConnection(options, undefined) as Socket
}

const openAny = (): Opening => process.getBuiltinModule('node:net').connect

/** TLS without a client certificate: one context for all, since each holds memory outside V8. */
let anonymous: SecureContext | undefined

/** @param identity without a certificate for a server that knows us by other credentials */
function contextOf(identity: Identity | undefined): SecureContext {
  const { createSecureContext } = process.getBuiltinModule('node:tls')
  if (!identity) return (anonymous ??= createSecureContext(outgoingTls()))
  const { certificate, private_key, authority } = identity
  return createSecureContext({
    ...outgoingTls(),
    ...(certificate !== '' && { cert: certificate, key: private_key }),
    ...(authority !== null && { ca: authority }),
  })
}

/**
 * TLS sessions that are kept, and for how long. One has 2 KiB or so; a ticket may have 64 KiB, by
 * which a server could fill the thread's memory, so larger ones are not kept.
 */
const MAX_SESSIONS = 1_000
const MAX_SESSION_BYTES = 8 * 1024
const SESSION_LIFETIME_MS = 10 * 60 * 1000

/**
 * TLS sessions of servers that know us by no certificate, by seller, host and port: a connection
 * that resumes one leaves out the server's certificates (RFC 8446 §2.2), a third of what a delivery
 * costs its thread. Node does not check the name of a server again whose session is resumed.
 */
const sessions = recentlyUsed<{ session: Buffer; sinceMs: number }>(MAX_SESSIONS)

function sessionOf(key: string): Buffer | undefined {
  const { session, sinceMs = -Infinity } = sessions.get(key) ?? {}
  return performance.now() - sinceMs < SESSION_LIFETIME_MS ? session : undefined
}

/** Keeps the sessions of a connection whose server has shown who it is. */
function keepSessions(secure: TLSSocket, key: string): void {
  secure.on('session', (session) => {
    if (!secure.authorized || session.length > MAX_SESSION_BYTES) return
    sessions.set(key, { session, sinceMs: performance.now() })
  })
}

export type DirectOptions = ConnectionOptions & {
  /** Replaces the look-up of names. */
  lookup?: LookupFunction | undefined
  budget?: ProcessorBudget
}

/** Connections of the thread that makes them. */
export class DirectConnections implements Connections {
  readonly #options: DirectOptions
  readonly #budget: ProcessorBudget
  readonly #lookup: LookupFunction | undefined
  #open: Opening | undefined
  #kept: Agent | undefined
  #single: Agent | undefined
  #context: SecureContext | undefined

  constructor(options: DirectOptions) {
    this.#options = options
    this.#budget = options.budget ?? newBudget()
    const { lookup, isPublicOnly } = options
    // The list of `request-filtering-agent` leaves out some addresses, such as ::127.0.0.1.
    this.#lookup = isPublicOnly ? publicOnly(lookup) : lookup
  }

  async exchange(asked: OutgoingRequest, signal: AbortSignal): Promise<Answer> {
    const { method, url, headers, body, maxBytes, isAlone = false } = asked
    let status: number | null = null
    let isReused = () => false
    try {
      const address = new URL(url)
      const isTls = address.protocol === 'https:'
      const agent = isTls && (await this.#agent(isAlone))
      const send = isTls ? nodeHttps().request : request
      const lookup = this.#lookup
      // It throws when the URL's credentials cannot be decoded.
      const outgoing = send(address, { method, headers, agent, signal, lookup })
      isReused = () => outgoing.reusedSocket
      const closed = new Promise((resolve) => outgoing.once('close', resolve))
      outgoing.end(body)
      // The rest of a longer response is not read: its connection is closed.
      const { response, body: responseBody } = await responseTo(outgoing, maxBytes)
      status = response.statusCode ?? 0
      const { bytes, isWhole } = await responseBody
      // A server that answers and takes nothing more of the request keeps its connection open.
      await closed
      const { 'content-encoding': encoding, 'retry-after': retryAfter } = response.headers
      const kept = { 'content-encoding': encoding, 'retry-after': retryAfter }
      return { status, headers: kept, body: bytes, isWhole }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      const isStale = status === null && isReused() && isReset(error as Error)
      throw new NoAnswer({ message: textOf(error), code, status, isStale })
    }
  }

  close(): void {
    this.#kept?.destroy()
    this.#single?.destroy()
  }

  async #agent(isAlone: boolean): Promise<Agent> {
    this.#open ??= this.#options.isPublicOnly ? await openPublic() : openAny()
    const { maxKept } = this.#options
    if (maxKept === undefined || isAlone) return (this.#single ??= this.#newAgent(false))
    return (this.#kept ??= this.#newAgent(true))
  }

  #newAgent(keepAlive: boolean): Agent {
    const { owner, maxKept, identity } = this.#options
    const agent = new (nodeHttps().Agent)({
      ...(maxKept !== undefined && { maxSockets: maxKept }),
      keepAlive,
    })
    const { connect } = process.getBuiltinModule('node:tls')
    agent.createConnection = (options) => {
      const socket = (this.#open ?? openAny())(options as TcpNetConnectOpts)
      const stream = new MeteredStream(socket, this.#budget, owner)
      const secureContext = (this.#context ??= contextOf(identity))
      const { host, port } = options as TcpNetConnectOpts
      const key = `${owner} ${host}:${port}`
      const session = identity ? undefined : sessionOf(key)
      const tls = { ...(options as TlsOptions), socket: stream, secureContext, session }
      const secure = connect(tls)
      if (!identity) keepSessions(secure, key)
      return secure.once('secureConnect', () => stream.secured())
    }
    return agent
  }
}

export const connectDirectly = (options: DirectOptions): Connections =>
  new DirectConnections(options)
