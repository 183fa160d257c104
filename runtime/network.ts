/** No address is longer; what a proxy hands on may be anything. */
const LONGEST_ADDRESS = 45

/**
 * The network that a caller is counted by: an IPv4 address as it is, and of IPv6 the /64, since a
 * caller has all of its addresses to call from.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.length > LONGEST_ADDRESS) {
    return address.slice(0, LONGEST_ADDRESS)
  }
  // An IPv4 address that a socket for both shows as IPv6 is still that address.
  const mapped = address.lastIndexOf(':')
  if (address.includes('.')) return address.slice(mapped + 1)
  const [head = '', tail] = address.split('::')
  const left = head.split(':')
  const right = tail === undefined ? [] : tail.split(':')
  const between = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return `${[...left, ...between, ...right].slice(0, 4).join(':')}::/64`
}
