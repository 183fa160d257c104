import { secureRandom } from '../../../runtime/random.ts'
import { pixCode } from './brCode.ts'
import type { CreatedCharge, NewCharge, RefundReport, Transfer } from './provider.ts'

/**
 * The rail of sellers without a bank. Its charges cannot be paid at a bank: the sandbox's own
 * operations settle them at once, so that there is nothing to check.
 */
export const sandbox = {
  async createCharge({
    txid,
    sellerName,
  }: Pick<NewCharge, 'txid' | 'sellerName'>): Promise<CreatedCharge> {
    const location = `pix.balcao.example/qr/v2/${txid}`
    return { pix_code: pixCode({ location, sellerName, city: 'Brasilia' }) }
  },
}

/** The bank that buyers of the sandbox pay from; no bank has this number (ISPB). */
export const BUYERS_BANK = '99999999'

/** Eleven letters and digits, which are enough for 7 bytes in base 36. */
function elevenCharacters(): string {
  const hex = Buffer.from(secureRandom(7)).toString('hex')
  return BigInt(`0x${hex}`).toString(36).padStart(11, '0')
}

/**
 * The transfer of a buyer who pays in the sandbox. Its id has the form that the Pix system gives
 * them: the buyer's bank, the minute in UTC, and eleven letters and digits.
 */
export function playedTransfer(now: Date): Pick<Transfer, 'end_to_end_id' | 'paid_at'> {
  const paid_at = now.toISOString()
  const minute = paid_at.slice(0, 16).replaceAll(/\D/g, '')
  return { end_to_end_id: `E${BUYERS_BANK}${minute}${elevenCharacters()}`, paid_at }
}

/** The amount of a refund that fails, in minor units; the contract names it. */
export const FAILING_REFUND_MINOR = 1313

/** Result of a refund in the sandbox: each succeeds, but for one amount. */
export const playedRefund = (amountMinor: number): RefundReport =>
  amountMinor === FAILING_REFUND_MINOR
    ? {
        status: 'failed',
        reason: 'Saldo insuficiente: no sandbox, uma devolução de R$ 13,13 falha.',
        amount_minor: amountMinor,
      }
    : { status: 'done', reason: null, amount_minor: amountMinor }
