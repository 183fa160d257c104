/**
 * Loaded before the measured service, so that its webhooks reach the receiver on this machine in
 * live mode: the receiver's name has a public address, and connections to that go to 127.0.0.1. All
 * checks of names and addresses run as they do in live mode; only a DNS server is not asked.
 */
import { Resolver } from 'node:dns/promises'
import { PUBLIC_ADDRESS, RECEIVER_HOST } from './receiverHost.ts'

type Connect = (request: object, address: string, ...more: unknown[]) => number

const { TCP } = (
  process as unknown as { binding(name: string): { TCP: { prototype: { connect: Connect } } } }
).binding('tcp_wrap')
const { connect } = TCP.prototype
TCP.prototype.connect = function (this: object, request, address, ...more) {
  const to = address === PUBLIC_ADDRESS ? '127.0.0.1' : address
  return connect.call(this, request, to, ...more)
}

type Resolve = (name: string) => Promise<string[]>
const resolver = Resolver.prototype as unknown as Record<'resolve4' | 'resolve6', Resolve>
const answering = (resolve: Resolve, found: string[]): Resolve =>
  function (this: object, name) {
    return name === RECEIVER_HOST ? Promise.resolve(found) : resolve.call(this, name)
  }
resolver.resolve4 = answering(resolver.resolve4, [PUBLIC_ADDRESS])
resolver.resolve6 = answering(resolver.resolve6, [])
