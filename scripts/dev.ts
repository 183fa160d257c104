/**
 * `npm run dev`: generates, starts the service, and does both again whenever a source file is
 * saved. While generation fails, the service that is running goes on.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
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

/** The folders of the service's sources, and of the docs: generation makes these, too. */
function sourceFolders(): string[] {
  const tops = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !unwatched.includes(entry.name))
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('.') && name !== 'node_modules')
  return [...tops, 'packages/docs'].flatMap((top) => [
    root + top,
    ...readdirSync(root + top, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name)),
  ])
}

const watched = new Set<string>()

/**
 * Watches each folder that is not watched yet. One by one, since on Linux Node watches the files of
 * a recursive watch, and loses each that an editor replaces.
 */
function watchSources(onChange: () => void): void {
  for (const folder of sourceFolders()) {
    if (!watched.has(folder)) watch(folder, onChange)
    watched.add(folder)
  }
}

const onChange = settled(async () => {
  watchSources(onChange)
  await restart()
})
watch(root, (_, name) => {
  if (name && /^[^.].*\.(ts|yaml|md|json)$/.test(name)) onChange()
})
watchSources(onChange)
onChange()

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void stop().then(() => process.exit(0)))
}
