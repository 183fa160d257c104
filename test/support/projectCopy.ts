/** A copy of the project, for tests that edit its files and run its scripts. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, symlinkSync } from 'node:fs'
import { delimiter, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './commandLine.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const left = ['.git', 'node_modules', 'bench', 'data', 'release', 'site']

/** Paths that are not copied: packages, and the pages of the docs, a third of all files. */
const isLeft = (path: string) => /(^|\/)node_modules(\/|$)|^generated\/docs\/[^/]+\/./.test(path)

/**
 * @returns the folder of the copy; it is removed at the end of the file. Its docs have no pages
 *   until it generates
 */
export function projectCopy(): string {
  const copy = temporaryFolder()
  for (const name of readdirSync(root).filter((one) => !left.includes(one))) {
    const filter = (path: string) => !isLeft(relative(root, path).replaceAll('\\', '/'))
    cpSync(join(root, name), join(copy, name), { recursive: true, filter })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Runs a program of a copy, by its path in it. */
export function runIn(copy: string, program: string, ...args: string[]) {
  const path = [join(copy, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
  return spawnSync(process.execPath, [join(copy, program), ...args], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, PATH: path, CI: '1' },
  })
}

/** The same, of a program that has to succeed. */
export function succeedIn(copy: string, program: string, ...args: string[]): void {
  const { status, stdout, stderr } = runIn(copy, program, ...args)
  assert.equal(status, 0, `${program} ${args.join(' ')}\n${stdout}${stderr}`)
}
