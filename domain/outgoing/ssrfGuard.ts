import { promises as dns } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { hasCredentials, webAddress } from '../../contract/webAddress.ts'

const URL_LENGTH = 2048

/** A DNS server that does not answer is asked again after this time, and then for twice as long. */
const DNS_TIMEOUT_MS = 2_000
const DNS_TRIES = 2

/** How long IPv6 addresses are waited for once there are IPv4 ones; some servers never answer. */
const IPV6_GRACE_MS = 1_000

/** Names that never lead to a public host (RFC 6761, RFC 6762, RFC 8375, `.internal` by ICANN). */
const internalName = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/

/** IPv4 that is not the public Internet (IANA IPv4 Special-Purpose Address Registry, multicast). */
const special = new BlockList()
const ranges: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
for (const [address, bits] of ranges) special.addSubnet(address, bits, 'ipv4')

/** All public IPv6 lies in 2000::/3; these parts of it are special (IANA IPv6 registry). */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
const ranges6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]
for (const [address, bits] of ranges6) special.addSubnet(address, bits, 'ipv6')

/** @param hostname as a URL has it, or an address as a name leads to it, perhaps with its zone */
function isSpecial(hostname: string): boolean {
  const [host = ''] = hostname.replace(/^\[|\]$/g, '').split('%')
  if (isIP(host) === 4) return special.check(host, 'ipv4')
  if (isIP(host) === 6) return !global6.check(host, 'ipv6') || special.check(host, 'ipv6')
  return internalName.test(host)
}

/**
 * Looks names up by DNS alone. The system's look-up takes one of the two threads that all look-ups
 * of the process share, so two names whose servers do not answer would hold up every other one.
 *
 * @param servers those of the system by default
 */
export const lookupByDns =
  (servers?: readonly string[]): LookupFunction =>
  async (hostname, { all }, done) => {
    // Made for each look-up, since the system's servers may change.
    const resolver = new dns.Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES })
    if (servers) resolver.setServers(servers)
    const ofFamily = (lookup: Promise<string[]>, family: 4 | 6) =>
      lookup.then((addresses) => addresses.map((address) => ({ address, family })))
    const byFour = ofFamily(resolver.resolve4(hostname), 4)
    const bySix = ofFamily(resolver.resolve6(hostname), 6)
    const graceEnds = () => wait(IPV6_GRACE_MS, [], { ref: false })
    const [four, six] = await Promise.allSettled([
      byFour,
      Promise.race([bySix, byFour.then(graceEnds, () => bySix)]),
    ])
    resolver.cancel()
    const addresses = [four, six].flatMap((result) =>
      result.status === 'fulfilled' ? result.value : [],
    )
    const [first] = addresses
    if (first) return all ? done(null, addresses) : done(null, first.address, first.family)
    done(four.status === 'rejected' ? four.reason : new Error(`${hostname} has no address.`), '')
  }

/** A DNS look-up that fails when any of the addresses is not on the public Internet. */
export const publicOnly =
  (lookup = lookupByDns()): LookupFunction =>
  (hostname, options, done) => {
    if (isSpecial(hostname)) {
      return done(new Error(`${hostname} leads inside, which is not allowed in live mode.`), '')
    }
    lookup(hostname, options, (error, answer, family) => {
      const addresses = Array.isArray(answer) ? answer.map(({ address }) => address) : [answer]
      const inside = error ? undefined : addresses.find(isSpecial)
      if (inside === undefined) return done(error, answer, family)
      done(new Error(`${hostname} leads to ${inside}, which is not allowed in live mode.`), '')
    })
  }

/**
 * Why events cannot be sent to a URL, in one sentence, or undefined when they can. In live mode it
 * must be public HTTPS; the addresses of its name are checked at each connection (`publicOnly`).
 */
export function faultOfUrl(url: string, mode: 'sandbox' | 'live'): string | undefined {
  const address = webAddress(url)
  if (!address) return 'It is not an http or https address.'
  if (url.length > URL_LENGTH) return `It has more than ${URL_LENGTH} characters.`
  if (mode === 'sandbox') return undefined
  if (address.protocol !== 'https:') return 'In live mode it must be https.'
  if (hasCredentials(address)) return 'In live mode it cannot carry credentials.'
  if (isSpecial(address.hostname)) return 'In live mode it must be a public address.'
  return undefined
}
