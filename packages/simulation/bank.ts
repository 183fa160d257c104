import { checkoutOf, isOurTxid } from '../../domain/pix/bank/txid.ts'
import type { BankRequest, BankResponse } from '../../domain/pix/bank/mtls.ts'
import { BankBooks, Refusal } from '../bank/books.ts'
import type { ReturnState } from '../bank/books.ts'
import { bankOperations, faultOfRequest } from '../bank/contract.ts'
import { writtenAsBrasilia } from '../bank/views.ts'
import type { Draw } from './random.ts'
import { PIX_KEY } from './shop.ts'
import type { World } from './world.ts'

const MINUTE_MS = 60_000

/** The fates of a return that is ordered, of a hundred. */
const returnFates = { DEVOLVIDO: 55, EM_PROCESSAMENTO: 30, NAO_REALIZADO: 12, refused: 3 }

/** The age of the books that a bank may show. */
const STALE_MS = 2_000

/** The share of accepted returns that are carried out in the end. */
const CARRIED_OUT = 0.7

const token = { access_token: 'simulated', token_type: 'Bearer', expires_in: 1e9, scope: '' }

const answer = (status: number, body: object): BankResponse => ({
  status,
  text: JSON.stringify(body),
  retryAfterMs: 0,
})

/** The answer to a request that the bank refuses. */
export const problem = (status: number, title: string): BankResponse =>
  answer(status, { type: `https://pix.bcb.gov.br/api/v2/error/${title}`, title, status })

/** The seller's bank: it does what its contract says, and refuses returns as it likes. */
export class Bank {
  readonly #world: World
  readonly books: BankBooks
  /** The ids of the returns that were refused, or taken and not carried out, at any time. */
  readonly refused = new Set<string>()
  /** False for a bank that never calls back, whose transfers only its lists show. */
  announces = true
  /** While it is away it does not answer, or a gateway in front of it answers 404 to everything. */
  absence: 'silent' | 'gateway' | undefined

  constructor(world: World) {
    this.#world = world
    this.books = new BankBooks(PIX_KEY, () => world.timeline.now())
    if (world.fails('habits')) this.#takeHabits(world.draw.of('habits of the bank'))
  }

  /** Each world has a bank of another kind. */
  #takeHabits(draw: Draw): void {
    const { books } = this
    if (draw.chance(0.5)) books.staleMs = STALE_MS
    if (draw.chance(0.3)) books.writesTime = writtenAsBrasilia
    books.list.findsByOffsetOnly = draw.chance(0.3)
    books.list.wantsWholeSeconds = draw.chance(0.3)
    if (draw.chance(0.2)) books.list.emptyPagesSaid = 100
    this.announces = draw.chance(0.8)
  }

  /** The subject of a request: a checkout, by its number, or the lists of the bank. */
  subjectOf({ url }: BankRequest): string {
    const [, , id = ''] = new URL(url).pathname.split('/')
    const txid = isOurTxid(id) ? id : this.books.find(id)?.txid
    const number = txid && this.#world.numbers.get(checkoutOf(txid))
    return number === undefined ? 'lists' : `checkout ${number}`
  }

  /** Carries out a request. */
  perform(request: BankRequest): BankResponse {
    const { method, url, body = '' } = request
    const { pathname, searchParams } = new URL(url)
    if (pathname === '/token') return answer(200, token)
    const operation = bankOperations.find((one) => one.method === method && one.path.test(pathname))
    if (!operation) return problem(404, 'NaoEncontrado')
    const query = Object.fromEntries(searchParams)
    const parameters = operation.path.exec(pathname)?.slice(1).map(decodeURIComponent) ?? []
    const fault = faultOfRequest(operation, { parameters, body, query })
    if (fault) {
      this.#world.differ(`${operation.name}: ${fault.text}`)
      return problem(400, 'RequisicaoInvalida')
    }
    const value = body === '' ? query : (JSON.parse(body) as Record<string, unknown>)
    const isReturn = operation.name === 'PUT /devolucao'
    const subject = this.subjectOf(request)
    const draw = this.#world.draw.of(`bank ${subject}`)
    try {
      if (isReturn) this.books.return_state = this.#stateOfReturn(draw)
      const done = this.books.perform(operation.name, parameters, value)
      if (isReturn) this.#follow(parameters, draw, subject)
      return answer(done.status, done.body)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (isReturn) this.#refuse(parameters[1] ?? '', subject)
      return problem(error.status, error.type ?? '')
    }
  }

  #refuse(id: string, subject: string): void {
    if (!this.books.returns().some((one) => one.id === id)) this.refused.add(id)
    this.#world.tell(subject, 'return is refused')
  }

  /** @throws Refusal when the bank takes no order */
  #stateOfReturn(draw: Draw): ReturnState {
    const fate = this.#world.fails('returns') ? draw.oneOf(returnFates) : 'DEVOLVIDO'
    if (fate !== 'DEVOLVIDO') this.#world.faults += 1
    if (fate === 'refused') throw new Refusal(400, 'PixDevolucaoInvalida')
    return fate
  }

  /** A return that is being processed ends by itself. */
  #follow([end_to_end_id = '', id = '']: string[], draw: Draw, subject: string): void {
    const tell = (status: string) => this.#world.tell(subject, `return is ${status}`)
    const made = this.books.find(end_to_end_id)?.devolucoes?.find((one) => one.id === id)
    if (!made) return
    tell(made.status)
    if (made.status === 'NAO_REALIZADO') this.refused.add(id)
    if (made.status !== 'EM_PROCESSAMENTO') return
    const isCarriedOut = draw.chance(CARRIED_OUT)
    this.#world.timeline.after(draw.between(1, 6 * 60) * MINUTE_MS, () => {
      this.books.endReturn(end_to_end_id, id, isCarriedOut ? 'DEVOLVIDO' : 'NAO_REALIZADO')
      tell(made.status)
      if (!isCarriedOut) this.refused.add(id)
    })
  }
}
