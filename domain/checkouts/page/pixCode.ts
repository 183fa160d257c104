/** The Pix code of a checkout, as its seller shows it at a place of its own. */
import type { Row } from '../../../db/schema/tables.ts'
import type { components } from '../../../generated/types.ts'
import type { CheckoutCode } from '../../pix/rounds/rail.ts'
import { endsAt } from '../expire.ts'
import { drawingOf, modulesOf, pngOf, svgOf } from './qr.ts'

/** The pictures of a code: a whole SVG file, and a PNG file in base64; null where there is none. */
export function picturesOf(
  code: string | null,
): Pick<components['schemas']['PixCode'], 'qr_code_svg' | 'qr_code_png'> {
  const modules = code === null ? null : modulesOf(code)
  return {
    qr_code_svg: modules && svgOf(drawingOf(modules)),
    qr_code_png: modules && pngOf(modules).toString('base64'),
  }
}

/** The code in the contract's form, with its pictures. */
export function pixCodeView(
  checkout: Row<'checkouts'>,
  { txid, status, code }: CheckoutCode,
): components['schemas']['PixCode'] {
  return {
    object: 'pix_code',
    checkout_id: checkout.id,
    txid,
    status,
    code,
    ...picturesOf(code),
    expires_at: endsAt(checkout),
  }
}
