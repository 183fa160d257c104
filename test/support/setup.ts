/** Runs before each test file: leftovers of a file must not reach the next one of the process. */
import { mock } from 'node:test'
import { afterAll, afterEach, expect } from 'vitest'
import { cleanUp } from './atEnd.ts'
import { noteCost, processorTime } from './costs.ts'
import { takeServiceErrors } from './serviceErrors.ts'

/** Vite leaves variables of its own, which a service would take for its configuration. */
for (const name of ['BASE_URL', 'MODE', 'DEV', 'PROD', 'SSR']) delete process.env[name]

const environment = { ...process.env }

const begin_s = processorTime()

/** The functions of the machine's time and chance that tests mock. */
const functions = () => ({
  'performance.now': performance.now,
  'Date.now': Date.now,
  'Math.random': Math.random,
  setImmediate,
  setInterval,
  setTimeout,
})

const real = new Map<string, unknown>(Object.entries(functions()))

/** Node undoes mocks in the order they were made in: of two of one function, one would stay. */
function requireRealFunctions(): void {
  const left = Object.entries(functions()).filter(([name, current]) => current !== real.get(name))
  if (left.length > 0) throw new Error(`Mocked twice at once: ${left.map(([name]) => name)}`)
}

afterEach(({ task: { name, result } }) => {
  const errors = takeServiceErrors()
  if (result?.state === 'fail') for (const error of errors) console.error(error)
  else if (result?.retryCount) {
    console.error(`Passed on a second try: ${name}\n${result.errors?.[0]?.stack}`)
  }
})

afterAll(async () => {
  try {
    await cleanUp()
  } finally {
    mock.reset()
    for (const name of Object.keys(process.env)) {
      if (!(name in environment)) delete process.env[name]
    }
    Object.assign(process.env, environment)
    requireRealFunctions()
    noteCost(expect.getState().testPath ?? '', processorTime() - begin_s)
  }
})
