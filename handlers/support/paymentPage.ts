import { sellerById } from '../../domain/auth/clients.ts'
import { readCheckoutOfPage } from '../../domain/checkouts/view.ts'
import { offerById } from '../../domain/catalog/offers.ts'
import type { Row } from '../../db/schema/tables.ts'
import { chooseLocale } from '../../domain/checkouts/page/locale.ts'
import { renderNotFoundPage, renderPaymentPage } from '../../domain/checkouts/page/payment.ts'
import type { Input } from './handler.ts'

type PageInput = Pick<
  Input<'getPaymentPage'>,
  'path' | 'query' | 'headers' | 'now' | 'db' | 'service'
>

type Page = { html: string; headers: Record<string, string> }

function localeOf({ headers, query }: PageInput) {
  return chooseLocale(headers['accept-language'], query.lang)
}

/** The page for a token that opens none. */
export const notFoundPage = (input: PageInput): Page => renderNotFoundPage(localeOf(input))

/** The session behind the page, or undefined when the token opens none. */
export const checkoutOfPage = ({ path, db, now }: PageInput) =>
  readCheckoutOfPage(db, path.token, now)

function* sellerAndOffer(seller_id: string, offer_id: string) {
  const [seller] = yield* sellerById({ id: seller_id })
  const [offer] = yield* offerById({ seller_id, id: offer_id })
  return { seller, offer }
}

/** The page of a session as it stands. */
export async function pageOf(checkout: Row<'checkouts'>, input: PageInput): Promise<Page> {
  const { path, query, db, service, now } = input
  const [item] = checkout.line_items
  if (!item) throw new Error(`${checkout.id} has no line item.`)
  const { seller_id } = checkout
  const { seller, offer } = await db.read(() => sellerAndOffer(seller_id, item.offer_id))
  const seller_name = seller?.name ?? ''
  const { status, currency, amount_total_minor, success_url, cancel_url } = checkout
  const { rail, pix_code, isComing } =
    status === 'open'
      ? await service.rail.paymentMethod(checkout, seller_name)
      : { rail: await service.rail.railOf(checkout), pix_code: null, isComing: false }
  return renderPaymentPage({
    locale: localeOf(input),
    state: status,
    seller_name,
    item: {
      name: item.name,
      description: item.description,
      offer_name: item.offer_name,
      quantity: item.quantity,
      amount_minor: item.unit_amount_minor,
      compare_at_amount_minor: offer?.compare_at_amount_minor ?? null,
    },
    currency,
    amount_total_minor,
    pix_code,
    code_is_coming: isComing,
    expires_at: checkout.expires_at,
    now: now.toISOString(),
    completed_at: checkout.completed_at,
    success_url,
    cancel_url,
    sandbox: rail === 'sandbox',
    path: `/pay/${path.token}`,
    declined: query.declined !== undefined,
  })
}
