/** The program as it was at an earlier commit, from the history, with the packages of its own. */
import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess, StdioOptions } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { commandFileIn } from '../support/commandFile.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The migration that the version before did not have; the commit before it is that version. */
export const FIRST_NEW_MIGRATION = '0024'

const git = (...words: string[]) =>
  execFileSync('git', ['-C', ROOT, ...words], { encoding: 'utf8', maxBuffer: 1 << 28 }).trim()

/** The last commit without a migration. */
export function commitBefore(migration: string): string {
  const added = ['log', '-1', '--format=%H', '--diff-filter=A', '--']
  return git('rev-parse', `${git(...added, `db/migrations/postgres/${migration}_*.sql`)}^`)
}

type Lock = { packages: Record<string, { version?: string; dev?: boolean }> }

/** Compares locked versions: with equal ones the old program can use our node_modules. */
function hasSamePackages(folder: string): boolean {
  const read = (of: string) =>
    JSON.parse(readFileSync(join(of, 'package-lock.json'), 'utf8')) as Lock
  const [theirs, ours] = [read(folder), read(ROOT)]
  return Object.entries(theirs.packages).every(
    ([path, { version, dev }]) => path === '' || dev || ours.packages[path]?.version === version,
  )
}

/** @returns the folder of the program at a commit, which is made once */
export function programAt(commit: string): string {
  // Not below node_modules, where Node runs no TypeScript. One for each clone, with its packages.
  const clone = createHash('sha256').update(ROOT).digest('hex').slice(0, 8)
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')
  const folder = join(cache, 'balcao-upgrade', `${commit}-${clone}`)
  if (existsSync(folder)) return folder
  const making = `${folder}.making`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true })
  const archive = execFileSync('git', ['-C', ROOT, 'archive', commit], { maxBuffer: 1 << 28 })
  execFileSync('tar', ['-x', '-C', making], { input: archive })
  if (hasSamePackages(making)) symlinkSync(join(ROOT, 'node_modules'), join(making, 'node_modules'))
  else execFileSync('npm', ['ci', '--prefer-offline'], { cwd: making, stdio: 'inherit' })
  // Generates the files that git does not keep; commits older than this script keep all of them.
  const prepare = join(making, 'scripts/prepare.ts')
  if (existsSync(prepare)) execFileSync(process.execPath, [prepare], { cwd: making })
  renameSync(making, folder)
  return folder
}

/** A program, old or new, on a database. */
export class Program {
  readonly folder: string
  readonly env: Record<string, string>
  readonly #command: string

  constructor(folder: string, env: Record<string, string>) {
    this.folder = folder
    this.#command = commandFileIn(folder)
    this.env = env
  }

  /** Starts the service, and resolves when it answers. */
  async serve(port: number): Promise<Serving> {
    const env = { ...process.env, ...this.env, PORT: String(port), LOG_LEVEL: 'warn' }
    const stdio: StdioOptions = ['ignore', 'ignore', 'inherit']
    const child = spawn(process.execPath, ['server.ts'], { cwd: this.folder, env, stdio })
    const begun = performance.now()
    while (child.exitCode === null) {
      const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined)
      if (answer?.ok) return new Serving(child, port, performance.now() - begun)
      await wait(20)
    }
    throw new Error(`The service ended with ${child.exitCode}.`)
  }

  /** Runs a command to its end. */
  run(...words: string[]): { code: number; out: string } {
    const env = { ...process.env, ...this.env }
    const options = { cwd: this.folder, env, encoding: 'utf8', maxBuffer: 1 << 28 } as const
    try {
      return { code: 0, out: execFileSync(process.execPath, [this.#command, ...words], options) }
    } catch (error) {
      const { status, stdout } = error as { status: number | null; stdout: string }
      return { code: status ?? -1, out: stdout }
    }
  }

  json<Value>(...words: string[]): Value {
    const { code, out } = this.run(...words, '--json')
    if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${out}`)
    return JSON.parse(out) as Value
  }

  /** Begins a command, to be killed. */
  begin(...words: string[]): ChildProcess {
    const env = { ...process.env, ...this.env }
    return spawn(process.execPath, [this.#command, ...words], { cwd: this.folder, env })
  }
}

/** A service that answers. */
export class Serving {
  readonly child: ChildProcess
  readonly port: number
  readonly startMs: number

  constructor(child: ChildProcess, port: number, startMs: number) {
    this.child = child
    this.port = port
    this.startMs = startMs
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const ended = once(this.child, 'exit')
    this.child.kill(signal)
    await ended
  }
}
