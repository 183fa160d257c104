import { isIP } from 'node:net'

/** A host and a port (RFC 9110 §7.2). */
const form = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/

/**
 * Makes the function that tells whether a request is meant for this service by its host: that of the
 * public address, an address as digits, or `localhost`. A page of somebody else whose name was led
 * here (DNS rebinding) is told from it by nothing else.
 */
export function ownHosts(baseUrl: string): (host: string) => boolean {
  const own = new Set([new URL(baseUrl).hostname, 'localhost'])
  // Nearly all requests have the same.
  let last: string | undefined
  return (host) => {
    if (host === last) return true
    const [, six = '', name = ''] = form.exec(host) ?? []
    const isOwn = own.has(name.toLowerCase().replace(/\.$/, '')) || isIP(six || name) > 0
    if (isOwn) last = host
    return isOwn
  }
}
