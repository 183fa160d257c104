/**
 * Loaded into a service by `--import`: which files of the project run between two messages of the
 * process that has started it, `begin` and `end`.
 */
import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'

const root = new URL('../../', import.meta.url).href

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

/** The files in which a function was called since the last call of this. */
async function entered(): Promise<string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result
    .filter(({ functions }) =>
      functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)),
    )
    .flatMap(({ url }) =>
      url.startsWith(root) ? fileURLToPath(url).slice(fileURLToPath(root).length) : [],
    )
    .filter((path) => !/^(node_modules|generated|test)\//.test(path))
}

process.on('message', async (message) => {
  const paths = await entered()
  if (message === 'end') process.send?.(paths)
  else process.send?.([])
})
