/**
 * Woovi (OpenPix), by its public documentation: charges and refunds under references of ours
 * (`correlationID`), amounts in minor units, an AppID in place of tokens and certificates.
 */
import { recentlyUsed } from '../../../../runtime/recent.ts'
import type { BankOptions, BankSettings } from '../options.ts'
import { MAX_PAGES } from '../options.ts'
import { attempts } from '../chargeBody.ts'
import { JsonApi } from './jsonApi.ts'
import { profileNamed } from '../profiles.ts'
import { BankError } from '../provider.ts'
import type {
  BankCharge,
  Capabilities,
  ConnectedProvider,
  CreatedCharge,
  ListQuery,
  NewCharge,
  RefundOrder,
  RefundReport,
  Transfer,
  TransferPage,
  TransfersFound,
} from '../provider.ts'
import { problemOf } from '../fields.ts'
import type { Fields } from '../fields.ts'
import {
  arrivalOf,
  chargeCodeOf,
  chargeStatusOf,
  listedTransfer,
  needsCharge,
  pageOf,
  refundIn,
  refundedPageOf,
  refundsIn,
  requireOneOf,
  withCharge,
  withDispute,
} from './wooviResponses.ts'

/** The shortest life of a charge that the API takes, in seconds. */
const MIN_LIFETIME_SECONDS = 300

/** Events for which callbacks are registered, each by a registration of its own. */
const EVENTS = [
  'OPENPIX:CHARGE_COMPLETED',
  'OPENPIX:TRANSACTION_RECEIVED',
  'PIX_TRANSACTION_REFUND_SENT_CONFIRMED',
  'PIX_TRANSACTION_REFUND_SENT_REJECTED',
  'OPENPIX:DISPUTE_ACCEPTED',
]

/** Transfers whose charges are remembered. */
const MAX_KNOWN = 1_000

type ListPeriod = Pick<ListQuery, 'from' | 'to' | 'page'>

/** The scope by which disputes are read, and the id of a transfer that none is about. */
const DISPUTE_SCOPE = 'DISPUTE_GET'
const NO_TRANSFER = 'E0000000020200101000000000000000'

export class Woovi implements ConnectedProvider {
  readonly capabilities: Capabilities
  readonly #api: JsonApi
  readonly #txids = recentlyUsed<{ txid: string }>(MAX_KNOWN)

  constructor(settings: BankSettings, options: BankOptions = {}) {
    this.capabilities = profileNamed(settings.profile).capabilities
    this.#api = new JsonApi(settings, options, {
      authorization: settings.client_secret,
      problemOf,
      // The API answers 400 for an unknown object, in one of two languages.
      saysNotFound: ({ status, text }) =>
        status === 400 && /not found|n[aã]o encontrad/i.test(problemOf(text)),
    })
  }

  async createCharge(charge: NewCharge): Promise<CreatedCharge> {
    const { txid, amount_minor, lifetime_seconds, description, debtor } = charge
    const required = {
      correlationID: txid,
      value: amount_minor,
      expiresIn: Math.max(lifetime_seconds, MIN_LIFETIME_SECONDS),
    }
    const bodies = attempts<typeof required & { comment?: string; customer?: object }>(required, {
      debtor: debtor && {
        customer: { name: debtor.name, taxID: Object.values(debtor.tax_id)[0] },
      },
      description: description && { comment: description },
    })
    for (const { body, leftOut, isLast } of bodies) {
      // With it a charge that is there is answered as it is, so that a repeat makes no second one.
      const path = '/charge?return_existing=true'
      try {
        const answer = await this.#api.ask({ method: 'POST', path, body })
        const pix_code = chargeCodeOf(answer, charge)
        return { pix_code, ...(leftOut.length > 0 && { leftOut }) }
      } catch (error) {
        const isRefused = error instanceof BankError && error.kind === 'refused'
        if (isLast || !isRefused) throw error
      }
    }
    throw new Error('A charge has no body.')
  }

  async readCharge(txid: string): Promise<BankCharge | undefined> {
    const answer = await this.#api.find({ method: 'GET', path: `/charge/${txid}` })
    // Its transfers are listed apart from it.
    return answer && { status: chargeStatusOf(answer, txid), transfers: [], unclear: [] }
  }

  async cancelCharge(txid: string): Promise<void> {
    await this.#api.ask({ method: 'DELETE', path: `/charge/${txid}` })
  }

  async readTransfers(
    txid: string,
    { from, to }: { from: Date; to: Date },
  ): Promise<TransfersFound> {
    const list: TransfersFound = { transfers: [], unclear: [] }
    for (let page = 0; page < MAX_PAGES; page++) {
      const listed = await this.#list({ from, to, page }, txid)
      for (const { end_to_end_id } of listed?.transfers ?? []) {
        const transfer = await this.readTransfer(end_to_end_id, txid)
        if (transfer) list.transfers.push(transfer)
        list.unclear.push(
          ...(transfer ? (transfer.unclear ?? []) : [`${end_to_end_id} is listed and not shown`]),
        )
      }
      if (!listed || page + 1 >= listed.pages) break
    }
    return list
  }

  async listTransfers(query: ListQuery): Promise<TransferPage | undefined> {
    if (query.only !== 'refunded') return this.#list(query)
    const refunds = await this.#movements('REFUND', query)
    // Listed under a type that older accounts may not know.
    const reversals = await this.#movements('REVERSAL', query).catch((error: unknown) => {
      if (error instanceof BankError && error.kind === 'refused') return undefined
      throw error
    })
    const place = { page: query.page, pageSize: PAGE_SIZE }
    const pages = [refunds, reversals].flatMap((list) =>
      list ? [refundedPageOf(list, place)] : [],
    )
    if (pages.length === 0) return undefined
    return {
      transfers: pages.flatMap(({ transfers }) => transfers),
      count: Math.max(...pages.map(({ count }) => count)),
      pages: Math.max(...pages.map((list) => list.pages)),
      pageSize: PAGE_SIZE,
      mark: pages.map(({ mark }) => mark).join(' '),
    }
  }

  /** @param charge the txid of the charge whose transfers are wanted; else those of all */
  async #list(query: ListPeriod, charge?: string): Promise<TransferPage | undefined> {
    const answer = await this.#movements('PAYMENT', query, charge)
    return answer && pageOf(answer, { page: query.page, pageSize: PAGE_SIZE })
  }

  #movements(
    type: 'PAYMENT' | 'REFUND' | 'REVERSAL',
    { from, to, page }: ListPeriod,
    charge?: string,
  ): Promise<Fields | undefined> {
    const query = new URLSearchParams({
      start: from.toISOString(),
      end: to.toISOString(),
      type,
      skip: String(page * PAGE_SIZE),
      limit: String(PAGE_SIZE),
      ...(charge && { charge }),
    })
    return this.#api.find({ method: 'GET', path: `/transaction?${query}` })
  }

  async readTransfer(end_to_end_id: string, txid?: string): Promise<Transfer | undefined> {
    const answer = await this.#api.find({ method: 'GET', path: `/transaction/${end_to_end_id}` })
    if (!answer) return undefined
    const listed = listedTransfer(answer['transaction'], end_to_end_id)
    requireOneOf(listed, { end_to_end_id, txid })
    this.#txids.set(end_to_end_id, { txid: listed.txid })
    const { unclear = [], ...arrival } = arrivalOf(await this.#withCharge(answer, listed.txid))
    const { received_minor = arrival.amount_minor } = arrival
    const found = refundsIn(await this.#refundsOf(listed.txid), received_minor)
    const dispute = await this.#disputeOf(end_to_end_id).catch((error: unknown) => {
      // A warning of the connection says so; nothing else waits for it.
      if (isScopeMissing(error)) return undefined
      throw error
    })
    const { refunds, ...rest } = withDispute(dispute, {
      ...found,
      end_to_end_id,
      amount_minor: received_minor,
    })
    const reasons = [...unclear, ...rest.unclear]
    const transfer = { end_to_end_id, ...arrival, refunds }
    return reasons.length > 0 ? { ...transfer, unclear: reasons } : transfer
  }

  /** The transaction of an answer, with its charge as it is read, where it says less of that. */
  async #withCharge({ transaction }: Fields, txid: string): Promise<unknown> {
    if (!needsCharge(transaction)) return transaction
    const charge = await this.#api.find({ method: 'GET', path: `/charge/${txid}` })
    return withCharge(transaction, charge, txid)
  }

  #disputeOf(end_to_end_id: string): Promise<Fields | undefined> {
    return this.#api.find({ method: 'GET', path: `/dispute/${end_to_end_id}` })
  }

  /** The refunds of a charge, as the provider writes them. */
  async #refundsOf(txid: string): Promise<Fields> {
    return (await this.#api.find({ method: 'GET', path: `/charge/${txid}/refund` })) ?? {}
  }

  /** The charge by which a transfer came. */
  async #txidOf(end_to_end_id: string): Promise<string> {
    const entry = this.#txids.get(end_to_end_id)
    if (entry) return entry.txid
    const answer = await this.#api.find({ method: 'GET', path: `/transaction/${end_to_end_id}` })
    const { txid = '' } = answer ? listedTransfer(answer['transaction'], end_to_end_id) : {}
    if (txid !== '') return txid
    throw new BankError('unreadable', 'The provider does not show the transfer of a refund.')
  }

  async refund({
    end_to_end_id,
    return_id,
    amount_minor,
  }: RefundOrder & { amount_minor: number }): Promise<RefundReport> {
    const path = `/charge/${await this.#txidOf(end_to_end_id)}/refund`
    const body = { correlationID: return_id, value: amount_minor }
    const { refund } = await this.#api.ask({ kind: 'order', method: 'POST', path, body })
    return refundIn([refund], return_id) ?? unknownRefund()
  }

  async readRefund({ end_to_end_id, return_id }: RefundOrder): Promise<RefundReport | undefined> {
    const { refunds } = await this.#refundsOf(await this.#txidOf(end_to_end_id))
    return refundIn(refunds, return_id)
  }

  /** A callback names the charge itself. */
  txidOf(): Promise<undefined> {
    return Promise.resolve(undefined)
  }

  /** The scope for disputes, if the AppID has it; the API names none of its scopes. */
  async grantedScopes(): Promise<string | undefined> {
    try {
      await this.#disputeOf(NO_TRANSFER)
      return DISPUTE_SCOPE
    } catch (error) {
      if (isScopeMissing(error)) return ''
      if (!(error instanceof BankError)) throw error
      if (error.kind === 'refused') return DISPUTE_SCOPE
      if ((error.status ?? 0) >= 500) return undefined
      throw error
    }
  }

  async registerWebhook(webhookUrl: string): Promise<void> {
    const registered = await this.#eventsTo(webhookUrl)
    for (const event of EVENTS.filter((name) => !registered.includes(name))) {
      const webhook = { name: `Balcão ${event}`, event, url: webhookUrl, isActive: true }
      await this.#api.ask({ method: 'POST', path: '/webhook', body: { webhook } })
    }
  }

  async readWebhook(webhookUrl: string): Promise<string | undefined> {
    const registered = await this.#eventsTo(webhookUrl)
    return EVENTS.every((event) => registered.includes(event)) ? webhookUrl : undefined
  }

  async #eventsTo(webhookUrl: string): Promise<unknown[]> {
    const query = new URLSearchParams({ url: webhookUrl })
    const { webhooks } = await this.#api.ask({ method: 'GET', path: `/webhook?${query}` })
    return (Array.isArray(webhooks) ? (webhooks as Fields[]) : [])
      .filter(({ url, isActive }) => url === webhookUrl && isActive === true)
      .map(({ event }) => event)
  }

  close(): void {
    this.#api.close()
  }

  rest(): void {
    this.#api.rest()
  }

  retire(): void {
    this.#api.retire()
  }
}

/** True when an AppID does not have the scope of a request: 403, at some paths 401. */
const isScopeMissing = (error: unknown): boolean =>
  error instanceof BankError &&
  (error.status === 403 || (error.status === 401 && /required scope/i.test(error.problem)))

/** The most transfers on a page. */
const PAGE_SIZE = 100

function unknownRefund(): never {
  throw new BankError('unreadable', 'The answer to a refund is about another one.')
}
