/** The log as lines for a person at a terminal. */
import type { Writable } from 'node:stream'
import type { DestinationStream } from 'pino'
import { harmless } from './harmless.ts'

type Line = { level: string; time: string; msg?: string } & Record<string, unknown>

const shown = (value: unknown) =>
  harmless(typeof value === 'string' ? value : JSON.stringify(value))

/** A line of the log: clock of the terminal, level, message, then the fields as they are named. */
export function terminalLine(json: string): string {
  const { level, time, msg = '', ...fields } = JSON.parse(json) as Line
  const clock = new Date(time).toLocaleTimeString('sv')
  const rest = Object.entries(fields).map(([name, value]) => ` ${shown(name)}=${shown(value)}`)
  return `${clock} ${level.toUpperCase().padEnd(5)} ${shown(msg)}${rest.join('')}\n`
}

/** A destination of the log that writes such lines. */
export const terminalOutput = (terminal: Writable): DestinationStream => ({
  write: (json) => void terminal.write(terminalLine(json)),
})
