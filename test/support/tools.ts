/**
 * Programs and libraries of others that only a few suites need. Each package in `test/tools/` has
 * its own day in `.npmrc`, and is installed when the first suite that needs it runs.
 */
import { installed } from '../../scripts/install.ts'

/** The folders of `test/tools/`. */
export type Tools = 'browser' | 'partners' | 'postgres'

/** The `node_modules` of a package, which is installed now if it is not yet. */
export const toolsOf = (tools: Tools): Promise<string> => installed(`test/tools/${tools}`)

/**
 * Imports a library of a package. Its types are not there until it is installed, so each suite
 * says which part of it is used.
 */
export async function tool<Module>(tools: Tools, name: string): Promise<Module> {
  await toolsOf(tools)
  const { load } = (await import(`../tools/${tools}/load.ts`)) as {
    load: (name: string) => Promise<Module>
  }
  return load(name)
}
