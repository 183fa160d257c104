/** The thread of `Checkpoints`: a connection of its own to the file that it is given. */
import { parentPort, workerData } from 'node:worker_threads'
import SQLite from 'better-sqlite3'
import { checkpoint } from './checkpoints.ts'

const client = new SQLite(String(workerData), { fileMustExist: true })
client.pragma('synchronous = FULL')

parentPort?.on('message', (wish: 'checkpoint' | 'end') => {
  if (wish === 'checkpoint') return void parentPort?.postMessage(checkpoint(client))
  client.close()
  parentPort?.close()
})
