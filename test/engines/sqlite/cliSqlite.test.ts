/** The command line on a database that is a file. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { CommandLine, temporaryFolder } from '../../support/commandLine.ts'

const folder = temporaryFolder()

/** The command line on a file of this folder. */
const on = (file: string) => new CommandLine({ DATABASE_URL: `sqlite:${join(folder, file)}` })

test('bad usage makes no file', async () => {
  await on('untouched/balcao.db').badUsage('sellers', 'create')
  assert.equal(existsSync(join(folder, 'untouched')), false)
})

test('a database in memory is refused: it would be another one in each process', async () => {
  const inMemory = new CommandLine({ DATABASE_URL: 'sqlite::memory:' })
  const lines = await Promise.all([
    inMemory.refused('sellers', 'list'),
    inMemory.refused('db', 'check'),
  ])
  for (const line of lines) assert.match(line, /^DATABASE_URL: /)
})

test('a file that is no database is refused in a line that names it', async () => {
  const junk = join(folder, 'notes.txt')
  writeFileSync(junk, 'not a database '.repeat(1_000))
  const commands = ['sellers list', 'db migrate', 'db check']
  const lines = await Promise.all(
    commands.map((words) => on('notes.txt').refused(...words.split(' '))),
  )
  for (const line of lines) assert.equal(line, `${junk}: file is not a database`)
})

test('a database that cannot be opened is refused in a line that names it', async () => {
  const path = join(folder, 'a-folder')
  mkdirSync(path)
  const line = await on('a-folder').refused('sellers', 'list')
  assert.equal(line, `${path}: unable to open database file`)
})

test('a secret.key that cannot be used is refused in a line that names it', async () => {
  const path = join(folder, 'sandbox/secret.key')
  await on('sandbox/balcao.db').text('sellers', 'create', '--name', 'Loja')
  writeFileSync(path, 'too short')
  const said = () => on('sandbox/balcao.db').refused('keys', 'rotate')
  assert.equal(await said(), `SECRET_KEY: not set, and ${path} does not hold 32 bytes in base64`)
  rmSync(path)
  mkdirSync(path)
  const prefix = `SECRET_KEY: not set, and ${path} cannot be used (EISDIR`
  assert.equal((await said()).slice(0, prefix.length), prefix)
})

test('a command that needs existing rows makes no file', async () => {
  const path = join(folder, 'elsewhere/balcao.db')
  const commands = ['keys reseal', 'keys rotate', 'clients revoke x', 'audit list']
  const lines = await Promise.all(
    commands.map((words) => on('elsewhere/balcao.db').refused(...words.split(' '))),
  )
  for (const line of lines) assert.equal(line, `There is no database at ${path}.`)
  assert.equal(existsSync(join(folder, 'elsewhere')), false)
})

test('a folder that is not there yet is made', async () => {
  assert.equal(await on('new/balcao.db').text('sellers', 'list'), 'None.\n')
})
