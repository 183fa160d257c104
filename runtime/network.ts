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
