import { once } from 'node:events'
import { connect, Server as TcpServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { isWorker } from '../runtime/cluster.ts'

/** Connections that the system accepts before the process does, for each socket. */
const BACKLOG = 4_096

/**
 * A turn of the event loop accepts one connection of each socket (libuv), and may take as long as
 * the largest answer. With one socket, a burst of connections waited for seconds, and was served
 * after its callers had left: 20 connections a second were accepted while 40 pages of 3 MB were
 * answered. The system spreads connections over sockets that share a port (`SO_REUSEPORT`).
 */
const SHARING_SOCKETS = 32

/** A listener that accepts nothing for so long counts as present. */
const PROBE_LIMIT_MS = 1_000

export type Address = { port: number; host: string }

type Options = Address & { reusePort?: boolean }

export const portOf = (server: TcpServer): number => (server.address() as AddressInfo).port

async function open(server: TcpServer, options: Options): Promise<TcpServer> {
  server.listen({ ...options, backlog: BACKLOG })
  await once(server, 'listening')
  return server
}

/** @throws NodeJS.ErrnoException when the host is not an address of this machine */
async function requireOwn(host: string): Promise<void> {
  const server = await open(new TcpServer(), { host, port: 0 })
  server.close()
  await once(server, 'close')
}

/** True when another process listens there: the system would give it a part of the connections. */
async function isTaken({ port, host }: Address): Promise<boolean> {
  const probe = connect(port, host)
  try {
    await once(probe, 'connect', { signal: AbortSignal.timeout(PROBE_LIMIT_MS) })
    // On a free port a connection may, seldom, reach itself.
    return probe.localPort !== port
  } catch (error) {
    return (error as Error).name === 'AbortError'
  } finally {
    probe.destroy()
  }
}

/**
 * Opens sockets whose connections are all the server's. None is closed again, since that would cut
 * off the callers that were waiting for a service to listen.
 *
 * @returns the server, and the others; in a worker, since all workers accept from one socket of the
 *   primary process, and where sockets cannot share a port, the server alone
 * @throws NodeJS.ErrnoException when the address cannot be used
 */
export async function openSockets(server: TcpServer, address: Address): Promise<TcpServer[]> {
  if (isWorker) return [await open(server, address)]
  // An address of another machine may well be taken, there.
  await requireOwn(address.host)
  if (address.port !== 0 && (await isTaken(address))) {
    throw Object.assign(new Error('Another process listens there.'), { code: 'EADDRINUSE' })
  }
  try {
    await open(server, { ...address, reusePort: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTSUP') throw error
    return [await open(server, address)]
  }
  const shared = { ...address, port: portOf(server), reusePort: true }
  const others = Array.from({ length: SHARING_SOCKETS - 1 }, () => {
    const socket = new TcpServer({ allowHalfOpen: true, noDelay: true })
    socket.on('connection', (connection) => server.emit('connection', connection))
    return open(socket, shared)
  })
  return [server, ...(await Promise.all(others))]
}
