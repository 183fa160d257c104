/** Payment links, and the buyers who press their buttons. */
import type { components } from '../../generated/types.ts'
import type { Answer, TestAccount, TestService } from './service.ts'

type PaymentLink = components['schemas']['PaymentLink']
type Checkout = components['schemas']['Checkout']

export const FORM = 'application/x-www-form-urlencoded'

/** A link of the seller: a mug for 49.90, unless the body says otherwise. */
export async function linkOf(seller: TestAccount, body: object = {}): Promise<PaymentLink> {
  const sold =
    'custom_amount' in body ? {} : { items: [{ name: 'Caneca', unit_amount_minor: 4990 }] }
  const made = await seller.post<'PaymentLink'>('/v1/payment_links', {
    name: 'Caneca',
    ...sold,
    ...body,
  })
  if (made.status !== 201) throw new Error(`Expected 201, got ${made.status}: ${made.text}`)
  return made.body
}

/** The path of the link's page, `/l/<token>`. */
export const pageOfLink = ({ url }: Pick<PaymentLink, 'url'>): string => new URL(url).pathname

/** Presses the button of a link. */
export const press = (
  service: TestService,
  link: Pick<PaymentLink, 'url'>,
  typed: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Answer<unknown>> =>
  service.request('POST', pageOfLink(link), {
    raw: String(new URLSearchParams(typed)),
    headers: { 'content-type': FORM, ...headers },
  })

/** Opens the page to which a press leads, as a browser does at once. */
export const openPage = (
  service: TestService,
  pressed: Answer<unknown>,
  headers: Record<string, string> = {},
): Promise<Answer<unknown>> =>
  service.request('GET', pressed.headers.get('location') ?? '', { headers })

/** The session that a press has opened, as its seller reads it. */
export async function sessionOf(
  seller: TestAccount,
  { status, headers, text }: Answer<unknown>,
): Promise<Checkout> {
  if (status !== 303) throw new Error(`Expected 303, got ${status}: ${text}`)
  const { body } = await seller.get<'CheckoutList'>('/v1/checkouts?limit=100')
  const page = headers.get('location')?.split('?')[0] ?? ''
  const found = body.data.find(({ checkout_url }) => checkout_url.endsWith(page))
  if (!found) throw new Error(`No session has the page ${page}.`)
  return found
}
