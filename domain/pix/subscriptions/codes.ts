/**
 * Codes of subscriptions, made at the bank when a page or a caller first asks for one: that which
 * authorises, and pays the first period where it does, and an ordinary one for the newest invoice
 * that could not be collected.
 */
import { customerById } from '../../catalog/customers.ts'
import { cut, oneLine } from '../../checkouts/items.ts'
import { taxIdOf } from '../../formats/taxId.ts'
import { dayOf, startOfDay } from '../../../runtime/brasilia.ts'
import type { Transaction } from '../../../db/query.ts'
import { endMandate, startOn } from '../../subscriptions/bankWords.ts'
import { dueDay } from '../../subscriptions/calendar.ts'
import { subscriptionById } from '../../subscriptions/rows.ts'
import type { Invoice, Subscription } from '../../subscriptions/rows.ts'
import { BankError } from '../bank/provider.ts'
import type { NewCharge } from '../bank/provider.ts'
import { codeTxidOf } from '../bank/txid.ts'
import type { Connection } from '../connections/bankConnections.ts'
import { periodOf } from '../recurring/bodies.ts'
import type { NewMandate } from '../recurring/bodies.ts'
import { openMandate } from '../recurring/opening.ts'
import type { Opening, OpeningKeeper } from '../recurring/opening.ts'
import { answered, bankOfSubscriptions } from './bank.ts'
import type { SubscriptionContext } from './bank.ts'
import { mandateEndOf } from './mandateWords.ts'
import { beginCode, codeByKey, endCode, hastenMandate, keepCode } from './rows.ts'
import { keepLocation, keepRecurrence, newestInvoices } from './rows.ts'
import type { Code } from './rows.ts'

/** For so long a process has a code made alone; after that it counts as dead. */
const CREATION_TTL_MS = 60_000
const CLOCK_SKEW_MS = 5_000

/** Lengths that the contract allows. */
const DESCRIPTION_LENGTH = 140
const NAME_LENGTH = 140

/** Invoices among which the newest uncollectible one is looked for. */
const RECENT_INVOICES = 20

/** A code that a subscription has to show now. */
export type CodeToShow = {
  subscription: Subscription
  /** The invoice that is paid by it; undefined where the code only authorises. */
  invoice: Invoice | undefined
  /** True of the code that authorises. */
  authorizes: boolean
  /** The charge that it pays. */
  txid: string | null
  /** Until when it can be used. */
  ends_at: string
}

/** The code that a subscription has to show now; undefined when it has none. */
export function* wantedCode(
  subscription: Subscription,
  now: Date,
): Transaction<CodeToShow | undefined> {
  const { seller_id, id: subscription_id, status, pays_with_code, expires_at } = subscription
  const of = { seller_id, subscription_id, limit: RECENT_INVOICES }
  const invoices = yield* newestInvoices(of)
  if (status === 'incomplete') {
    const first = pays_with_code ? invoices.at(-1) : undefined
    const isPaid = pays_with_code && first?.status !== 'open'
    if (isPaid || now.toISOString() >= expires_at) return undefined
    const txid = first?.txid ?? null
    return { subscription, invoice: first, authorizes: true, txid, ends_at: expires_at }
  }
  if (status !== 'past_due') return undefined
  const invoice = invoices.find((one) => one.status === 'uncollectible')
  const end = invoice?.period_end ?? ''
  if (!invoice || dayOf(now) >= end) return undefined
  const txid = codeTxidOf(invoice.txid)
  return { subscription, invoice, authorizes: false, txid, ends_at: startOfDay(end) }
}

export const numberOf = ({ authorizes, invoice }: CodeToShow): number =>
  authorizes ? 0 : (invoice?.number ?? 0)

const keyOf = (wanted: CodeToShow) => {
  const { seller_id, id: subscription_id } = wanted.subscription
  return { seller_id, subscription_id, number: numberOf(wanted) }
}

type CodeCreation = { wanted: CodeToShow; connection: Connection; code: Code; repeated: boolean }

/**
 * Records that a code is about to be made. There is none for a suspended seller, at a bank that was
 * left, once another code is to be shown, and while another process has it made.
 */
function* begin({ subscription }: CodeToShow, now: Date): Transaction<CodeCreation | undefined> {
  const { seller_id, id } = subscription
  const [current] = yield* subscriptionById({ seller_id, id })
  const wanted = current && (yield* wantedCode(current, now))
  const connection_id = current?.connection_id ?? null
  if (!wanted || connection_id === null) return undefined
  const bank = yield* bankOfSubscriptions({ seller_id, connection_id })
  if (!bank?.mayOrder) return undefined
  const [before] = yield* codeByKey(keyOf(wanted))
  const at = now.toISOString()
  const after = (ms: number) => new Date(now.getTime() + ms).toISOString()
  const [code] = yield* beginCode({
    ...keyOf(wanted),
    connection_id,
    txid: wanted.txid,
    pix_code: null,
    creating_until: after(CREATION_TTL_MS),
    viewed_at: at,
    check_at: null,
    created_at: at,
    updated_at: at,
    now: at,
    latest: after(CREATION_TTL_MS + CLOCK_SKEW_MS),
  })
  return code && { wanted, connection: bank.connection, code, repeated: before !== undefined }
}

/** The subscription has ended while its mandate was being opened. */
class OpeningStopped extends Error {
  override name = 'OpeningStopped'
}

function keeperOf({ db }: SubscriptionContext, { seller_id, id }: Subscription): OpeningKeeper {
  return {
    keepLocation: async (location_id) => {
      const [kept] = await db.run(() => keepLocation({ seller_id, id, location_id }))
      const [current] = await db.read(() => subscriptionById({ seller_id, id }))
      const found = kept?.location_id ?? current?.location_id
      if (!found || current?.status !== 'incomplete') throw new OpeningStopped('It has ended.')
      return found
    },
    keepMandate: async (recurrence_id) => {
      await db.run(() => keepRecurrence({ seller_id, id, recurrence_id }))
    },
  }
}

/** The charge of an invoice, for its buyer's bank. */
function chargeOf(
  { wanted: { subscription, invoice, txid, ends_at }, repeated }: CodeCreation,
  { debtor, sellerName, now }: { debtor: NewMandate['debtor']; sellerName: string; now: Date },
): NewCharge | null {
  if (!invoice || txid === null) return null
  const secondsLeft = Math.floor((Date.parse(ends_at) - now.getTime()) / 1000)
  const description = cut(oneLine(subscription.name), DESCRIPTION_LENGTH)
  return {
    ...{ txid, amount_minor: invoice.amount_minor, now, sellerName, repeated, debtor },
    lifetime_seconds: Math.max(1, secondsLeft),
    ...(description !== '' && { description }),
  }
}

/** The mandate of a subscription, as a bank takes it. @throws Error without a valid tax id */
function mandateOf(
  subscription: Subscription,
  debtor: NewMandate['debtor'],
  now: Date,
): NewMandate {
  const { id, name, cycles, amount_minor, is_variable, minimum_limit_minor } = subscription
  const { billing_interval, interval_count, retries } = subscription
  const starts_on = subscription.starts_on ?? dayOf(now)
  const period = periodOf(billing_interval, interval_count)
  if (!period) throw new Error(`The interval of ${id} is none of the bank's.`)
  const terms = { billing_interval, interval_count, starts_on }
  return {
    contract: contractOf(subscription),
    title: oneLine(name),
    debtor,
    period,
    starts_on,
    ends_on: cycles === null ? null : dueDay(terms, cycles),
    amount: is_variable ? { minimum_limit_minor } : { fixed_minor: amount_minor },
    retries,
  }
}

/** The subscription's 32 hexadecimal digits, by which its recurrence is found again. */
const contractOf = ({ id }: Subscription): string =>
  id.slice(id.indexOf('_') + 1).replaceAll('-', '')

/**
 * Has a code made at the bank, or finds it there after an earlier request. While another process
 * does so, nothing is requested.
 *
 * @returns false where there is no code to be made now
 * @throws BankError
 */
export async function createCode(
  context: SubscriptionContext,
  { wanted, sellerName }: { wanted: CodeToShow; sellerName: string },
): Promise<boolean> {
  const { db, clock } = context
  const now = await clock.now()
  const begun = await db.run(() => begin(wanted, now))
  if (!begun) return false
  try {
    const { seller_id, customer_id } = begun.wanted.subscription
    const [customer] = await db.read(() => customerById({ seller_id, id: customer_id }))
    const tax_id = taxIdOf(customer?.tax_id ?? '')
    if (!customer || !tax_id) throw new Error(`${customer_id} has no valid tax id.`)
    const debtor = { name: cut(oneLine(customer.name), NAME_LENGTH), tax_id }
    const of = { debtor, sellerName, now }
    const isMade = begun.wanted.authorizes
      ? await authorize(context, begun, of)
      : await charge(context, begun, of)
    if (!isMade) await giveBack(context, begun)
    return isMade
  } catch (error) {
    await giveBack(context, begun)
    if (error instanceof OpeningStopped) return false
    throw error
  }
}

const giveBack = ({ db }: SubscriptionContext, { code }: CodeCreation) =>
  db.run(() => endCode({ ...code, creating_until: code.creating_until ?? '' }))

type Details = { debtor: NewMandate['debtor']; sellerName: string; now: Date }

/** An ordinary code for an invoice that could not be collected. */
async function charge(
  { db, banks, clock }: SubscriptionContext,
  begun: CodeCreation,
  details: Details,
): Promise<boolean> {
  const asked = chargeOf(begun, details)
  if (!asked) return false
  const { pix_code } = await banks.of(begun.connection).createCharge(asked)
  const at = (await clock.now()).toISOString()
  await db.run(() => keepCode({ ...begun.code, pix_code, check_at: at, updated_at: at }))
  return true
}

/** The code that authorises: its subscription begins on the day that the bank has. */
async function authorize(
  context: SubscriptionContext,
  begun: CodeCreation,
  { debtor, sellerName, now }: Details,
): Promise<boolean> {
  const { db, banks, clock, recorder, log, intervalMs } = context
  const { connection, wanted } = begun
  const { subscription } = wanted
  const { seller_id, id, location_id, recurrence_id, created_at } = subscription
  const opening: Opening = {
    mandate: mandateOf(subscription, debtor, now),
    charge: chargeOf(begun, { debtor, sellerName, now }),
    ...{ location_id, mandate_id: recurrence_id, sellerName, now, city: connection.city },
    since: new Date(created_at),
  }
  const keeper = keeperOf(context, subscription)
  const reply = answered(await openMandate(banks.of(connection), opening, keeper))
  const key = { seller_id, id }
  const at = await clock.now()
  if (reply.kind === 'ended') {
    await db.run(() => endMandate({ ...key, ...mandateEndOf(reply.mandate) }, recorder(at)))
    return false
  }
  if (reply.kind === 'refused') {
    log.error({ ...key, status: reply.status }, 'the bank refuses to open a mandate')
    throw new BankError('refused', 'The bank refuses to open a mandate.', { status: reply.status })
  }
  const starts_on = reply.mandate.starts_on ?? opening.mandate.starts_on
  const soon = new Date(at.getTime() + intervalMs).toISOString()
  const kept = { pix_code: reply.code, check_at: null, updated_at: at.toISOString() }
  await db.run(function* () {
    yield* startOn({ ...key, starts_on }, recorder(at))
    yield* keepCode({ ...begun.code, ...kept })
    yield* hastenMandate({ ...key, soon })
  })
  return true
}
