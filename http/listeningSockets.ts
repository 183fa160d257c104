import { once } from 'node:events'
import { Server as TcpServer } from 'node:net'
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

export type Address = { port: number; host: string }

type Options = Address & { reusePort?: boolean }

export const portOf = (server: TcpServer): number => (server.address() as AddressInfo).port

async function open(server: TcpServer, options: Options): Promise<TcpServer> {
  server.listen({ ...options, backlog: BACKLOG })
  await once(server, 'listening')
  return server
}

/**
 * Opens sockets whose connections are all the server's.
 *
 * @returns the server, and the others; in a worker, whose primary process accepts for all workers,
 *   and where sockets cannot share a port, the server alone
 * @throws NodeJS.ErrnoException when the address cannot be used
 */
export async function openSockets(server: TcpServer, address: Address): Promise<TcpServer[]> {
  if (isWorker) return [await open(server, address)]
  // Another process that shares its port as well would get a part of the connections.
  const alone = await open(new TcpServer(), address)
  const shared = { ...address, port: portOf(alone), reusePort: true }
  await once(alone.close(), 'close')
  try {
    await open(server, shared)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTSUP') throw error
    return [await open(server, address)]
  }
  const others = Array.from({ length: SHARING_SOCKETS - 1 }, () => {
    const socket = new TcpServer({ allowHalfOpen: true, noDelay: true })
    socket.on('connection', (connection) => server.emit('connection', connection))
    return open(socket, shared)
  })
  return [server, ...(await Promise.all(others))]
}
