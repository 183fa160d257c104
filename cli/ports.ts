import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral ports, which begin at 32,768 on Linux and 49,152 elsewhere. */
const FIRST_PORT = 20_000
const LAST_PORT = 32_767

const MAX_ATTEMPTS = 100

/**
 * Reserves a port among the processes that call this, until this process ends. The lock is the UDP
 * port of the same number, which is used for nothing else and is released when a process dies.
 *
 * @throws when another process has claimed it
 */
async function claim(port: number): Promise<void> {
  const socket = createSocket('udp4').unref()
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
}

async function listenOnce(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

/**
 * A port of 127.0.0.1 on which no process listens. Until the caller listens on it, it is given to
 * no other caller, and the system does not use it as an ephemeral port.
 */
export async function freePort(): Promise<number> {
  for (let attempts = 1; ; attempts++) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1)
    try {
      await claim(port)
      await listenOnce(port)
      return port
    } catch (error) {
      if (attempts === MAX_ATTEMPTS) throw error
    }
  }
}
