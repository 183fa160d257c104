/**
 * A thread whose callers connect until something listens. It says each time that they were refused,
 * and in the end which of them were cut off.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

export type Knocking = { port: number; callers: number; requests: number }

/** @returns the codes of the errors after the connection was made */
async function knock({ port, requests }: Knocking): Promise<string[]> {
  const cut: string[] = []
  for (let heard = 0; heard < requests; ) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      heard++
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
      await Promise.race([once(socket, 'data'), once(socket, 'close').then(closed)])
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException
      if (code !== 'ECONNREFUSED') cut.push(code)
      else parentPort?.postMessage('refused')
    }
    socket.destroy()
  }
  return cut
}

const closed = () => Promise.reject(new Error('closed without an answer'))

const knocking = workerData as Knocking
const all = await Promise.all(Array.from({ length: knocking.callers }, () => knock(knocking)))
parentPort?.postMessage({ cut: all.flat() })
