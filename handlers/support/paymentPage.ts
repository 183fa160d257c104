/** The hosted payment page, as two operations answer with it. */
import type { Row } from '../../db/schema/tables.ts'
import type { Transaction } from '../../db/query.ts'
import { sellerById } from '../../domain/identity/sellerRows.ts'
import { offerById } from '../../domain/catalog/offers.ts'
import { chooseLocale } from '../../domain/formats/locale.ts'
import { renderNotFoundPage } from '../../domain/checkouts/page/document.ts'
import type { Page } from '../../domain/checkouts/page/document.ts'
import { renderPaymentPage } from '../../domain/checkouts/page/payment.ts'
import { readCheckoutOfPage } from '../../domain/checkouts/view.ts'
import { sessionAfter } from '../../domain/links/open.ts'
import type { NextSession } from '../../domain/links/open.ts'
import { readReceipt, wrongTransferOf } from '../../domain/payments/receipt.ts'
import type { PaymentReceipt, WrongTransfer } from '../../domain/payments/receipt.ts'
import type { PaymentMethod } from '../../domain/pix/rounds/rail.ts'
import { brandOf } from '../../domain/settings/brand.ts'
import type { Brand } from '../../domain/settings/brand.ts'
import { readSettings } from '../../domain/settings/settings.ts'
import { paths } from '../../generated/paths.ts'
import type { Input } from './handler.ts'

type Checkout = Row<'checkouts'>

/** The services that the page takes. */
export type PageServices = 'baseUrl' | 'events' | 'rail'

type PageInput = Pick<
  Input<'getPaymentPage', PageServices>,
  'path' | 'query' | 'headers' | 'now' | 'db' | 'service'
>

export function localeOf({ headers, query }: PageInput) {
  return chooseLocale(headers['accept-language'], query.lang)
}

/** The page for a token that opens none. */
export const notFoundPage = (input: PageInput): Page => renderNotFoundPage(localeOf(input))

/** The checkout behind the page, or undefined when the token opens none. */
export const checkoutOfPage = ({ path, db, now, service: { events } }: PageInput) =>
  readCheckoutOfPage(db, path.token, { now, events })

type PageContent = {
  brand: Brand
  compareAtMinor: number | null
  receipt: PaymentReceipt | null
  /** The newest transfer that was of another amount than an unpaid checkout's. */
  wrongTransfer: WrongTransfer | undefined
  /** The link of a session that is over, and whether it opens another. */
  nextSession: NextSession | undefined
}

/** Reference price on an open page, from the offer, which may have been archived since. */
function* compareAtOf({ seller_id, line_items }: Checkout): Transaction<number | null> {
  const [item, ...others] = line_items
  if (!item || others.length > 0) return null
  const [offer] = yield* offerById({ seller_id, id: item.offer_id })
  return offer?.compare_at_amount_minor ?? null
}

const isOver = ({ status }: Checkout): boolean => status === 'expired' || status === 'canceled'

/** Data of the page beside the checkout: of the seller, and of the offer or the payment. */
function* readShown(checkout: Checkout, now: Date): Transaction<PageContent> {
  const [seller] = yield* sellerById({ id: checkout.seller_id })
  return {
    brand: brandOf(seller?.name ?? '', yield* readSettings(checkout.seller_id)),
    compareAtMinor: checkout.status === 'open' ? yield* compareAtOf(checkout) : null,
    receipt: yield* readReceipt(checkout),
    wrongTransfer: checkout.status === 'completed' ? undefined : yield* wrongTransferOf(checkout),
    nextSession: isOver(checkout) ? yield* sessionAfter(checkout, seller, now) : undefined,
  }
}

/** How a checkout that has ended can be paid. */
const noMethod = { pix_code: null, isComing: false, isSuspended: false }

type Method = Omit<PaymentMethod, 'rail'> & { rail: string }

/** How an open checkout can be paid; of any other, how it was paid or would have been. */
async function methodOf(
  checkout: Checkout,
  { brand, receipt }: PageContent,
  { rail }: PageInput['service'],
): Promise<Method> {
  if (checkout.status === 'open') return rail.paymentMethod(checkout, brand.name)
  return { ...noMethod, rail: receipt?.rail ?? (await rail.railOf(checkout)) }
}

/** The page of a checkout as it stands. */
export async function pageOf(checkout: Checkout, input: PageInput): Promise<Page> {
  const { path, query, db, now, service } = input
  const shown = await db.read(() => readShown(checkout, now))
  const { rail, pix_code, isComing, isSuspended } = await methodOf(checkout, shown, service)
  return renderPaymentPage({
    ...shown,
    locale: localeOf(input),
    checkout,
    pixCode: pix_code,
    isCodeComing: isComing,
    isSuspended,
    now,
    isSandbox: rail === 'sandbox',
    path: paths.getPaymentPage(path),
    url: service.baseUrl + paths.getPaymentPage(path),
    isDeclined: query.declined !== undefined,
    isStaying: query.stay !== undefined,
  })
}
