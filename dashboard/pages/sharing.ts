/** How the link of an open checkout comes to its buyer. */
import { formatMoney } from '../../domain/formats/locale.ts'
import { drawQr, svgOf } from '../../domain/checkouts/page/qr.ts'
import type { components } from '../../generated/types.ts'
import { section } from '../blocks.ts'
import type { Block } from '../blocks.ts'
import type { PageContext } from '../page.ts'
import { checkouts as texts } from '../texts/checkouts.ts'

type Checkout = components['schemas']['Checkout']
type Customer = components['schemas']['Customer']

/** The link to copy, to send and to scan; a mail goes to the customer who was named. */
export function shareSection(
  { locale, session }: PageContext,
  { checkout_url: url, currency, amount_total_minor }: Checkout,
  customer: Customer | undefined,
): Block {
  const { share } = texts[locale]
  const amount = formatMoney(locale, currency, amount_total_minor)
  const message = share.message(amount, session.seller.shop_name, url)
  // RFC 6068 and WhatsApp want spaces as %20, not as a form has them.
  const encoded = encodeURIComponent(message)
  const subject = encodeURIComponent(share.subject(session.seller.shop_name))
  const to = encodeURIComponent(customer?.email ?? '').replace('%40', '@')
  const qr = drawQr(url)
  return section(
    share.title,
    { kind: 'facts', facts: [{ label: share.link, cell: { kind: 'address', href: url } }] },
    {
      kind: 'links',
      links: [
        { href: url, text: texts[locale].open_page, isPrimary: true },
        { href: `https://wa.me/?text=${encoded}`, text: share.whatsapp },
        { href: `mailto:${to}?subject=${subject}&body=${encoded}`, text: share.email },
      ],
    },
    ...(qr
      ? [
          {
            kind: 'poster' as const,
            title: amount,
            svg: svgOf(qr),
            url,
            hint: share.scan,
          },
        ]
      : []),
  )
}
