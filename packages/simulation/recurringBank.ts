/** A bank of Pix Automático on simulated time, whose answers are lost as often as is drawn. */
import { Bacen } from '../../domain/pix/bank/bacen/bacen.ts'
import type { BankRequest, BankResponse, BankTransport } from '../../domain/pix/bank/mtls.ts'
import { contractSettings } from '../../domain/pix/bank/profiles.ts'
import { BankError } from '../../domain/pix/bank/provider.ts'
import { BankBooks, Refusal } from '../bank/books.ts'
import { bankOperations, faultOfRequest } from '../bank/contract.ts'
import { answer, problem } from './bank.ts'
import type { Draw } from './random.ts'

const PIX_KEY = 'loja@example.com'
const STALE_MS = 2_000
const HOUR_MS = 60 * 60 * 1000

/** The share of requests that each kind of fault strikes. */
const FAULTS = { none: 85, before: 5, after: 7, unavailable: 3 }

const token = { access_token: 'simulated', token_type: 'Bearer', expires_in: 1e9 }

export class RecurringBank {
  readonly books: BankBooks
  readonly provider: Bacen
  /** Requests that the contract does not have. */
  readonly violations: string[] = []
  faults = 0
  requests = 0
  /** Strikes requests as `FAULTS` says. */
  isFaulty = true
  /** Shows nothing that was made before: a control of the simulation. */
  isBlind = false
  readonly #draw: Draw

  constructor(draw: Draw, now: () => Date) {
    this.#draw = draw
    this.books = new BankBooks(PIX_KEY, now)
    this.#takeHabits(draw.of('habits'))
    const transport: BankTransport = {
      send: (request) => this.#send(request),
      close: () => undefined,
      retire: () => undefined,
      rest: () => undefined,
    }
    const settings = {
      url: 'https://bank.example',
      token_url: 'https://bank.example/token',
      client_id: 'loja',
      client_secret: 'segredo',
      certificate: '',
      private_key: '',
      authority: null,
      pix_key: PIX_KEY,
      city: 'Brasilia',
      ...contractSettings,
      public_only: false,
    }
    this.provider = new Bacen(settings, { transportOf: () => transport })
  }

  /** Each world has a bank of another kind. */
  #takeHabits(draw: Draw): void {
    const { books } = this
    const { settings } = books.recurring
    if (draw.chance(0.5)) books.staleMs = STALE_MS
    settings.repeatsLocations = draw.chance(0.5)
    // A bank that repeats and lists nothing leaves no way to find what it has made twice.
    settings.listsNothing = draw.chance(0.3) && !settings.repeatsLocations
    settings.givesCode = draw.chance(0.7)
    settings.repeatsAttemptId = draw.chance(0.3)
    if (draw.chance(0.3)) settings.consentDelayMs = draw.between(1, 20) * HOUR_MS
    if (draw.chance(0.3)) settings.cancelDelayMs = draw.between(1, 12) * HOUR_MS
    if (draw.chance(0.3)) settings.passingMs = draw.between(1, 6) * HOUR_MS
  }

  async #send(request: BankRequest): Promise<BankResponse> {
    this.requests += 1
    const fault = this.isFaulty ? this.#draw.oneOf(FAULTS) : 'none'
    if (fault !== 'none') this.faults += 1
    // Other callers go on meanwhile.
    await Promise.resolve()
    if (fault === 'unavailable') return problem(503, 'ServicoIndisponivel')
    const response = fault === 'before' ? undefined : this.#perform(request)
    if (response && fault !== 'after') return response
    throw new BankError('unavailable', 'The answer was lost.')
  }

  #perform({ method, url, body = '' }: BankRequest): BankResponse {
    const { pathname, searchParams } = new URL(url)
    if (pathname === '/token') return answer(200, token)
    const operation = bankOperations.find((one) => one.method === method && one.path.test(pathname))
    const parameters = operation?.path.exec(pathname)?.slice(1).map(decodeURIComponent) ?? []
    const query = Object.fromEntries(searchParams)
    const fault = operation
      ? faultOfRequest(operation, { parameters, body, query })
      : { text: 'it is no operation' }
    if (!operation || fault) {
      this.violations.push(`${method} ${pathname}: ${fault?.text}`)
      return problem(400, 'RequisicaoInvalida')
    }
    const isLook = ['GET /locrec', 'GET /recs', 'GET /cobr', 'GET /cobrs'].includes(operation.name)
    if (this.isBlind && isLook) return problem(404, 'NaoEncontrado')
    const value = body === '' ? query : (JSON.parse(body) as Record<string, unknown>)
    try {
      const done = this.books.perform(operation.name, parameters, value)
      return answer(done.status, done.body)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return answer(error.status, error.problem)
    }
  }
}
