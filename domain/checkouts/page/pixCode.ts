/** The Pix code of a checkout, as its seller shows it at a place of its own. */
import type { Row } from '../../../db/schema/tables.ts'
import type { components } from '../../../generated/types.ts'
import type { CheckoutCode } from '../../pix/rounds/rail.ts'
import { endsAt } from '../expire.ts'
import { drawingOf, modulesOf, pngOf, svgOf } from './qr.ts'

/** The code in the contract's form, with its pictures. */
export function pixCodeView(
  checkout: Row<'checkouts'>,
  { txid, status, code }: CheckoutCode,
): components['schemas']['PixCode'] {
  const modules = code === null ? null : modulesOf(code)
  return {
    object: 'pix_code',
    checkout_id: checkout.id,
    txid,
    status,
    code,
    qr_code_svg: modules && svgOf(drawingOf(modules)),
    qr_code_png: modules && pngOf(modules).toString('base64'),
    expires_at: endsAt(checkout),
  }
}
