/**
 * A thread whose probes connect until something listens. It posts a message for each refused
 * connection, and in the end the errors of the connections that were made and then cut.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

export type Probing = { port: number; probes: number; requests: number }

/** @returns the codes of the errors after the connection was made */
async function probe({ port, requests }: Probing): Promise<string[]> {
  const cut: string[] = []
  for (let connected = 0; connected < requests; ) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      connected++
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

const probing = workerData as Probing
const all = await Promise.all(Array.from({ length: probing.probes }, () => probe(probing)))
parentPort?.postMessage({ cut: all.flat() })
