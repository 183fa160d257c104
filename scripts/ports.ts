import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that systems give away by themselves: from 32,768 on Linux, 49,152 elsewhere. */
const FIRST_PORT = 20_000
const LAST_PORT = 32_767

const MAX_ATTEMPTS = 100

/**
 * Keeps a port from everybody else who claims it, until this process ends: UDP has numbers of its
 * own, which nobody here uses, and the system takes back what a process has.
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
 * A port of 127.0.0.1 that nobody listens on, and that nobody else is given by this or by the
 * system before it is listened on.
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
