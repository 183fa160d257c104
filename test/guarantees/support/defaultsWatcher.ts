/** A thread that looks at a product's default offers, over and over, on a connection of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import SQLite from 'better-sqlite3'

const { file, product_id } = workerData as { file: string; product_id: string }
const client = new SQLite(file, { readonly: true })
const statement = client
  .prepare('select count(*) from offers where product_id = ? and is_default')
  .pluck()

/** The looks that saw each count. */
const seen: Record<number, number> = {}
let stopped = false
parentPort?.on('message', () => {
  stopped = true
})

function look(): void {
  const end_ms = performance.now() + 20
  while (performance.now() < end_ms) {
    const count = statement.get(product_id) as number
    seen[count] = (seen[count] ?? 0) + 1
  }
  if (!stopped) return void setImmediate(look)
  client.close()
  parentPort?.postMessage(seen)
}
look()
