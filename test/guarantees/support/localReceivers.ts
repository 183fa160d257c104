/**
 * Has a service in live mode reach servers of this machine under public names: the name of
 * `publicName.ts` leads to `localhost`. All else is as it is, the checks of the names included.
 */
import type { ConnectionOptions, Connections } from '../../../domain/outgoing/connections.ts'
import { OutgoingThread } from '../../../domain/outgoing/outgoingThread.ts'
import { localName } from './publicName.ts'

const thread = OutgoingThread.prototype
const connect = thread.connect

thread.connect = function (options: ConnectionOptions): Connections {
  const connections = connect.call(this, { ...options, isPublicOnly: false })
  return {
    exchange: (request, signal) => {
      const url = localName(request.url)
      return connections.exchange({ ...request, url }, signal)
    },
    close: () => connections.close(),
  }
}
