import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, createReadStream, openSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { test } from 'vitest'
import { logOutput } from '../../runtime/logOutput.ts'
import { temporaryFolder } from '../support/commandLine.ts'

const LINE = `${'x'.repeat(1023)}\n`

/** A pipe without a reader; a write that finds it full fails instead of waiting. */
function unreadPipe() {
  const path = `${temporaryFolder()}/log`
  execFileSync('mkfifo', [path])
  return { path, fd: openSync(path, constants.O_RDWR | constants.O_NONBLOCK) }
}

test('an unread log takes bounded memory, and the dropped lines are counted', async () => {
  const { path, fd } = unreadPipe()
  const dropped = Promise.withResolvers<number>()
  const output = logOutput(fd, dropped.resolve)
  const written = 4_096
  for (let i = 0; i < written; i++) output.write(LINE)
  let read = 0
  const reader = createReadStream(path)
  createInterface(reader).on('line', (line) => {
    assert.equal(line.length, LINE.length - 1)
    read++
  })
  const lost = await dropped.promise
  assert.ok(lost > written / 2, `${lost} were dropped`)
  while (read + lost < written) await once(reader, 'data')
  assert.equal(read + lost, written)
  reader.destroy()
  closeSync(fd)
})
