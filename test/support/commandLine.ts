/** The command line as it is used: a process of its own, with an environment of its own. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { atEnd } from './atEnd.ts'

const cli = fileURLToPath(new URL('../../scripts/cli.ts', import.meta.url))

/** How a process ended. */
export type Ended = { code: number; out: string; err: string }

/** An empty folder that is removed after the test file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-'))
  atEnd(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Whether the machine has a program; the tests need none but Node. */
export const isHere = (program: string): boolean => spawnSync(program, ['--version']).status === 0

function singleLine(text: string): string {
  assert.match(text, /^[^\n]+\n$/)
  return text.trimEnd()
}

export class CommandLine {
  readonly #environment: Record<string, string>
  /** Where it is called. */
  readonly folder = temporaryFolder()

  /** @param environment all of it; nothing of the tests' own is passed on but compiled code */
  constructor(environment: Record<string, string>) {
    const { NODE_COMPILE_CACHE } = process.env
    this.#environment = { ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...environment }
  }

  with(changes: Record<string, string>): CommandLine {
    return new CommandLine({ ...this.#environment, ...changes })
  }

  run(...words: string[]): Promise<Ended> {
    return this.#start(words, () => undefined)
  }

  /** Runs a command that is given this on standard input. */
  fed(input: string, ...words: string[]): Promise<Ended> {
    return this.#start(words, (child) => child.stdin?.end(input))
  }

  /** Runs a command whose standard output is not read. */
  unread(...words: string[]): Promise<Ended> {
    return this.#start(words, (child) => child.stdout?.destroy())
  }

  #start(words: string[], started: (child: ChildProcess) => void): Promise<Ended> {
    return new Promise((resolve) => {
      // What a command keeps beside no database of its own, it keeps where it is called.
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

  /** What a command prints for a person when it succeeds. */
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
