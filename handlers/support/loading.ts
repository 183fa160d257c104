import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Handler, Handlers, OperationId, ServiceName } from './handler.ts'

/** Loads the module that has the handler of an operation, for each of them. */
type Loaders = { [Id in OperationId]: () => Promise<{ [Name in Id]: Handler<Id, ServiceName> }> }

type AnyHandler = (input: object) => unknown

/**
 * Handlers whose modules are loaded when they are first called, so that a process answers before it
 * has loaded all of them: they are a third of its modules.
 *
 * @returns `handlers`, in which each one that is loaded takes the place of its stand-in, and
 *   `loadHandlers`, which loads the rest, one in each turn of the event loop
 */
export function loadedWhenCalled(loaders: Loaders) {
  // Each operation keeps the types of its own module, which the compiler cannot see here.
  const handlers = {} as Record<string, AnyHandler>
  const loads = Object.entries(loaders).map(([id, loadModule]) => {
    const load = async () => {
      const module = (await loadModule()) as unknown as Record<string, AnyHandler>
      const handler = module[id] as AnyHandler
      if (handlers[id] === standIn) handlers[id] = handler
      return handler
    }
    const standIn: AnyHandler = async (input) => (await load())(input)
    handlers[id] = standIn
    return load
  })
  return {
    handlers: handlers as unknown as Handlers,
    /** @throws what a module throws that cannot be loaded */
    async loadHandlers(): Promise<void> {
      for (const load of loads) {
        await load()
        await nextTurn()
      }
    },
  }
}
