/** The address that the contract and its samples name: that of `npm start`. */
export const contractUrl = 'http://localhost:3000'

/**
 * The contract, or a text that is made from it, with the address of a service in the place of the
 * one that it names.
 */
export function withAddress(text: string, baseUrl: string): string {
  const { protocol, host } = new URL(baseUrl)
  return (
    text
      .replaceAll(contractUrl, () => baseUrl)
      // The first server; the one of the metrics has a host of its own, and comes later.
      .replace('http://{host}', () => `${protocol}//{host}`)
      .replaceAll('localhost:3000', () => host)
  )
}
