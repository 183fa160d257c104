import { mock } from 'node:test'
import type { TestContext } from 'vitest'

/** Node's mocks, which are undone when this test has ended. */
export function mockFor(t: TestContext): typeof mock {
  t.onTestFinished(() => mock.reset())
  return mock
}
