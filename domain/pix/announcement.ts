import { isOurTxid } from './charges.ts'

/**
 * The txids of our form that a bank's callback names. Each entry is read by itself, so that one
 * without a charge, or of another form, does not hide the others.
 */
export function announcedTxids(entries: readonly unknown[]): string[] {
  return entries.flatMap((entry) => {
    const { txid } = (entry ?? {}) as { txid?: unknown }
    return typeof txid === 'string' && isOurTxid(txid) ? txid : []
  })
}
