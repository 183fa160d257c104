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

const contract = readFileSync(join(copy, 'openapi.yaml'), 'utf8')
writeFileSync(join(copy, 'openapi.yaml'), contract.replace('title: ', 'title: [ '))

const port = await freePort()
const dev = spawn(process.execPath, ['scripts/dev.ts'], {
  cwd: copy,
  env: {
    PORT: String(port),
    DATABASE_URL: `sqlite:${copy}/data/dev.db`,
    // The first process fills this cache for those that follow.
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
function save(path: string, text: string): void {
  writeFileSync(join(copy, '.saved'), text)
  renameSync(join(copy, '.saved'), join(copy, path))
}

async function titleServed(): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/openapi.json`)
  return ((await response.json()) as { info: { title: unknown } }).info.title
}

test('nothing is started while the contract is broken', async () => {
  await roundEndsWith(notRestarted)
  assert.match(printed, /^openapi\.yaml:\d+: [^\n]*\.$/m)
  await assert.rejects(titleServed)
})

test('a saved contract is generated from and served', async () => {
  save('openapi.yaml', contract.replace('title: ', 'title: Edited '))
  await roundEndsWith(ready)
  assert.match(String(await titleServed()), /^Edited /)
})

// From here on, generation takes no time: it changes the title alone, or fails.
const generator = `
import { readFileSync, writeFileSync } from 'node:fs'
const file = 'generated/openapi.json'
writeFileSync(file, readFileSync(file, 'utf8').replace('Edited ', 'Edited again '))
`

test('the running service is replaced once generation succeeds', async () => {
  save('scripts/generate.ts', generator)
  await roundEndsWith(ready)
  assert.match(String(await titleServed()), /^Edited again /)
})

test('the service goes on as it was while generation fails', async () => {
  save('scripts/generate.ts', 'process.exitCode = 1')
  await roundEndsWith(notRestarted)
  assert.match(String(await titleServed()), /^Edited again /)
})
