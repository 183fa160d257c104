import type { PostResult, Post } from '../../domain/webhooks/post.ts'
import type { Process } from './process.ts'
import type { Draw } from './random.ts'
import type { World } from './world.ts'

/** The timeout of a delivery. */
const TIMEOUT_MS = 10_000

/** The fates of a delivery while faults are drawn, of a hundred. */
const fates = { well: 88, lost_before: 3, lost_after: 3, late: 3, failing: 3 }

const delivered: PostResult = { status: 'delivered', response_status: 204, response_text: '' }
const refused: PostResult = { status: 'failed', response_status: 500, response_text: '' }
const unanswered: PostResult = { status: 'failed', response_status: null, response_text: 'late' }

/** The seller's receiver of events, which gets each of them at most once. */
export class Receiver {
  readonly #world: World
  readonly #draw: Draw
  /** The ids of the events that have come. */
  readonly received = new Set<string>()

  constructor(world: World) {
    this.#world = world
    this.#draw = world.draw.of('receiver')
  }

  /** An event that a process sends. */
  receive({ headers }: Parameters<Post>[0], process: Process): Promise<PostResult> {
    const { promise, resolve } = Promise.withResolvers<PostResult>()
    const world = this.#world
    const fate = world.fails('receiver') ? this.#draw.oneOf(fates) : 'well'
    if (fate !== 'well') world.faults += 1
    world.tell('event', fate)
    const answer = (ms: number, outcome: PostResult) =>
      world.timeline.after(ms, () => process.meet(() => resolve(outcome)))
    const backMs = this.#draw.between(5, 2_000)
    if (fate === 'lost_before') answer(TIMEOUT_MS, unanswered)
    else {
      this.#take(headers['webhook-id'] ?? '')
      if (fate === 'well') answer(backMs, delivered)
      if (fate === 'late') answer(backMs * 4, delivered)
      if (fate === 'failing') answer(backMs, refused)
      if (fate === 'lost_after') answer(TIMEOUT_MS, unanswered)
    }
    return promise
  }

  #take(id: string): void {
    if (this.received.has(id)) this.#world.differ(`${id}: was sent twice`)
    this.received.add(id)
  }
}
