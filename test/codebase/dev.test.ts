/** `npm run dev` in a copy of the project, whose files are edited as a developer would. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFailed, test } from 'vitest'
import { freePort } from '../../cli/ports.ts'
import { atEnd } from '../support/atEnd.ts'
import { temporaryFolder } from '../support/commandLine.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const left = ['.git', 'node_modules', 'bench', 'data', 'site', 'test']

const copy = temporaryFolder()
cpSync(root, copy, {
  recursive: true,
  filter: (path) => !left.includes(path.slice(root.length).split('/')[0] ?? ''),
})
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

const port = await freePort()
const dev = spawn(process.execPath, ['scripts/dev.ts'], {
  cwd: copy,
  env: {
    PORT: String(port),
    DATABASE_URL: `sqlite:${copy}/data/dev.db`,
    // The first process fills this cache for the five that follow.
    NODE_COMPILE_CACHE: temporaryFolder(),
  },
  stdio: ['ignore', 'pipe', 'pipe'],
})
let printed = ''
for (const stream of [dev.stdout, dev.stderr]) {
  stream.setEncoding('utf8').on('data', (text: string) => {
    printed += text
    dev.emit('printed')
  })
}
atEnd(async () => {
  const exited = once(dev, 'exit')
  dev.kill('SIGTERM')
  await exited
})

const ended = once(dev, 'exit').then(([code]) => {
  throw new Error(`npm run dev has ended with ${code}`)
})
ended.catch(() => undefined)

/** Resolves once a text has been printed this many times, however long generation takes. */
async function printedTimes(text: string, times: number): Promise<void> {
  onTestFailed(() => console.error(printed))
  while (printed.split(text).length <= times) await Promise.race([once(dev, 'printed'), ended])
}

const edit = (path: string, from: string, to: string) => {
  const text = readFileSync(join(copy, path), 'utf8')
  assert.ok(text.includes(from))
  writeFileSync(join(copy, path), text.replace(from, to))
}

async function titleServed(): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/openapi.json`)
  return ((await response.json()) as { info: { title: unknown } }).info.title
}

const ready = '"msg":"ready"'

test('generated files are fresh', async () => {
  await printedTimes(ready, 1)
  assert.match(printed, /^generated\/ is fresh\.$/m)
})

test('a saved contract is generated from and served', async () => {
  edit('openapi.yaml', 'title: ', 'title: Edited ')
  await printedTimes(ready, 2)
  assert.match(String(await titleServed()), /^Edited /)
})

test('the service goes on as it was while generation fails', async () => {
  edit('openapi.yaml', 'title: Edited ', 'title: [ ')
  await printedTimes('Not restarted', 1)
  assert.match(String(await titleServed()), /^Edited /)
})
