import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** The longest text of an IPv6 address; an address from a trusted proxy may be of any length. */
const MAX_ADDRESS_LENGTH = 45

/**
 * The network by which a caller is counted: an IPv4 address itself, and the /64 of an IPv6 address,
 * because a single caller usually has all addresses of a /64.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.length > MAX_ADDRESS_LENGTH) {
    return address.slice(0, MAX_ADDRESS_LENGTH)
  }
  // A dual-stack socket shows an IPv4 address as ::ffff:192.0.2.1 (RFC 4291 §2.5.5.2).
  if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1)
  const [head = '', tail] = address.split('::')
  const groups = head.split(':')
  const right = tail === undefined ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - groups.length - right.length }, () => '0')
  return `${[...groups, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}

/** Loopback (RFC 1122, RFC 4291), private (RFC 1918, RFC 4193) and link-local addresses. */
const local = new BlockList()
for (const [address, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  local.addSubnet(address, bits, 'ipv4')
}
for (const [address, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  local.addSubnet(address, bits, 'ipv6')
}

/** The prefixes of IPv6 by which a caller with many addresses is counted, the widest first. */
const GROUPS_OF_PREFIXES = [2, 3, 4]

/**
 * The networks of a public caller, the widest first: /32, /48 and /64 of an IPv6 address, or an
 * IPv4 address alone. However it is written, an address has one form here.
 *
 * @returns none for a loopback or private address, behind which may be anybody
 */
export function networksOf(address: string): string[] {
  if (isIPv4(address)) return local.check(address, 'ipv4') ? [] : [address]
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain) || local.check(plain, 'ipv6')) return []
  // The URL Standard writes an address in one way only, in lower case and without a dotted part.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right]
  const mapped = mappedFour(groups)
  if (mapped !== undefined) return networksOf(mapped)
  return GROUPS_OF_PREFIXES.map((count) => `${groups.slice(0, count).join(':')}::/${count * 16}`)
}

/** The IPv4 address that a dual-stack socket shows as ::ffff:c000:201 (RFC 4291 §2.5.5.2). */
function mappedFour(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 255]
  })
  return bytes.join('.')
}
