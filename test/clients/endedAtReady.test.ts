/** `balcao sandbox` and `balcao bank` end in order, however soon a program has what it needs. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { atEnd } from '../support/atEnd.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The signal comes when the line does, before the command has gone on. */
const hook = `data:text/javascript,${encodeURIComponent(`
  const { write } = process.stdout
  process.stdout.write = function (...args) {
    process.kill(process.pid, 'SIGTERM')
    return write.apply(this, args)
  }`)}`

for (const command of ['sandbox', 'bank']) {
  test(`${command}: a SIGTERM as soon as its line is printed ends it with exit 0`, async () => {
    const args = ['--import', hook, 'cli/cli.ts', command]
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'ignore', 'inherit'] })
    atEnd(() => child.kill('SIGKILL'))
    assert.deepEqual(await once(child, 'exit'), [0, null])
  })
}
