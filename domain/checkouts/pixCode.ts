/** The Pix code of a checkout, as its seller shows it at a place of its own. */
import type { Row } from '../../db/schema/tables.ts'
import type { components } from '../../generated/types.ts'
import type { CheckoutCode } from '../pix/rail.ts'
import { endsAt } from './expire.ts'
import { drawQr, pngOf, svgOf } from './page/qr.ts'

/** The code in the contract's form, with its pictures. */
export function pixCodeView(
  checkout: Row<'checkouts'>,
  { txid, status, code }: CheckoutCode,
): components['schemas']['PixCode'] {
  const drawing = code === null ? null : drawQr(code)
  const png = code === null ? null : pngOf(code)
  return {
    object: 'pix_code',
    checkout_id: checkout.id,
    txid,
    status,
    code,
    qr_code_svg: drawing && svgOf(drawing),
    qr_code_png: png?.toString('base64') ?? null,
    expires_at: endsAt(checkout),
  }
}
