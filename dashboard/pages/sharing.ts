/** How an open checkout comes to its buyer: the Pix code first, then the link of its page. */
import { ApiError } from '../../contract/apiError.ts'
import { formatMoney } from '../../domain/formats/locale.ts'
import { drawQr, svgOf } from '../../domain/checkouts/page/qr.ts'
import type { components } from '../../generated/types.ts'
import { section } from '../blocks.ts'
import type { Block } from '../blocks.ts'
import type { PageContext } from '../page.ts'
import { checkouts as texts } from '../texts/checkouts.ts'

type Checkout = components['schemas']['Checkout']
type Customer = components['schemas']['Customer']

/** The Pix code, for a person who may charge; none while the bank has not made it. */
async function pixOf({ call, can }: PageContext, checkoutId: string) {
  if (!can('createCartCheckout')) return undefined
  try {
    return await call('getCheckoutPix', { path: { checkoutId } })
  } catch (error) {
    // It has ended since the page began to be drawn.
    if (error instanceof ApiError && error.code === 'checkout_not_open') return undefined
    throw error
  }
}

/** The QR code that the buyer's bank reads, else one of the page's address. */
async function codesOf(context: PageContext, { id, checkout_url: url }: Checkout, title: string) {
  const { share } = texts[context.locale]
  const pix = await pixOf(context, id)
  if (pix?.qr_code_svg && pix.code) {
    const blocks: Block[] = [
      { kind: 'poster', title, svg: pix.qr_code_svg, hint: share.pix_scan },
      { kind: 'code', label: share.pix_code, text: pix.code },
    ]
    return blocks
  }
  const qr = drawQr(url)
  return qr ? [{ kind: 'poster' as const, title, svg: svgOf(qr), url, hint: share.scan }] : []
}

/** The code to show, and the link to copy and to send; a mail goes to the customer. */
export async function shareSection(
  context: PageContext,
  checkout: Checkout,
  customer: Customer | undefined,
): Promise<Block> {
  const { locale, session } = context
  const { checkout_url: url, currency, amount_total_minor } = checkout
  const { share } = texts[locale]
  const amount = formatMoney(locale, currency, amount_total_minor)
  return section(
    share.title,
    ...(await codesOf(context, checkout, amount)),
    ...linkBlocks(url, {
      ...share,
      message: share.message(amount, session.seller.shop_name, url),
      subject: share.subject(session.seller.shop_name),
      to: customer?.email ?? '',
      open: texts[locale].open_page,
    }),
  )
}

type LinkWords = Record<
  'link' | 'open' | 'whatsapp' | 'email' | 'message' | 'subject' | 'to',
  string
>

/** A page's address to open, to copy and to send. */
export function linkBlocks(url: string, words: LinkWords): Block[] {
  // RFC 6068 and WhatsApp want spaces as %20, not as a form has them.
  const encoded = encodeURIComponent(words.message)
  const subject = encodeURIComponent(words.subject)
  const to = encodeURIComponent(words.to).replace('%40', '@')
  return [
    { kind: 'facts', facts: [{ label: words.link, cell: { kind: 'address', href: url } }] },
    {
      kind: 'links',
      links: [
        { href: url, text: words.open, isPrimary: true },
        { href: `https://wa.me/?text=${encoded}`, text: words.whatsapp },
        { href: `mailto:${to}?subject=${subject}&body=${encoded}`, text: words.email },
      ],
    },
  ]
}
