/** The clients in PHP, Python and Go, each in a folder as its users install it. */
import { execFile, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { packageFiles } from '../build/write.ts'
import type { ClientLanguage } from '../build/write.ts'
import { temporaryFolder } from '../../../test/support/commandLine.ts'
import { GOCACHE } from '../../../test/support/sampleLanguages.ts'

const run = promisify(execFile)
const programFolder = fileURLToPath(new URL('scenario/', import.meta.url))

/** A command that succeeds where the language is installed, in a version that the client takes. */
export const needs: Record<ClientLanguage, string[]> = {
  php: ['php', '-r', 'exit(PHP_VERSION_ID >= 80200 && extension_loaded("curl") ? 0 : 1);'],
  python: ['python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 11))'],
  go: ['go', 'version'],
}

/** @returns why the client in a language cannot be tried here, if it cannot */
export function missing(language: ClientLanguage): string | undefined {
  const [program = '', ...args] = needs[language]
  if (spawnSync(program, args).status === 0) return undefined
  const text = `the client in ${language} was not run: \`${needs[language].join(' ')}\` fails here`
  // SAMPLES=all: none may be left out.
  if (process.env['SAMPLES'] === 'all') throw new Error(text)
  return text
}

/** Writes files into a new folder. @returns the folder */
export function folderOf(files: Record<string, string>): string {
  const folder = temporaryFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** @returns a folder with the whole package of a language */
export const packageFolder = (language: ClientLanguage): string => folderOf(packageFiles(language))

/** The environment of a program in any of the languages, to which a test adds its own variables. */
export function environmentOf(folder: string): Record<string, string> {
  const { PATH = '', HOME = folder } = process.env
  const ofGo = { GOCACHE, CGO_ENABLED: '0', GOPROXY: 'off', GOFLAGS: '-mod=mod' }
  return { PATH, HOME, PYTHONDONTWRITEBYTECODE: '1', ...ofGo }
}

const programs: Record<ClientLanguage, { file: string; command: string[] }> = {
  php: {
    file: 'run.php',
    // libcurl does not read SSL_CERT_FILE by itself.
    command: ['sh', '-c', 'php -d curl.cainfo="$SSL_CERT_FILE" run.php task.json'],
  },
  python: { file: 'run.py', command: ['python3', 'run.py', 'task.json'] },
  go: { file: 'run_test.go', command: ['go', 'test', '-vet=off', '-count=1', '.'] },
}

/**
 * Has the client of a language do a task in a process of its own.
 *
 * @param task with credentials, the steps to go through and the webhooks to verify
 * @param trust a file of the certificates that are trusted, in place of the machine's own
 * @returns what the program of that language has said
 */
export async function runScenario(
  language: ClientLanguage,
  task: object,
  trust?: string,
): Promise<unknown> {
  const folder = packageFolder(language)
  const { file, command } = programs[language]
  cpSync(programFolder + file, join(folder, file))
  writeFileSync(join(folder, 'task.json'), JSON.stringify(task))
  const files = { TASK: 'task.json', RESULT: 'result.json' }
  const env = { ...environmentOf(folder), ...files, ...(trust && { SSL_CERT_FILE: trust }) }
  const [program = '', ...args] = command
  const { stdout } = await run(program, args, { cwd: folder, env, maxBuffer: 2 ** 26 })
  const isGo = language === 'go'
  return JSON.parse(isGo ? readFileSync(join(folder, 'result.json'), 'utf8') : stdout)
}
