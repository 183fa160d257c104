import type { Draw } from './random.ts'
import type { World } from './world.ts'

const MINUTE_MS = 60_000

/** The pause before the next transfer, and before one goes back, in minutes from and to. */
const PAUSE_MINUTES = [10, 240] as const
const RETURN_MINUTES = [1, 3 * 24 * 60] as const

/** The share of transfers by a code of another program, and of those that go back. */
const FOREIGN = 0.3
const RETURNED = 0.3

const MOST_MINOR = 100_000

/** Money comes to the seller's key by no charge, until the world is at peace; some goes back. */
export async function sendByStrangers(world: World): Promise<void> {
  const draw = world.draw.of('strangers')
  while (!world.isAtPeace) {
    await world.sleep(draw.between(...PAUSE_MINUTES) * MINUTE_MS)
    sendOne(world, draw)
  }
}

function sendOne(world: World, draw: Draw): void {
  const amount_minor = draw.between(1, MOST_MINOR)
  const txid = draw.chance(FOREIGN) ? `outro${draw.between(1e9, 2e9)}programa` : undefined
  const takeBack = world.bank.receiveByNoCharge?.(amount_minor, txid)
  world.tell('stranger', `sends ${amount_minor}`)
  if (!takeBack || !draw.chance(RETURNED)) return
  world.timeline.after(draw.between(...RETURN_MINUTES) * MINUTE_MS, () => {
    takeBack(draw.between(1, amount_minor))
    world.tell('stranger', 'has money back')
  })
}
