import type { Draw } from './random.ts'
import type { World } from './world.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** A planned fault strikes a process within so many of its statements. */
const MOST_STEPS = 200

/** The kinds of faults. `--without` leaves some out, to see which ones a difference needs. */
export const faultKinds = [
  'network',
  'habits',
  'returns',
  'callbacks',
  'receiver',
  'absence',
  'deaths',
  'power',
  'pauses',
  'clock',
  'disk',
] as const

export type FaultKind = (typeof faultKinds)[number]

type Fault = {
  /** The pause before the next one, from and to. */
  minutes: [least: number, most: number]
  happen: (world: World, draw: Draw) => Promise<void>
}

/** Faults that strike by time and not by request. Each is an actor with a seed of its own. */
const timedFaults: Partial<Record<FaultKind, Fault>> = {
  absence: {
    minutes: [30, 360],
    happen: async (world, draw) => {
      world.bank.absence = draw.chance(0.5) ? 'silent' : 'gateway'
      await world.sleep(draw.between(1, 60) * MINUTE_MS * world.faultPace)
      world.bank.absence = undefined
    },
  },
  deaths: {
    minutes: [30, 360],
    happen: async (world, draw) => {
      const { process } = world
      process.plan(draw.between(1, MOST_STEPS), () => {
        process.die()
        world.tell('process', 'died')
        world.replace(process, draw.between(1, 90) * SECOND_MS)
      })
    },
  },
  power: {
    minutes: [60, 720],
    happen: async ({ process }, draw) => {
      process.plan(draw.between(1, MOST_STEPS), () => process.losePower())
    },
  },
  pauses: {
    minutes: [60, 360],
    happen: async (world, draw) => {
      const { process } = world
      process.plan(draw.between(1, MOST_STEPS), () => {
        process.stop()
        world.tell('process', 'stands still')
        world.replace(process, draw.between(1, 30) * SECOND_MS)
        world.timeline.after(draw.between(60, 180) * SECOND_MS, () => {
          world.tell('process', 'goes on')
          process.goOn()
        })
        world.timeline.after(draw.between(4, 10) * MINUTE_MS, () => world.end(process))
      })
    },
  },
  clock: {
    minutes: [60, 360],
    happen: async (world, draw) => {
      world.skew_ms = draw.between(-120, 120) * MINUTE_MS
      await world.sleep(draw.between(1, 60) * MINUTE_MS)
      world.skew_ms = 0
    },
  },
  disk: {
    minutes: [60, 360],
    happen: async (world, draw) => {
      world.fillDisk(true)
      await world.sleep(draw.between(1, 30) * MINUTE_MS * world.faultPace)
      world.fillDisk(false)
    },
  },
}

/** Repeats each kind of timed fault until the world is at peace. */
export function startFaults(world: World): void {
  for (const [kind, fault] of Object.entries(timedFaults)) {
    void repeat(world, kind as FaultKind, fault)
  }
}

async function repeat(world: World, kind: FaultKind, { minutes, happen }: Fault): Promise<void> {
  const draw = world.draw.of(kind)
  for (;;) {
    await world.sleep(draw.between(...minutes) * MINUTE_MS * world.faultPace)
    if (!world.fails(kind)) return
    world.faults += 1
    world.tell('world', kind)
    await happen(world, draw)
  }
}
