/** Requests to servers that sellers have named: their banks, and receivers of their webhooks. */

/** Our certificate with its key, and the authority of the server's certificate, in PEM. */
export type Identity = { certificate: string; private_key: string; authority: string | null }

export type OutgoingRequest = {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | undefined
  /** How much of the answer's body is read. */
  maxBytes: number
  /** The request gets a connection of its own, even where others are kept. */
  isAlone?: boolean
}

export type Answer = {
  status: number
  headers: { 'content-encoding'?: string | undefined; 'retry-after'?: string | undefined }
  body: Uint8Array
  /** The body was read to its end. */
  isWhole: boolean
}

/** Why there was no answer, in a form that threads can send each other. */
export type Failure = {
  message: string
  code?: string | undefined
  /** The status of an answer whose body did not come. */
  status: number | null
  /** A kept connection turned out to be closed before anything was answered. */
  isStale: boolean
}

export class NoAnswer extends Error {
  override name = 'NoAnswer'
  readonly code: string
  readonly status: number | null
  readonly isStale: boolean

  constructor({ message, code = '', status, isStale }: Failure) {
    super(message)
    this.code = code
    this.status = status
    this.isStale = isStale
  }
}

export type ConnectionOptions = {
  /** The seller of the server, to whom the cost of its connections is charged. */
  owner: string
  identity?: Identity
  /** So many connections at most are open, and kept for further requests; else each has its own. */
  maxKept?: number
  /** Connects to public addresses only. */
  isPublicOnly: boolean
}

export type Connections = {
  /**
   * @param signal aborts the request
   * @throws NoAnswer
   */
  exchange(request: OutgoingRequest, signal: AbortSignal): Promise<Answer>
  /** Closes kept connections, and ends requests under way; a further request opens others. */
  close(): void
}

/** Opens nothing yet: the first request does. */
export type Connect = (options: ConnectionOptions) => Connections
