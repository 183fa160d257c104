/** A process is known to have ended by its lock, which the operating system ends with it. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { ProcessLock } from '../../../db/sqlite/processLock.ts'

const module = new URL('../../../db/sqlite/processLock.ts', import.meta.url).href

function newPath(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'balcao-lock-')), 'balcao.db')
  writeFileSync(path, '')
  return path
}

/** Another process with a lock, and the name under which it has it. */
async function holder(path: string) {
  const script = `
    const { ProcessLock } = await import(${JSON.stringify(module)})
    const lock = new ProcessLock(${JSON.stringify(path)})
    console.log(lock.name)
    setInterval(() => lock.name, 1_000_000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script])
  const [name] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, name: name.toString().trim() }
}

test('a process that stands still has not ended, and a killed one has', async () => {
  const path = newPath()
  const { child, name } = await holder(path)
  const lock = new ProcessLock(path)
  assert.equal(lock.hasEnded(name), false)
  child.kill('SIGSTOP')
  assert.equal(lock.hasEnded(name), false)
  child.kill('SIGKILL')
  await once(child, 'exit')
  assert.equal(lock.hasEnded(name), true)
  assert.equal(existsSync(`${path}-process-${name}`), false)
  assert.equal(lock.hasEnded(name), true)
  lock.release()
})

test('a process has not ended for itself, and leaves no file', () => {
  const path = newPath()
  const [lock, other] = [new ProcessLock(path), new ProcessLock(path)]
  assert.equal(lock.hasEnded(lock.name), false)
  assert.equal(lock.hasEnded(other.name), false)
  other.release()
  assert.equal(lock.hasEnded(other.name), true)
  lock.release()
  assert.deepEqual(readdirSync(join(path, '..')), ['balcao.db'])
})

test('files of processes that were killed are removed by the next one', async () => {
  const path = newPath()
  const { child, name } = await holder(path)
  child.kill('SIGKILL')
  await once(child, 'exit')
  assert.equal(existsSync(`${path}-process-${name}`), true)
  new ProcessLock(path).release()
  assert.deepEqual(readdirSync(join(path, '..')), ['balcao.db'])
})
