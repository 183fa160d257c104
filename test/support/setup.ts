/** Runs before each test file: what a file leaves must not reach the next one of the process. */
import { mock } from 'node:test'
import { afterAll } from 'vitest'
import { cleanUp } from './atEnd.ts'

/** Vite leaves variables of its own, which a service would take for its configuration. */
for (const name of ['BASE_URL', 'MODE', 'DEV', 'PROD', 'SSR']) delete process.env[name]

const environment = { ...process.env }

afterAll(async () => {
  try {
    await cleanUp()
  } finally {
    mock.reset()
    for (const name of Object.keys(process.env)) {
      if (!(name in environment)) delete process.env[name]
    }
    Object.assign(process.env, environment)
  }
})
