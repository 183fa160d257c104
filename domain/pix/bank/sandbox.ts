import { pixCode } from './brCode.ts'
import type { PixProvider } from './provider.ts'

/**
 * The rail of sellers without a bank. Its charges cannot be paid at a bank: the sandbox's own
 * operations settle them at once, so that there is nothing to check or to refund.
 */
export const sandbox: Pick<PixProvider, 'createCharge'> = {
  async createCharge({ txid, sellerName }) {
    const location = `pix.balcao.example/qr/v2/${txid}`
    return { pix_code: pixCode({ location, sellerName, city: 'Brasilia' }) }
  },
}
