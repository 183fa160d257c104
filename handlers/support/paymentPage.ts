/** The hosted payment page, as two operations answer with it. */
import type { Row } from '../../db/schema/tables.ts'
import type { Transaction } from '../../db/query.ts'
import { sellerById } from '../../domain/auth/sellers.ts'
import { offerById } from '../../domain/catalog/offers.ts'
import { chooseLocale } from '../../domain/checkouts/page/locale.ts'
import { renderNotFoundPage, renderPaymentPage } from '../../domain/checkouts/page/payment.ts'
import type { Page } from '../../domain/checkouts/page/payment.ts'
import { readCheckoutOfPage } from '../../domain/checkouts/view.ts'
import { paths } from '../../generated/paths.ts'
import type { Input } from './handler.ts'

type Checkout = Row<'checkouts'>

type PageInput = Pick<
  Input<'getPaymentPage'>,
  'path' | 'query' | 'headers' | 'now' | 'db' | 'service'
>

function localeOf({ headers, query }: PageInput) {
  return chooseLocale(headers['accept-language'], query.lang)
}

/** The page for a token that opens none. */
export const notFoundPage = (input: PageInput): Page => renderNotFoundPage(localeOf(input))

/** The checkout behind the page, or undefined when the token opens none. */
export const checkoutOfPage = ({ path, db, now }: PageInput) =>
  readCheckoutOfPage(db, path.token, now)

type Shown = { sellerName: string; compareAtMinor: number | null }

/** What the page shows of the seller and of the offer, which may have been archived since. */
function* sellerAndOffer({ seller_id, line_items: [item] }: Checkout): Transaction<Shown> {
  const [seller] = yield* sellerById({ id: seller_id })
  const [offer] = item ? yield* offerById({ seller_id, id: item.offer_id }) : []
  return {
    sellerName: seller?.name ?? '',
    compareAtMinor: offer?.compare_at_amount_minor ?? null,
  }
}

/** How a checkout that has ended can be paid. */
const noMethod = { pix_code: null, isComing: false, isSuspended: false }

/** The page of a checkout as it stands. */
export async function pageOf(checkout: Checkout, input: PageInput): Promise<Page> {
  const { path, query, db, now, service } = input
  const { sellerName, compareAtMinor } = await db.read(() => sellerAndOffer(checkout))
  const { rail, pix_code, isComing, isSuspended } =
    checkout.status === 'open'
      ? await service.rail.paymentMethod(checkout, sellerName)
      : { ...noMethod, rail: await service.rail.railOf(checkout) }
  return renderPaymentPage({
    locale: localeOf(input),
    checkout,
    sellerName,
    compareAtMinor,
    pixCode: pix_code,
    isCodeComing: isComing,
    isSuspended,
    now,
    isSandbox: rail === 'sandbox',
    path: paths.getPaymentPage(path),
    isDeclined: query.declined !== undefined,
  })
}
