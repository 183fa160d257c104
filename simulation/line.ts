import { BankError } from '../domain/pix/bank/provider.ts'
import type { BankRequest, BankResponse, BankTransport } from '../domain/pix/bank/mtls.ts'
import type { BankBooks } from '../scripts/bank/books.ts'
import { Refusal } from '../scripts/bank/books.ts'
import { bankOperations, faultOfBody, faultOfQuery } from '../scripts/bank/contract.ts'
import type { World } from './world.ts'

const SECOND_MS = 1_000

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

const problem = (status: number, title: string): BankResponse => ({
  status,
  text: JSON.stringify({ type: `https://pix.bcb.gov.br/api/v2/error/${title}`, title, status }),
  retryAfterMs: 0,
})

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
  return answered(world.books, operation.name, parameters, value)
}

function answered(
  books: BankBooks,
  name: string,
  parameters: string[],
  value: Record<string, unknown>,
): BankResponse {
  try {
    const answer = books.perform(name, parameters, value)
    return { status: answer.status, text: JSON.stringify(answer.body), retryAfterMs: 0 }
  } catch (error) {
    if (error instanceof Refusal) return problem(error.status, error.title)
    throw error
  }
}

/** The line of one process to its bank, on which requests and answers get lost or come late. */
export class Line implements BankTransport {
  readonly #world: World
  /** The process that it belongs to; once that is dead, nothing comes of its requests. */
  readonly #isDead: () => boolean

  constructor(world: World, isDead: () => boolean) {
    this.#world = world
    this.#isDead = isDead
  }

  async send(request: BankRequest): Promise<BankResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<BankResponse>()
    if (this.#isDead()) return promise
    const { draw, timeline } = this.#world
    const fate: Fate = this.#world.isAtPeace ? 'well' : draw.oneOf(fates)
    const isAway = this.#world.isBankAway
    this.#world.tell('asked', `${request.method} ${fate}${isAway ? ' away' : ''}`)
    if (fate !== 'well' || isAway) this.#world.faults += 1
    const lost = () => reject(new BankError('unavailable', 'The bank does not answer.'))
    const perform = () => performed(this.#world, request)
    const arrive = (response: BankResponse) => {
      if (!this.#isDead()) resolve(response)
    }
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
    }: { perform(): BankResponse; arrive(response: BankResponse): void; lost(): void },
  ): void {
    const { draw, timeline } = this.#world
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
