const ourTxid = /^[a-zA-Z0-9]{32,35}$/

/**
 * The charges that a bank's callback is about. Each entry is read by itself: one that is about no
 * charge, or that cannot be read, does not keep the others from being heard.
 */
export function announcedTxids(entries: readonly unknown[]): string[] {
  return entries.flatMap((entry) => {
    const { txid } = (entry ?? {}) as { txid?: unknown }
    return typeof txid === 'string' && ourTxid.test(txid) ? txid : []
  })
}
