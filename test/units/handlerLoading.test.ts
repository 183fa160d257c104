/** Handlers whose modules are loaded when they are first called. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { loadedWhenCalled } from '../../handlers/support/loading.ts'

type Loaders = Parameters<typeof loadedWhenCalled>[0]

/** Two operations, and the names of the modules that were loaded. */
function twoOperations() {
  const loaded: string[] = []
  const loaders = {
    getOffer: () => {
      loaded.push('getOffer')
      return Promise.resolve({ getOffer: (input: object) => ({ status: 200, body: input }) })
    },
    getProduct: () => {
      loaded.push('getProduct')
      return Promise.resolve({ getProduct: () => ({ status: 200 }) })
    },
  }
  return { loaded, ...loadedWhenCalled(loaders as unknown as Loaders) }
}

const input = { path: { id: 'offer_1' } } as never

test('the first call loads its own module alone, and gets its answer', async () => {
  const { handlers, loaded } = twoOperations()
  assert.deepEqual(loaded, [])
  assert.deepEqual(await handlers.getOffer(input), { status: 200, body: input })
  assert.deepEqual(loaded, ['getOffer'])
})

test('a loaded handler is called directly, without a promise', async () => {
  const { handlers, loadHandlers, loaded } = twoOperations()
  await loadHandlers()
  assert.deepEqual(loaded, ['getOffer', 'getProduct'])
  assert.deepEqual(handlers.getOffer(input), { status: 200, body: input })
})

test('a module that cannot be loaded fails the start, and each call of its operation', async () => {
  const broken = new SyntaxError('Unexpected token')
  const loaders = { getOffer: () => Promise.reject(broken) }
  const { handlers, loadHandlers } = loadedWhenCalled(loaders as unknown as Loaders)
  await assert.rejects(loadHandlers(), broken)
  await assert.rejects(async () => handlers.getOffer(input), broken)
})
