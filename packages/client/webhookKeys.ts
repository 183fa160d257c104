import { attempt } from './attempt.ts'
import { NoResponse } from './errors.ts'

/** A key that was revoked is believed for this long at most. */
const MAX_AGE_MS = 60 * 60 * 1000

/** Forged requests make the set be read no more often than this. */
const MIN_INTERVAL_MS = 60 * 1000

/** A delivery is given up after ten seconds, so there is no time for a second attempt. */
const READ_LIMIT_MS = 5_000

/** The service sends two signatures and publishes two keys at most; the rest is not tried. */
const MAX_TRIED = 8

/** A JSON Web Key Set (RFC 7517). Only its Ed25519 keys (RFC 8037) are used. */
export type WebhookKeySet = {
  readonly keys: readonly { readonly kty?: string; readonly crv?: string; readonly x?: string }[]
}

/** Network and time, which tests replace. */
export type KeysWorld = {
  fetch: (request: Request) => Promise<Response>
  nowMs: () => number
}

type Bytes = Uint8Array<ArrayBuffer>
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>

const world: KeysWorld = { fetch: (request) => fetch(request), nowMs: () => performance.now() }

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))

/** @throws TypeError when there is no Ed25519 key in the set */
async function imported(set: unknown): Promise<Key[]> {
  const { keys } = Object(set) as { keys?: unknown }
  const points = (Array.isArray(keys) ? keys : []).flatMap((key: unknown) => {
    const { kty, crv, x } = Object(key) as Record<string, unknown>
    const isOne = kty === 'OKP' && crv === 'Ed25519' && typeof x === 'string'
    return isOne && /^[A-Za-z0-9_-]{43}$/.test(x) ? [x] : []
  })
  if (points.length === 0) throw new TypeError('keys is not a set of Ed25519 keys (RFC 8037).')
  return Promise.all(
    points.slice(0, MAX_TRIED).map((x) => {
      const bytes = bytesOf(x.replaceAll('-', '+').replaceAll('_', '/'))
      return crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify'])
    }),
  )
}

/** The keys of an account: read when they are first needed, kept for an hour. */
export class WebhookKeys {
  readonly #address: string
  readonly #world: KeysWorld
  #keys: Key[] | undefined
  #readAtMs = -Infinity
  #failedAtMs = -Infinity
  /** The request that is under way, shared by all callers. */
  #coming: Promise<Key[]> | undefined

  constructor(address: string, keysWorld: KeysWorld = world) {
    const { protocol, href } = new URL(address)
    // "localhost:3000/…" is an address, too, whose scheme is "localhost".
    if (!/^https?:$/.test(protocol)) throw new TypeError('The address is not http or https.')
    this.#address = href
    this.#world = keysWorld
  }

  /** @throws NoResponse */
  async current(): Promise<Key[]> {
    const isFresh = this.#world.nowMs() - this.#readAtMs < MAX_AGE_MS
    return this.#keys && isFresh ? this.#keys : this.#read()
  }

  /**
   * The keys as they are now, for a signature that none of `known` has made; undefined when they
   * were read, or could not be, a moment ago.
   *
   * @throws NoResponse
   */
  async newer(known: Key[]): Promise<Key[] | undefined> {
    if (this.#keys && this.#keys !== known) return this.#keys
    const triedAtMs = Math.max(this.#readAtMs, this.#failedAtMs)
    const isRecent = this.#world.nowMs() - triedAtMs < MIN_INTERVAL_MS
    return isRecent ? undefined : this.#read()
  }

  #read(): Promise<Key[]> {
    this.#coming ??= this.#fetched().finally(() => {
      this.#coming = undefined
    })
    return this.#coming
  }

  async #fetched(): Promise<Key[]> {
    const startedMs = this.#world.nowMs()
    try {
      const { fetch } = this.#world
      const { signal } = new AbortController()
      const request = new Request(this.#address, { redirect: 'manual' })
      const response = await attempt(request, { fetch, limitMs: READ_LIMIT_MS, signal })
      if (!response.ok) throw new Error(`It answered ${response.status}.`)
      this.#keys = await imported(await response.json())
    } catch (cause) {
      this.#failedAtMs = startedMs
      throw new NoResponse('The keys of webhooks could not be read.', { cause })
    }
    this.#readAtMs = startedMs
    return this.#keys
  }
}

/**
 * The public keys that verify your account's webhooks, for `verifyWebhookByKeys`. Make it once:
 * it keeps what it has read, and reads again after an hour or when no key verifies a signature.
 *
 * @param address `…/webhooks/<seller_id>/jwks.json`; from your configuration, never from a request
 * @throws TypeError when the address is none
 */
export const webhookKeys = (address: string): WebhookKeys => new WebhookKeys(address)

async function someVerifies(keys: Key[], content: Bytes, signatures: Bytes[]) {
  for (const key of keys) {
    for (const signature of signatures) {
      if (await crypto.subtle.verify('Ed25519', key, signature, content)) return true
    }
  }
  return false
}

/**
 * Verifies the header's `v1a` signatures (at most `MAX_TRIED`); true when one is by one of the
 * keys. Where none is, the keys may be read again.
 */
export async function byKeys(
  keys: WebhookKeys | WebhookKeySet,
  content: Bytes,
  header: string,
): Promise<boolean> {
  const signatures = header
    .split(' ')
    .filter((one) => /^v1a,[A-Za-z0-9+/]{86}==$/.test(one))
    .slice(0, MAX_TRIED)
    .map((one) => bytesOf(one.slice('v1a,'.length)))
  if (signatures.length === 0) return false
  if (!(keys instanceof WebhookKeys)) return someVerifies(await imported(keys), content, signatures)
  const known = await keys.current()
  if (await someVerifies(known, content, signatures)) return true
  const newer = await keys.newer(known)
  return newer !== undefined && someVerifies(newer, content, signatures)
}
