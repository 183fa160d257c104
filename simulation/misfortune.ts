import type { Draw } from './random.ts'
import type { World } from './world.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** How many statements it takes at most until a process meets its fate. */
const MOST_STEPS = 200

/** What goes wrong, by kind; any of them can be left out, to see which ones a difference needs. */
export const kinds = [
  'line',
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

export type Kind = (typeof kinds)[number]

type Misfortune = {
  /** Within how many minutes the next one comes. */
  minutes: [least: number, most: number]
  happen: (world: World, draw: Draw) => Promise<void>
}

/** What does not come by a request: each is an actor of its own. */
const misfortunes: Partial<Record<Kind, Misfortune>> = {
  absence: {
    minutes: [30, 360],
    happen: async (world, draw) => {
      world.bank.absence = draw.chance(0.5) ? 'silent' : 'gateway'
      await world.sleep(draw.between(1, 60) * MINUTE_MS)
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
      await world.sleep(draw.between(1, 30) * MINUTE_MS)
      world.fillDisk(false)
    },
  },
}

/** Lets each kind of misfortune happen again and again, until the world is at peace. */
export function begin(world: World): void {
  for (const [kind, misfortune] of Object.entries(misfortunes)) {
    void repeat(world, kind as Kind, misfortune)
  }
}

async function repeat(world: World, kind: Kind, { minutes, happen }: Misfortune): Promise<void> {
  const draw = world.draw.of(kind)
  for (;;) {
    await world.sleep(draw.between(...minutes) * MINUTE_MS)
    if (!world.fails(kind)) return
    world.faults += 1
    world.tell('world', kind)
    await happen(world, draw)
  }
}
