/** `npm run dev` in a copy of the project, whose files are edited as a developer would. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFailed, test } from 'vitest'
import { freePort } from '../../../cli/ports.ts'
import { atEnd } from '../../support/atEnd.ts'
import { temporaryFolder } from '../../support/commandLine.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const left = ['.git', 'data', 'site', 'test']

const copy = temporaryFolder()
cpSync(root, copy, {
  recursive: true,
  filter: (path) =>
    !left.includes(path.slice(root.length).split('/')[0] ?? '') &&
    basename(path) !== 'node_modules',
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

const ready = '"msg":"ready"'
const notRestarted = 'Not restarted'

/** The ends of a round, of which each saved file has one. */
const ends = [ready, notRestarted, 'The service has ended']

/** The text that an end has printed so far, from where the wait before has ended. */
let seen = 0

/**
 * Resolves once a round ends with a text, however long generation takes.
 *
 * @throws as soon as it ends otherwise: then that text does not come any more
 */
async function roundEndsWith(text: string): Promise<void> {
  onTestFailed(() => console.error(printed))
  for (;;) {
    const found = ends
      .map((end) => ({ end, at: printed.indexOf(end, seen) }))
      .filter(({ at }) => at >= 0)
      .toSorted((one, other) => one.at - other.at)
    const [first] = found
    if (first) {
      seen = first.at + first.end.length
      return assert.equal(first.end, text)
    }
    await Promise.race([once(dev, 'printed'), ended])
  }
}

/** Saves a file in one step, so that no round begins while it is half written. */
const edit = (path: string, from: string, to: string) => {
  const text = readFileSync(join(copy, path), 'utf8')
  assert.ok(text.includes(from))
  writeFileSync(join(copy, '.saved'), text.replace(from, to))
  renameSync(join(copy, '.saved'), join(copy, path))
}

async function titleServed(): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/openapi.json`)
  return ((await response.json()) as { info: { title: unknown } }).info.title
}

test('generated files are fresh', async () => {
  await roundEndsWith(ready)
  assert.match(printed, /^generated\/ is fresh\.$/m)
})

test('a saved contract is generated from and served', async () => {
  edit('openapi.yaml', 'title: ', 'title: Edited ')
  await roundEndsWith(ready)
  assert.match(String(await titleServed()), /^Edited /)
})

test('the service goes on as it was while generation fails', async () => {
  edit('openapi.yaml', 'title: Edited ', 'title: [ ')
  await roundEndsWith(notRestarted)
  assert.match(printed, /^openapi\.yaml:\d+: [^\n]*\.$/m)
  assert.match(String(await titleServed()), /^Edited /)
})
