import { pixCode } from './code.ts'

/**
 * The copy-and-paste code of a sandbox charge: well-formed, and payable nowhere.
 *
 * @param checkout_id `checkout_` and a UUID
 */
export function sandboxPixCode(checkout_id: string, seller_name: string): string {
  const txid = checkout_id.slice('checkout_'.length).replaceAll('-', '')
  const location = `pix.balcao.example/qr/v2/${txid}`
  return pixCode({ location, seller_name, city: 'Brasilia' })
}
