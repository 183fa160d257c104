import { pixCode } from './brCode.ts'
import type { PixProvider } from './provider.ts'

/**
 * The rail of sellers without a bank. Its charges are payable nowhere: money arrives by the
 * sandbox's own operations, which settle at once, so that there is nothing to ask or to send back.
 */
export const sandbox: Pick<PixProvider, 'createCharge'> = {
  async createCharge({ txid, sellerName }) {
    const location = `pix.balcao.example/qr/v2/${txid}`
    return { pix_code: pixCode({ location, sellerName, city: 'Brasilia' }) }
  },
}
