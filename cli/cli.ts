#!/usr/bin/env node
/** The command line: `npm run -s cli -- --help`. */
import { CommanderError } from 'commander'
import type { Command } from 'commander'
import { DatabaseUnavailable } from '../db/database.ts'
import { EnvironmentError } from '../runtime/environment.ts'
import { print, CommandError } from './commands/command.ts'
import { createProgram } from './commands/program.ts'
import { harmless } from '../runtime/harmless.ts'
import { localized } from './texts/translate.ts'

/** Exit codes, beside 0. */
const REFUSED = 1
const BAD_USAGE = 2

/** The full name of the command that the arguments name, for the hint to its help. */
function namedCommand(program: Command, words: string[]): string {
  let command = program
  let path = program.name()
  for (const word of words) {
    const inner = command.commands.find((subcommand) => subcommand.name() === word)
    if (!inner) continue
    command = inner
    path = `${path} ${word}`
  }
  return path
}

const oneLine = (text: string) => harmless(text.trim().replace(/\s*\n\s*/g, ' '))

/** Commander's message about bad usage, without the values of options: they may be secrets. */
const usageFault = (message: string) =>
  message
    .replace(/^error: |\.$/g, '')
    .replace(/^(option '[^']*') argument '.*' is invalid\./s, '$1 is invalid.')
    .replace(/^(unknown option '[^'=]*)=.*'/s, "$1'")

function tell(error: unknown, program: Command, words: string[]): number {
  if (error instanceof CommanderError) {
    // A group was called without a subcommand, so its help has been printed.
    if (error.code === 'commander.help') return BAD_USAGE
    const usage = localized(`See ${namedCommand(program, words)} --help.`)
    console.error(`${localized(`${oneLine(usageFault(error.message))}.`)} ${usage}`)
    return BAD_USAGE
  }
  const foreseen = error instanceof CommandError || error instanceof EnvironmentError
  if (foreseen) console.error(localized(oneLine(error.message)))
  else if (error instanceof DatabaseUnavailable) {
    // Of a commit that failed it is unknown, and a command may have made others before it.
    const advice = 'See what was changed before it is run again.'
    const failed = `The database cannot be written now (${error.message}). ${advice}`
    console.error(localized(oneLine(failed)))
  } else console.error(error)
  return error instanceof CommandError ? error.exitCode : REFUSED
}

/** Runs one command, and returns its exit code. */
export async function runCommand(words: string[]): Promise<number> {
  const shown: string[] = []
  const program = await createProgram(words, (text) => void shown.push(text))
  try {
    await program.parseAsync(words, { from: 'user' }).catch((error: unknown) => {
      const isHelp = error instanceof CommanderError && error.exitCode === 0
      if (!isHelp) throw error
    })
    if (shown.length > 0) await print(shown.join('').trimEnd())
    return 0
  } catch (error) {
    return tell(error, program, words)
  }
}

if (import.meta.main) process.exitCode = await runCommand(process.argv.slice(2))
