import { BankError } from '../../domain/pix/bank/provider.ts'
import { sendRepeating } from '../../domain/pix/bank/attempts.ts'
import type { BankRequest, BankResponse, BankTransport } from '../../domain/pix/bank/mtls.ts'
import { problem } from './bank.ts'
import type { Process } from './process.ts'
import type { Draw } from './random.ts'
import type { World } from './world.ts'

const SECOND_MS = 1_000

/** The service's timeout for an answer of the bank. */
const TIMEOUT_MS = 15 * SECOND_MS

/** The answer of a gateway whose bank is away, and its delay. */
const gatewayAnswer: BankResponse = { status: 404, text: '<html>404</html>', retryAfterMs: 0 }
const GATEWAY_MS = 50

/** The fates of a request while faults are drawn, of a thousand. */
const fates = {
  well: 700,
  lost_before: 50,
  lost_after: 60,
  reset: 30,
  late: 50,
  after_timeout: 30,
  twice: 30,
  failing: 30,
  busy: 10,
  garbled: 10,
}

type Fate = keyof typeof fates

/** The fates of an order that reaches its bank once, in the place of others. */
const once: Partial<Record<Fate, Fate>> = { twice: 'well', after_timeout: 'lost_after' }

type Exchange = {
  perform: () => BankResponse
  arrive: (response: BankResponse) => void
  /** Ends the request by the timeout. */
  lost: () => void
  /** Ends it by a connection that is cut. */
  reset: () => void
}

const unanswered = () => new BankError('unavailable', 'The bank does not answer.')
const timedOut = () => Object.assign(unanswered(), { name: 'TimeoutError' })

/** A request's name in the trace. */
function namedIn({ method, url }: BankRequest): string {
  const [, kind, , detail = kind] = new URL(url).pathname.split('/')
  return `${method} ${detail}`
}

/** The network between one process and its bank, which loses and delays requests and answers. */
export class Network implements BankTransport {
  readonly #world: World
  readonly #process: Process

  constructor(world: World, process: Process) {
    this.#world = world
    this.#process = process
  }

  /** Sends by the service's own rule for repeats, which so is part of the simulation. */
  send(request: BankRequest): Promise<BankResponse> {
    const { timeline } = this.#world
    return sendRepeating(request.kind, {
      sendOnce: () => this.#sendOnce(request),
      wait: (ms) => new Promise((resolve) => void timeline.after(ms, resolve)),
      isEnding: () => this.#process.isDead,
    })
  }

  async #sendOnce(request: BankRequest): Promise<BankResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<BankResponse>()
    const world = this.#world
    const { bank, timeline } = world
    if (this.#process.isDead) return promise
    const subject = bank.subjectOf(request)
    bank.onSent?.(request)
    // This name is part of the seed: with another one, kept runs would not find what they found.
    const draw = world.draw.of(`line ${subject}`)
    const drawn: Fate = world.fails('network') ? draw.oneOf(fates) : 'well'
    const fate = bank.isSentOnce?.(request) ? (once[drawn] ?? drawn) : drawn
    world.tell(subject, `${namedIn(request)}: ${bank.absence ?? fate}`)
    if (fate !== 'well' || bank.absence) world.faults += 1
    const reset = () => this.#process.meet(() => reject(unanswered()))
    const lost = () => this.#process.meet(() => reject(timedOut()))
    const perform = () => bank.perform(request)
    const arrive = (response: BankResponse) => this.#process.meet(() => resolve(response))
    if (bank.absence === 'gateway') timeline.after(GATEWAY_MS, () => arrive(gatewayAnswer))
    else if (bank.absence || fate === 'lost_before') timeline.after(TIMEOUT_MS, lost)
    else this.#send(fate, draw, { perform, arrive, lost, reset })
    return promise
  }

  #send(
    fate: Exclude<Fate, 'lost_before'>,
    draw: Draw,
    { perform, arrive, lost, reset }: Exchange,
  ): void {
    const { timeline } = this.#world
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
        timeline.after(TIMEOUT_MS, lost)
      },
      reset: () => {
        perform()
        timeline.after(backMs, reset)
      },
      twice: () => {
        const response = perform()
        timeline.after(backMs, () => arrive(response))
        timeline.after(draw.between(1, 60) * SECOND_MS, () => void perform())
      },
      // The bank carries it out long after the service's timeout.
      after_timeout: () => {
        timeline.after(TIMEOUT_MS, lost)
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

  rest(): void {}
}
