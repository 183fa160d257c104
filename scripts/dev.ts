/**
 * `npm run dev`: generates, starts the service, and does both again whenever a source file is
 * saved. While generation fails, the service that is running goes on.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, watch } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Folders with no part of the service. Generated files change because of a source file that is
 * watched.
 */
const unwatched = ['data', 'docs', 'generated', 'packages', 'site', 'test']

/** An editor writes a file in several steps, and a checkout many files: one restart for all. */
const QUIET_MS = 100

function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
}

async function generate(): Promise<boolean> {
  const [code] = await once(start('scripts/generate.ts'), 'exit')
  return code === 0
}

let service: ChildProcess | undefined

/** Starts the service; its end is told, since nothing is served then until a file is saved. */
function serve(): ChildProcess {
  const started = start('server.ts')
  started.once('exit', (code, signal) => {
    if (service === started) console.error(`The service has ended with ${code ?? signal}.`)
  })
  return started
}

async function stop(): Promise<void> {
  if (!service || service.exitCode !== null || service.signalCode !== null) return
  const stopped = service
  service = undefined
  const exited = once(stopped, 'exit')
  stopped.kill('SIGTERM')
  await exited
}

async function restart(): Promise<void> {
  if (!(await generate())) return console.error('Not restarted: generation failed.')
  await stop()
  service = serve()
}

/** Calls `work` once changes have ended for a while; never twice at the same time. */
function settled(work: () => Promise<void>): () => void {
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  return () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = running.then(work)
    }, QUIET_MS)
  }
}

function watchSources(onChange: () => void): void {
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    if (!entry.isDirectory() || unwatched.includes(entry.name)) continue
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
    watch(`${root}${entry.name}`, { recursive: true }, onChange)
  }
  // Generation makes the docs, too.
  watch(`${root}packages/docs`, { recursive: true }, onChange)
  // A file that an editor replaces is a new one, so the folder is watched and not its files.
  watch(root, (_, name) => {
    if (name && /^[^.].*\.(ts|yaml|md|json)$/.test(name)) onChange()
  })
}

const onChange = settled(restart)
watchSources(onChange)
onChange()

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void stop().then(() => process.exit(0)))
}
