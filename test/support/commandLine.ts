/** The command line as it is used, with an environment of its own. */
import assert from 'node:assert/strict'
import { execFile, fork, spawn, spawnSync } from 'node:child_process'
import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { databaseFile } from '../../db/databaseUrl.ts'
import { atEnd } from './atEnd.ts'
import type { Command, CommandResult } from './commandHost.ts'
import { engine } from './engine.ts'

const cli = fileURLToPath(new URL('../../cli/cli.ts', import.meta.url))
const commandHost = fileURLToPath(new URL('commandHost.ts', import.meta.url))

/**
 * True for the first run of a command, whichever test file runs it; in `npm test` for the first of
 * its group (`clients`), as each start takes a second. The commands of `db` work on each engine in
 * a way of their own; all others use either alike.
 */
function isFirst(name: string): boolean {
  const { TEST_RUN_FOLDER, TEST_EVERY_COMMAND } = process.env
  assert.ok(TEST_RUN_FOLDER)
  const [group = ''] = name.split(' ')
  const started = TEST_EVERY_COMMAND ? name : group
  const file = group === 'db' ? `${started} ${engine}` : started
  try {
    writeFileSync(join(TEST_RUN_FOLDER, file), '', { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

type Host = (command: Command) => Promise<CommandResult>

/** A process that runs commands, and ends with this one. */
function startHost(): Host {
  const { NODE_COMPILE_CACHE } = process.env
  const env = { ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
  const child = fork(commandHost, { env, execArgv: [] })
  child.unref()
  child.channel?.unref()
  const waiting = new Map<number, PromiseWithResolvers<CommandResult>>()
  child.on('message', ({ id, ended }: { id: number; ended: CommandResult }) => {
    waiting.get(id)?.resolve(ended)
    waiting.delete(id)
  })
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`The host has ended: ${code}`))
  })
  let count = 0
  return (command) => {
    const answer = Promise.withResolvers<CommandResult>()
    waiting.set(++count, answer)
    child.send({ id: count, command })
    return answer.promise
  }
}

let host: Host | undefined

/** An empty folder that is removed after the test file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-'))
  atEnd(() => rmSync(folder, { recursive: true }))
  return folder
}

/** True when the machine has a program; the tests need none but Node. */
export const isHere = (program: string): boolean => spawnSync(program, ['--version']).status === 0

function singleLine(text: string): string {
  assert.match(text, /^[^\n]+\n$/)
  return text.trimEnd()
}

/** The words before the first option, at most two: `clients rotate`. */
function nameOf(words: string[]): string {
  const option = words.findIndex((word) => word.startsWith('-'))
  return words.slice(0, option < 0 ? 2 : Math.min(option, 2)).join(' ')
}

export class CommandLine {
  readonly #environment: Record<string, string>
  /** The working directory of the commands. */
  readonly folder = temporaryFolder()

  /** @param environment all of it; nothing of the tests' own is passed on but compiled code */
  constructor(environment: Record<string, string>) {
    const { NODE_COMPILE_CACHE } = process.env
    this.#environment = { ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...environment }
  }

  with(changes: Record<string, string>): CommandLine {
    return new CommandLine({ ...this.#environment, ...changes })
  }

  /**
   * Runs a command. A first run is a process of its own, as an operator starts it, which must end
   * by itself; `commandHost.ts` runs the others.
   */
  run(...words: string[]): Promise<CommandResult> {
    const name = nameOf(words)
    if (isFirst(name)) return this.#start(words, () => undefined)
    host ??= startHost()
    return host({ words, environment: this.#environment, folder: this.folder })
  }

  /** The command log of changes to a database. */
  logOf(databaseUrl: string): string {
    const file = databaseFile(databaseUrl)
    return join(file === undefined ? join(this.folder, 'data') : dirname(file), 'commands.log')
  }

  /** Runs a command that is given this on standard input. */
  fed(input: string, ...words: string[]): Promise<CommandResult> {
    return this.#start(words, (child) => child.stdin?.end(input))
  }

  /** Runs a command whose standard output is not read. */
  unread(...words: string[]): Promise<CommandResult> {
    return this.#start(words, (child) => child.stdout?.destroy())
  }

  /** Runs a command whose standard output is a file. */
  async into(file: string, ...words: string[]): Promise<CommandResult> {
    const out = openSync(file, 'w')
    const options = { env: this.#environment, cwd: this.folder, stdio: ['ignore', out, 'pipe'] }
    const child = spawn(process.execPath, [cli, ...words], options as SpawnOptions)
    closeSync(out)
    assert.ok(child.stderr)
    const [err] = await Promise.all([text(child.stderr), once(child, 'exit')])
    return { code: child.exitCode ?? -1, out: '', err }
  }

  #start(words: string[], started: (child: ChildProcess) => void): Promise<CommandResult> {
    return new Promise((resolve) => {
      // Files that a command keeps without a database of its own go where it is called.
      const options = { env: this.#environment, cwd: this.folder }
      const child = execFile(process.execPath, [cli, ...words], options, (_, out, err) =>
        resolve({ code: child.exitCode ?? -1, out, err }),
      )
      started(child)
    })
  }

  /** The one document that a command prints with `--json` when it succeeds. */
  async json<Value = Record<string, unknown>>(...words: string[]): Promise<Value> {
    const { code, out, err } = await this.run(...words, '--json')
    assert.equal(err, '')
    assert.equal(code, 0)
    return JSON.parse(out) as Value
  }

  /** The output for a person, of a command that succeeds. */
  async text(...words: string[]): Promise<string> {
    const { code, out, err } = await this.run(...words)
    assert.equal(err, '')
    assert.equal(code, 0)
    return out
  }

  /** The one line of a refusal, which prints nothing else. */
  async refused(...words: string[]): Promise<string> {
    const { code, out, err } = await this.run(...words, '--json')
    assert.equal(out, '')
    assert.equal(code, 1)
    return singleLine(err)
  }

  /** The one line of bad usage, which does nothing and prints nothing else. */
  async badUsage(...words: string[]): Promise<string> {
    const { code, out, err } = await this.run(...words, '--json')
    assert.equal(out, '')
    assert.equal(code, 2)
    return singleLine(err)
  }
}
