/** The table of paid checkouts: each figure is the median of the rounds. */
import { median } from '../median.ts'
import type { Program } from '../servers.ts'
import type { Phase, Phases } from './phases.ts'

/** The rounds of one program. */
export type Measured = { program: Program; rounds: Phases[] }

const number = (value: number) => value.toFixed(value < 10 ? 2 : 1)

function countsOf(phases: Phase[]): string {
  const names = new Set([...phases.flatMap(({ counts }) => Object.keys(counts)), '503'])
  return [...names]
    .map((name) => `${name} ${number(median(phases.map(({ counts }) => counts[name] ?? 0)))}`)
    .join(', ')
}

function threadsOf(phases: Phase[]): string {
  const names = new Set(phases.flatMap(({ threads_ms }) => Object.keys(threads_ms)))
  return [...names]
    .map((name) => [name, median(phases.map(({ threads_ms }) => threads_ms[name] ?? 0))] as const)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, ms]) => `${name} ${number(ms)}`)
    .join(', ')
}

/** A longer sale waits for a processor: others share its commits, and nothing is shown. */
const BUSY_MS = 1_500

/** The ratios of a program to each other one: the median of those within one round. */
function ratiosOf(one: Measured, all: Measured[], part: 'cold' | 'warm'): string {
  return all
    .filter((other) => other !== one)
    .map(({ program, rounds }) => {
      const ratios = rounds.map(
        (theirs, i) => (one.rounds[i]?.[part].processor_ms ?? NaN) / theirs[part].processor_ms,
      )
      return `${number(median(ratios))} × ${program.title}`
    })
    .join(', ')
}

/** The report of one engine. */
export function saleReport(engine: string, all: Measured[]): string {
  const lines = [`${engine}: processor time of the serving process for each paid checkout`]
  for (const one of all) {
    const { program, rounds } = one
    const idle = median(rounds.map(({ idle_ms_per_second }) => idle_ms_per_second))
    lines.push('', `${program.title} (idle: ${number(idle)} ms a second, taken off)`)
    for (const part of ['cold', 'warm'] as const) {
      const phases = rounds.map((round) => round[part])
      const processor_ms = median(phases.map((phase) => phase.processor_ms))
      const duration_ms = median(phases.map((phase) => phase.duration_ms))
      const ratios = ratiosOf(one, all, part)
      const isBusy = duration_ms > BUSY_MS ? ' THE MACHINE IS BUSY' : ''
      lines.push(
        `  ${part}: ${number(processor_ms)} ms${ratios && `, ${ratios}`}`,
        `    ${countsOf(phases)}`,
        `    threads, idle included: ${threadsOf(phases)}`,
        `    a sale takes ${number(duration_ms)} ms${isBusy}`,
      )
    }
  }
  return lines.join('\n')
}
