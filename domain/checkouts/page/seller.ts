/** The seller at the head and at the foot of a page. */
import { webAddress } from '../../../contract/webAddress.ts'
import { writtenPhone } from '../../formats/phone.ts'
import { writtenTaxId } from '../../formats/taxId.ts'
import type { Brand } from '../../settings/brand.ts'

// Made once, with the first page: it takes 7 ms, for which every start would wait.
let graphemes: Intl.Segmenter | undefined

function initialOf(name: string): string {
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const [first] = graphemes.segment(name.trim())
  return first?.segment.toLocaleUpperCase('pt-BR') ?? ''
}

/** An address as `href` may carry it, or null when it is none of the web (`javascript:`, …). */
export const linkTo = (url: string | null): string | null => (url && webAddress(url)?.href) ?? null

type Contact = { href: string; text: string }

function* contactsOf({ email, phone, website }: Brand): Generator<Contact> {
  if (email !== null) yield { href: `mailto:${encodeURIComponent(email)}`, text: email }
  const digits = phone?.replace(/[^\d+]/g, '') ?? ''
  if (phone !== null && digits !== '') yield { href: `tel:${digits}`, text: writtenPhone(phone) }
  const address = webAddress(website ?? '')
  if (address) yield { href: address.href, text: address.host }
}

/** The registered name and the tax id, as far as the seller has given them. */
export const companyOf = ({ legalName, taxId }: Brand): string =>
  [legalName, taxId && writtenTaxId(taxId)].filter((text) => text !== null).join(' · ')

/** The seller, as the template of every page has it. */
export const sellerModel = (brand: Brand) => ({
  name: brand.name,
  initial: initialOf(brand.name),
  logo: brand.logo,
  color: brand.color,
  contacts: [...contactsOf(brand)],
  company: companyOf(brand),
})

export type SellerModel = ReturnType<typeof sellerModel>
