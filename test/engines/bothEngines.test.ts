/** A file in this folder runs on both engines, and a failure on one of them fails the run. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { engine, newDatabase } from '../support/engine.ts'

const url = await newDatabase()

test('the database is of the engine that the project names', () => {
  assert.match(url, engine === 'sqlite' ? /^sqlite:/ : /^postgres:/)
})

test('fails on the other engine when ONLY_ON names one, for test/slow/codebase/run.test.ts', () => {
  const only = process.env['ONLY_ON']
  assert.ok(only === undefined || only === engine)
})
