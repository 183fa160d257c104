import { checkoutOf, isOurTxid } from '../domain/pix/charges.ts'
import { BankError } from '../domain/pix/bank/provider.ts'
import type { BankRequest, BankResponse, BankTransport } from '../domain/pix/bank/mtls.ts'
import type { ReturnState } from '../scripts/bank/books.ts'
import { Refusal } from '../scripts/bank/books.ts'
import { bankOperations, faultOfBody, faultOfQuery } from '../scripts/bank/contract.ts'
import type { Process } from './process.ts'
import type { Draw } from './random.ts'
import type { World } from './world.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** After so long the service gives an answer up. */
const PATIENCE_MS = 15 * SECOND_MS

/** How often a request fares so, of a thousand, while faults are drawn. */
const fates = {
  well: 780,
  lost_before: 40,
  lost_after: 50,
  late: 40,
  after_patience: 20,
  twice: 20,
  failing: 30,
  busy: 10,
  garbled: 10,
}

type Fate = keyof typeof fates

/** How often a return that is ordered fares so, of a hundred. */
const returnFates = { DEVOLVIDO: 55, EM_PROCESSAMENTO: 30, NAO_REALIZADO: 12, refused: 3 }

/** How often a return that the bank has taken is carried out in the end. */
const CARRIED_OUT = 0.7

/** @throws Refusal when the bank takes no order */
function stateOfReturn(world: World): ReturnState {
  const fate = world.fails('returns') ? world.lineDraw.oneOf(returnFates) : 'DEVOLVIDO'
  if (fate !== 'DEVOLVIDO') world.faults += 1
  if (fate === 'refused') throw new Refusal(400, 'PixDevolucaoInvalida')
  return fate
}

/** A return that is being processed ends by itself. */
function endLater({ books, timeline, lineDraw }: World, [e2e = '', id]: string[]): void {
  const made = books.transfer(e2e).devolucoes?.find((one) => one.id === id)
  const state = lineDraw.chance(CARRIED_OUT) ? 'DEVOLVIDO' : 'NAO_REALIZADO'
  timeline.after(lineDraw.between(1, 6 * 60) * MINUTE_MS, () => {
    if (made) made.status = state
  })
}

const problem = (status: number, title: string): BankResponse => ({
  status,
  text: JSON.stringify({ type: `https://pix.bcb.gov.br/api/v2/error/${title}`, title, status }),
  retryAfterMs: 0,
})

/** What a request is about: the number of its checkout, where it has one. */
function subjectOf({ books, numbers }: World, url: string): string {
  const { pathname } = new URL(url)
  const [, kind, id = '', detail] = pathname.split('/')
  const txid = isOurTxid(id) ? id : books.find(id)?.txid
  const number = txid && numbers.get(checkoutOf(txid))
  return `${detail ?? kind}${number === undefined ? '' : ` of checkout ${number}`}`
}

/** What a bank does with a request, by its contract. */
function performed(world: World, { method, url, body = '' }: BankRequest): BankResponse {
  const { pathname, searchParams } = new URL(url)
  if (pathname === '/token') {
    const token = { access_token: 'simulated', token_type: 'Bearer', expires_in: 1e9, scope: '' }
    return { status: 200, text: JSON.stringify(token), retryAfterMs: 0 }
  }
  const operation = bankOperations.find((one) => one.method === method && one.path.test(pathname))
  if (!operation) return problem(404, 'NaoEncontrado')
  const query = Object.fromEntries(searchParams)
  const fault = faultOfBody(operation, body) ?? faultOfQuery(operation, query)
  if (fault) {
    world.differ(`${operation.name}: ${fault}`)
    return problem(400, 'RequisicaoInvalida')
  }
  const parameters = operation.path.exec(pathname)?.slice(1).map(decodeURIComponent) ?? []
  const value = body === '' ? query : (JSON.parse(body) as Record<string, unknown>)
  return answered(world, operation.name, parameters, value)
}

function answered(
  world: World,
  name: string,
  parameters: string[],
  value: Record<string, unknown>,
): BankResponse {
  const { books } = world
  const isReturn = name === 'PUT /devolucao'
  try {
    if (isReturn) books.return_state = stateOfReturn(world)
    const answer = books.perform(name, parameters, value)
    if (isReturn && books.return_state === 'EM_PROCESSAMENTO') endLater(world, parameters)
    return { status: answer.status, text: JSON.stringify(answer.body), retryAfterMs: 0 }
  } catch (error) {
    if (error instanceof Refusal) return problem(error.status, error.title)
    throw error
  }
}

/** The line of one process to its bank, on which requests and answers get lost or come late. */
export class Line implements BankTransport {
  readonly #world: World
  readonly #draw: Draw
  /** The process that it belongs to. */
  readonly #process: Process

  constructor(world: World, process: Process) {
    this.#world = world
    this.#draw = world.lineDraw
    this.#process = process
  }

  async send(request: BankRequest): Promise<BankResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<BankResponse>()
    if (this.#process.isDead) return promise
    const { timeline } = this.#world
    const fate: Fate = this.#world.fails('line') ? this.#draw.oneOf(fates) : 'well'
    const isAway = this.#world.isBankAway
    const what = `${request.method} ${subjectOf(this.#world, request.url)}`
    this.#world.tell('asked', `${what}: ${isAway ? 'away' : fate}`)
    if (fate !== 'well' || isAway) this.#world.faults += 1
    const unanswered = () => new BankError('unavailable', 'The bank does not answer.')
    const lost = () => this.#process.meet(() => reject(unanswered()))
    const perform = () => performed(this.#world, request)
    const arrive = (response: BankResponse) => this.#process.meet(() => resolve(response))
    if (isAway || fate === 'lost_before') timeline.after(PATIENCE_MS, lost)
    else this.#send(fate, { perform, arrive, lost })
    return promise
  }

  #send(
    fate: Exclude<Fate, 'lost_before'>,
    {
      perform,
      arrive,
      lost,
    }: {
      perform(): BankResponse
      arrive(response: BankResponse): void
      lost(): void
    },
  ): void {
    const { timeline } = this.#world
    const draw = this.#draw
    const thereMs = draw.between(5, 500)
    const backMs = draw.between(5, 500)
    const effects: Record<typeof fate, () => void> = {
      well: () => {
        const response = perform()
        timeline.after(backMs, () => arrive(response))
      },
      late: () => {
        const response = perform()
        timeline.after(draw.between(1, 14) * SECOND_MS, () => arrive(response))
      },
      lost_after: () => {
        perform()
        timeline.after(PATIENCE_MS, lost)
      },
      twice: () => {
        const response = perform()
        timeline.after(backMs, () => arrive(response))
        timeline.after(draw.between(1, 60) * SECOND_MS, () => void perform())
      },
      // It is done long after the service has given it up.
      after_patience: () => {
        timeline.after(PATIENCE_MS, lost)
        timeline.after(draw.between(15, 120) * SECOND_MS, () => void perform())
      },
      failing: () => {
        if (draw.chance(0.5)) perform()
        timeline.after(backMs, () => arrive(problem(503, 'ServicoIndisponivel')))
      },
      busy: () => timeline.after(backMs, () => arrive(problem(429, 'MuitasRequisicoes'))),
      garbled: () => {
        perform()
        timeline.after(backMs, () => arrive({ status: 200, text: '<html>', retryAfterMs: 0 }))
      },
    }
    timeline.after(thereMs, effects[fate])
  }

  close(): void {}

  retire(): void {}
}
