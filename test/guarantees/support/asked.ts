/** Asks operations as one account, and judges each answer by the contract. */
import type { TestAccount, TestService } from '../../support/service.ts'
import { explains, Memory } from './explained.ts'
import { codeIn, faultsIn, operations, undocumented } from './judge.ts'
import type { Fault, RequestParts, Op } from './judge.ts'
import { Wire } from './wire.ts'
import type { WireAnswer, WireRequest } from './wire.ts'

const TOKEN_MS = 900_000
const BODY_BYTES = 64 * 1024

/** The credentials of a request. */
export type Right = 'own' | 'none' | 'forged'

/** Many templates have no parameters; those that do are filled in. */
const pathOf = (op: Op, { path, query }: RequestParts) => {
  const filled = op.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''))
  const parts = Object.entries(query).flatMap(([name, sent]) =>
    [sent].flat().map((one): [string, string] => [name, one]),
  )
  const text = new URLSearchParams(parts).toString()
  return text === '' ? filled : `${filled}?${text}`
}

function bodyOf(
  { body: written }: Op,
  { body }: RequestParts,
): { type: string; text: string } | undefined {
  if (!written || body === undefined) return undefined
  const form = written.type !== 'application/json'
  const fields = Object.entries(body as object).map(([name, one]): [string, string] => [
    name,
    String(one),
  ])
  const text = form ? new URLSearchParams(fields).toString() : JSON.stringify(body)
  return { type: written.type, text }
}

/** A form carries texts, and what is empty is as if it were not there. */
function asCarried(op: Op, made: RequestParts): RequestParts {
  if (!op.body || op.body.type === 'application/json' || made.body === undefined) return made
  const fields = Object.entries(made.body as object).map(([name, one]) => [name, String(one)])
  return { ...made, body: Object.fromEntries(fields.filter(([, value]) => value !== '')) }
}

export class Asker {
  readonly service: TestService
  readonly account: TestAccount
  readonly memory: Memory
  readonly wire: Wire
  #token = ''
  #ends_ms = 0

  constructor(service: TestService, account: TestAccount) {
    this.service = service
    this.account = account
    this.memory = new Memory(account.client_id)
    this.wire = new Wire(service.url)
    this.memory.learn({ id: account.seller_id })
  }

  /** Gets a token when the one before has expired. */
  async renew(): Promise<void> {
    const now_ms = this.service.clock.now().getTime()
    if (now_ms < this.#ends_ms) return
    const { token } = await this.service.login(this.account)
    this.#token = token
    this.#ends_ms = Math.floor(now_ms / 1000) * 1000 + TOKEN_MS
  }

  request(op: Op, made: RequestParts, right: Right = 'own'): WireRequest {
    const { client_id, client_secret } = this.account
    const secret = right === 'own' ? client_secret : 'wrong'
    const authorization =
      op.id === 'issueToken'
        ? `Basic ${btoa(`${client_id}:${secret}`)}`
        : `Bearer ${right === 'own' ? this.#token : 'eyJ.eyJ.x'}`
    const body = bodyOf(op, made)
    return {
      method: op.method,
      path: pathOf(op, made),
      headers: [
        ...(right === 'none' ? [] : [['Authorization', authorization] as const]),
        ...Object.entries(made.headers),
        ...(body ? [['Content-Type', body.type] as const] : []),
      ],
      body: body?.text,
    }
  }

  /** Asks, and names the fault of the answer, if any. */
  async ask(op: Op, made: RequestParts, right: Right = 'own') {
    const now_ms = this.service.clock.now().getTime()
    const request = this.request(op, made, right)
    const answer = await this.wire.request(request)
    const carried = asCarried(op, made)
    const secured = op.secured || op.id === 'issueToken'
    const allowed = !secured || (right === 'own' && (now_ms < this.#ends_ms || !op.secured))
    const faults =
      Buffer.byteLength(request.body ?? '') > (op.body?.max_bytes ?? BODY_BYTES)
        ? [{ code: 'request_too_large', param: undefined }]
        : faultsIn(op, carried)
    const wrong =
      undocumented(op, answer) ?? this.#judged(op, carried, { answer, faults, allowed, now_ms })
    const { status, text } = answer
    if (status === 303) this.memory.doubt(made.path['token'] ?? '')
    if (status < 400 && op.method !== 'GET') this.memory.doubtSubscriptions()
    // An answer that is given again tells what was. The contract itself is full of examples, which
    // no account has.
    const isJson = answer.headers['content-type']?.startsWith('application/json')
    if (status < 300 && isJson && op.secured && !answer.headers['idempotent-replayed']) {
      this.memory.learn(JSON.parse(text))
      if (op.id === 'archiveOffer') this.memory.archived.add(made.path['offerId'])
      const key = made.headers['Idempotency-Key']
      if (key) this.memory.keys.push(key)
    }
    return { answer, wrong, good: allowed && faults.length === 0 }
  }

  #judged(
    op: Op,
    made: RequestParts,
    {
      answer,
      faults,
      allowed,
      now_ms,
    }: {
      answer: WireAnswer
      faults: Fault[]
      allowed: boolean
      now_ms: number
    },
  ): string | undefined {
    const { status, headers, text } = answer
    const refusal =
      status >= 400 && headers['content-type']?.startsWith('application/json')
        ? codeIn(text)
        : undefined
    if (!allowed && op.id !== 'issueToken') {
      return status === 401 ? undefined : `it takes a wrong token: ${status}`
    }
    const { memory } = this
    const explained =
      refusal !== undefined && explains({ made, memory, now_ms }, refusal.code, refusal.param)
    if (faults.length > 0) {
      const told = faults.some(
        ({ code, param }) => code === refusal?.code && param === refusal.param,
      )
      return told || (explained && besideFaults.has(refusal.code))
        ? undefined
        : `bad input is not told: ${JSON.stringify({ faults, status, text })}`
    }
    if (!allowed) return status >= 400 ? undefined : `it takes a wrong secret: ${status}`
    if (refusal) return explained ? undefined : `good input is refused: ${text}`
    const { token } = made.path
    return status === 404 && memory.get(token) ? `a page is not found: ${token}` : undefined
  }
}

/** Codes that may come in place of a fault that no schema describes, such as a blank name. */
const besideFaults = new Set(['idempotency_key_reused', 'invalid_bank_address'])

/** An operation by its id. */
export function operation(id: string): Op {
  const found = operations.find((one) => one.id === id)
  if (!found) throw new Error(`The contract has no ${id}.`)
  return found
}
