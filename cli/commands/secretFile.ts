/** Secrets in files: arguments of a command are visible to other users of the machine. */
import { readFileSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'

const STANDARD_INPUT = 0

/**
 * Reads the secret in a file, for an option such as `--client-secret-file FILE`.
 *
 * @param file its name; `-` is standard input
 * @returns the text without the line break at its end
 */
export function readSecretFile(file: string): string {
  try {
    return readFileSync(file === '-' ? STANDARD_INPUT : file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new InvalidArgumentError(`It cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
