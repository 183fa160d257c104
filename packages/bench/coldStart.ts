/** Measures the time from the start of a process to its first response. */
import type { Place } from './data.ts'
import { start } from './servers.ts'
import type { Program } from './servers.ts'

export type ColdStart = { program: Program; durations_ms: number[] }

/** Starts each in turn, so often, on its own copy of the data. */
export async function coldStarts(
  programs: Program[],
  placeOf: (program: Program) => Promise<Place>,
  rounds: number,
): Promise<ColdStart[]> {
  const subjects = await Promise.all(
    programs.map(async (program) => ({
      program,
      place: await placeOf(program),
      durations_ms: [] as number[],
    })),
  )
  for (let round = 0; round < rounds; round++) {
    for (const { program, place, durations_ms } of subjects) {
      const start_ms = performance.now()
      const server = await start(program, place)
      durations_ms.push(performance.now() - start_ms)
      await server.stop()
    }
  }
  return subjects.map(({ program, durations_ms }) => ({ program, durations_ms }))
}
