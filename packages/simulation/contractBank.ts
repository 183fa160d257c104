import type { BankRequest, BankResponse } from '../../domain/pix/bank/mtls.ts'
import { fromValor } from '../../domain/pix/bank/fields.ts'
import type { BankSettings } from '../../domain/pix/bank/options.ts'
import { contractSettings } from '../../domain/pix/bank/profiles.ts'
import { checkoutOf, isOurTxid } from '../../domain/pix/bank/txid.ts'
import { BankBooks, Refusal } from '../bank/books.ts'
import type { Pix, ReturnState } from '../bank/books.ts'
import { bankOperations, faultOfRequest } from '../bank/contract.ts'
import { writtenAsBrasilia } from '../bank/views.ts'
import { answer, CARRIED_OUT, problem, refundFates } from './bank.ts'
import type { BankRecord, Cause, OurRecord, Paid, SimulatedBank } from './bank.ts'
import type { Draw } from './random.ts'
import type { World } from './world.ts'

const MINUTE_MS = 60_000

const PIX_KEY = 'loja@example.com'

/** The states in which the contract's bank answers the order of a return. */
const returnStates = {
  done: 'DEVOLVIDO',
  processing: 'EM_PROCESSAMENTO',
  failed: 'NAO_REALIZADO',
} as const

/** The share of orders that a bank queues, and for how many minutes: nothing shows them then. */
const QUEUED = 0.1
const QUEUE_MINUTES = [2, 120] as const

/** The share of transfers that the payer's bank holds, and for how many minutes. */
const HELD = 0.2
const HELD_MINUTES = [1, 160] as const

/** The age of the books that a bank may show. */
const STALE_MS = 2_000

const token = { access_token: 'simulated', token_type: 'Bearer', expires_in: 1e9, scope: '' }

const paidOf = ({ endToEndId, txid, valor }: Pix): Paid => ({
  endToEndId,
  txid,
  amount_minor: fromValor(valor, 'valor'),
})

/** The bank of the Central Bank's contract: it does what that says, and refuses at its will. */
export class ContractBank implements SimulatedBank {
  readonly settings: BankSettings = {
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
  readonly #world: World
  readonly books: BankBooks
  readonly refused = new Set<string>()
  announces = true
  absence: SimulatedBank['absence']

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

  subjectOf({ url }: BankRequest): string {
    const [, , id = ''] = new URL(url).pathname.split('/')
    const txid = isOurTxid(id) ? id : this.books.find(id)?.txid
    const number = txid && this.#world.numbers.get(checkoutOf(txid))
    return number === undefined ? 'lists' : `checkout ${number}`
  }

  perform(request: BankRequest): BankResponse {
    const { method, url, body = '' } = request
    const { pathname, searchParams } = new URL(url)
    if (pathname === '/token') return answer(200, token)
    const operation = bankOperations.find(
      (candidate) => candidate.method === method && candidate.path.test(pathname),
    )
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
      if (isReturn) {
        this.books.return_state = this.#stateOfReturn(draw)
        this.books.queuedMs = this.#queueMs(subject)
      }
      const done = this.books.perform(operation.name, parameters, value)
      if (isReturn) this.#follow(parameters, draw, subject)
      return answer(done.status, done.body)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (isReturn) this.#refuse(parameters[1] ?? '', subject)
      return answer(error.status, error.problem)
    }
  }

  #refuse(id: string, subject: string): void {
    if (!this.books.returns().some((made) => made.id === id)) this.refused.add(id)
    this.#world.tell(subject, 'return is refused')
  }

  /** @throws Refusal when the bank takes no order */
  #stateOfReturn(draw: Draw): ReturnState {
    const fate = this.#world.fails('returns') ? draw.oneOf(refundFates) : 'done'
    if (fate !== 'done') this.#world.faults += 1
    if (fate === 'refused') throw new Refusal(400, 'PixDevolucaoInvalida')
    return returnStates[fate]
  }

  /** How long an order is queued, by a seed of its own, so that it changes nothing in the rest. */
  #queueMs(subject: string): number {
    const draw = this.#world.draw.of(`queue ${subject}`)
    if (!this.#world.fails('returns') || !draw.chance(QUEUED)) return 0
    this.#world.faults += 1
    return draw.between(...QUEUE_MINUTES) * MINUTE_MS
  }

  /** A return that is being processed ends by itself. */
  #follow([end_to_end_id = '', id = '']: string[], draw: Draw, subject: string): void {
    const tell = (status: string) => this.#world.tell(subject, `return is ${status}`)
    const made = this.books.find(end_to_end_id)?.devolucoes?.find((other) => other.id === id)
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

  pay(code: string, amount_minor: number): Paid | undefined {
    const held = this.#world.draw.of('held transfers')
    const isHeld = this.#world.fails('habits') && held.chance(HELD)
    this.books.heldMs = isHeld ? held.between(...HELD_MINUTES) * MINUTE_MS : 0
    const pix = this.books.payCode(code, amount_minor)
    return pix && paidOf(pix)
  }

  /** For some hours a charge that has ended is paid all the same. */
  payLate(code: string, amount_minor: number): Paid | undefined {
    const pix = this.books.pay(this.books.txidOf(code) ?? '', amount_minor)
    return pix && paidOf(pix)
  }

  payAgain({ txid }: Paid, amount_minor: number): Paid {
    return paidOf(this.books.pay(txid, amount_minor))
  }

  takeBack(paid: Paid, amount_minor: number, cause: Cause): string | undefined {
    try {
      const { valor } = this.books.takeBack(paid, amount_minor, { natureza: cause })
      return `${cause} ${valor}`
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return undefined
    }
  }

  receiveByNoCharge(amount_minor: number, txid: string | undefined): (minor: number) => void {
    this.books.heldMs = 0
    const pix = this.books.receiveOther(amount_minor, { ...(txid !== undefined && { txid }) })
    return (minor) => void this.books.takeBack(pix, minor, { natureza: 'ORIGINAL' })
  }

  /** A callback names the charge; what else is in it is no proof. */
  callbacksOf(txid: string): object[] {
    const endToEndId = `E${'0'.repeat(31)}`
    return [{ pix: [{ endToEndId, txid, valor: '49.90', horario: '2026-03-02T12:00:00Z' }] }]
  }

  isPayable(txid: string): boolean {
    return this.books.charges.get(txid)?.status === 'ATIVA'
  }

  records(): Map<string, BankRecord> {
    const balances = this.books.balances()
    return new Map(
      this.books.transfers().map(({ endToEndId, valor, horario, devolucoes = [] }) => {
        const refunds = devolucoes
          .filter(({ status }) => status === 'DEVOLVIDO')
          .map((made) => ({
            return_id: made.id,
            amount_minor: fromValor(made.valor, 'valor'),
            nature: made.natureza ?? 'ORIGINAL',
            completed_at: made.horario.liquidacao ?? '',
            isOurs: !made.id.startsWith('MED'),
          }))
        const amount_minor = fromValor(valor, 'valor')
        const record = { endToEndId, amount_minor, paid_at: horario, refunds }
        return [
          endToEndId,
          { line: this.ourLine(record), left_minor: balances.get(endToEndId) ?? 0 },
        ]
      }),
    )
  }

  balance(): number {
    const { received_minor, returned_minor } = this.books.sums()
    return received_minor - returned_minor
  }

  ourLine({ amount_minor, paid_at, refunds }: OurRecord): string {
    const back = refunds
      .toSorted((a, b) => (a.return_id < b.return_id ? -1 : 1))
      .map((refund) => {
        const by = refund.isOurs ? '' : ' by the bank'
        const { return_id, nature, completed_at } = refund
        const at = this.#world.hasTrueClock ? ` at ${completed_at}` : ''
        return `, ${return_id}:${refund.amount_minor} ${nature}${at}${by}`
      })
    return `${amount_minor} at ${paid_at}${back.join('')}`
  }
}
