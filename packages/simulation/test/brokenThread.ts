/** A thread whose product has another text in one of its files, given as its `workerData`. */
import { registerHooks } from 'node:module'
import { workerData } from 'node:worker_threads'

export type BrokenText = { file: string; from: string; to: string }

const { file, from, to } = workerData as BrokenText

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith(file)) return loaded
    const source = String(loaded.source)
    if (!source.includes(from)) throw new Error(`${file} has no ${from}`)
    return { ...loaded, source: source.replace(from, to) }
  },
})

await import('../thread.ts')
