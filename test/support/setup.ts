/** Runs in the process of each test file, before that is loaded. */
import { afterAll } from 'vitest'
import { cleanUp } from './atEnd.ts'

/** Vite leaves variables of its own, which a service would take for its configuration. */
for (const name of ['BASE_URL', 'MODE', 'DEV', 'PROD', 'SSR']) delete process.env[name]

afterAll(cleanUp)
