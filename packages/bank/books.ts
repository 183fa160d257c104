/** The books of the simulated bank: charges, transfers and their returns. */
import { randomBytes } from 'node:crypto'
import { pixCode } from '../../domain/pix/bank/brCode.ts'
import { fromValor, toValor } from '../../domain/pix/bank/fields.ts'
import { listPage, noQuirks } from './listing.ts'
import { BankClock } from './clock.ts'
import { Locations, locationOf } from './locations.ts'
import { between, pageOf, parametersShown } from './paging.ts'
import { Refusal } from './problems.ts'
import { RecurringBooks } from './recurring/books.ts'
import { pixIn, revisionIn, writtenTruly } from './views.ts'
import type { Charge, ListedPix, Pix, Return, ReturnState, Revision, View } from './views.ts'

export { Refusal } from './problems.ts'
export type { Pix, ReturnState } from './views.ts'

type Fields = Record<string, unknown>
type Answer = { status: number; body: Fields; headers?: Record<string, string> }

/** The payer of a transfer, and the text sent with it. */
export type Payer = { cpf?: string; cnpj?: string; infoPagador?: string }

/** The time after a transfer in which a return may be ordered. */
const RETURN_WINDOW_MS = 90 * 24 * 60 * 60 * 1000

/** The CNPJ of the bank's customer; its letters and digits name nobody. */
const CUSTOMER_CNPJ = '00000000000191'

/** Names this process in ids, since no two transfers of any banks have one id. */
const process_name = randomBytes(3).toString('hex').slice(0, 5)
let numbered = 0

/** Makes the id of a transfer (`E`) or a return (`D`): the bank, the minute and a number. */
function newTransferId(kind: 'E' | 'D', now: Date): string {
  numbered += 1
  const minute = now.toISOString().slice(0, 16).replaceAll(/\D/g, '')
  return `${kind}00000000${minute}${process_name}${String(numbered).padStart(6, '0')}`
}

const isoOf = (ms: number): string | undefined =>
  Number.isNaN(ms) ? undefined : new Date(ms).toISOString()

const codeAt = (location: string): string =>
  pixCode({ location, sellerName: 'Loja', city: 'Sao Paulo' })

/** The Pix code of a charge, which a buyer pays. */
export const codeOf = (txid: string): string => codeAt(locationOf(txid))

const invalidCharge = (razao: string, propriedade: string): Refusal =>
  new Refusal(400, 'CobOperacaoInvalida', razao, { violacoes: [{ razao, propriedade }] })

const invalidReturn = (razao: string, propriedade: string): Refusal =>
  new Refusal(400, 'PixDevolucaoInvalida', razao, { violacoes: [{ razao, propriedade }] })

/** @throws Refusal when it was not there yet */
function seenIn<Transfer extends ListedPix>(view: View, pix: Transfer): Transfer {
  const seen = pixIn(view, pix)
  if (!seen) throw new Refusal(404, 'PixNaoEncontrado')
  return seen
}

export type EndState = Exclude<ReturnState, 'EM_PROCESSAMENTO'>

export class BankBooks {
  readonly charges = new Map<string, Charge>()
  /** The state of returns that are ordered from now on. */
  return_state: ReturnState = 'DEVOLVIDO'
  /** Lets a charge that exists be made again, as some banks do. */
  allows_repeats = false
  gives_code = true
  /** Shows a charge with its transfers; the contract leaves that open. */
  shows_pix = true
  /** The transfers on a page of the list; the contract's default is 100. */
  page_size = 100
  /** Filters the list by txid, which some banks' lists do not. */
  filters_by_txid = true
  /** Deviations of the list from the contract. */
  readonly list = noQuirks()
  /** The age of the books that are read: later changes are not shown yet. */
  staleMs = 0
  /** How long the order of a return is queued: its id is used, and nothing shows it meanwhile. */
  queuedMs = 0
  /** How long the payer's bank holds a transfer that has its id already. */
  heldMs = 0
  /** Writes the times of transfers and returns. */
  writesTime = writtenTruly
  /** Refuses every address of callbacks. */
  refuses_webhooks = false
  /** The transfers by their ids, in the order in which they came. */
  readonly #transfers = new Map<string, Pix>()
  /** Transfers that came by no charge. */
  readonly #others = new Map<string, ListedPix>()
  readonly #payers = new Map<string, Payer>()
  readonly #locations: Locations
  webhook_url: string | undefined
  /** When the address of callbacks was registered. */
  #webhookSince = ''
  /** Told of each charge that is asked for, made or not. */
  onCharge: (asked: Fields) => void = () => undefined
  /** Told of a transfer of a charge when a return of it has ended. */
  onReturnEnd: (pix: Pix) => void = () => undefined
  readonly clock: BankClock
  readonly recurring: RecurringBooks
  readonly #pix_key: string
  readonly #now: () => Date

  constructor(pix_key: string, now: () => Date) {
    this.#pix_key = pix_key
    this.clock = new BankClock(now)
    this.#now = this.clock.now
    this.#locations = new Locations(this.#now)
    this.recurring = new RecurringBooks({
      clock: this.clock,
      newTransferId: () => newTransferId('E', this.#now()),
      receive: ({ txid, endToEndId, amount_minor, cpf }) => {
        const pix = { ...this.#newPix(amount_minor, {}), txid, endToEndId }
        this.#transfers.set(endToEndId, pix)
        this.#payers.set(endToEndId, cpf === undefined ? {} : { cpf })
        return pix
      },
      locationOfCharge: (txid) =>
        this.#locations.get(this.charges.get(txid)?.locationId ?? 0)?.location,
      isTxidUsed: (txid) => this.charges.has(txid),
      pageSize: () => this.page_size,
      staleMs: () => this.staleMs,
    })
  }

  /**
   * Money arrives for a charge. Banks check most of what could be wrong with it; this one lets
   * everything through.
   */
  pay(txid: string, amount_minor: number, payer: Payer = {}): Pix {
    const charge = this.#charge(txid)
    const pix = { ...this.#newPix(amount_minor, payer), txid }
    const { cpf, cnpj } = { ...(charge.fields['devedor'] as Payer | undefined), ...payer }
    this.#payers.set(pix.endToEndId, { ...(cpf && { cpf }), ...(cnpj && { cnpj }) })
    charge.pix.push(pix)
    this.#transfers.set(pix.endToEndId, pix)
    this.#change(charge, { status: 'CONCLUIDA' })
    return pix
  }

  /**
   * Money that comes by no charge: a person sends it to the key.
   *
   * @param txid of a code that another program has made for the key
   */
  receiveOther(
    amount_minor: number,
    { txid, ...payer }: Payer & { txid?: string } = {},
  ): ListedPix {
    const pix = { ...this.#newPix(amount_minor, payer), ...(txid !== undefined && { txid }) }
    this.#others.set(pix.endToEndId, pix)
    this.#payers.set(pix.endToEndId, payer)
    return pix
  }

  #newPix(amount_minor: number, { infoPagador }: Payer): ListedPix {
    const now = this.#now()
    return {
      endToEndId: newTransferId('E', new Date(now.getTime() - this.heldMs)),
      valor: toValor(amount_minor),
      chave: this.#pix_key,
      horario: now.toISOString(),
      ...(infoPagador && { infoPagador }),
    }
  }

  /** The charge that a code is for. */
  txidOf(code: string): string | undefined {
    const named = [...this.charges.keys()].filter((one) => code.includes(one)).at(-1)
    return named ?? this.#locations.txidOf(code)
  }

  /**
   * A buyer pays what a page shows: at their own bank, which lets nothing through but a charge that
   * can be paid.
   */
  payCode(code: string, amount_minor: number, payer: Payer = {}): Pix | undefined {
    const txid = this.txidOf(code)
    if (txid === undefined) return undefined
    const { status, fields, locationId } = this.#charge(txid)
    // The payer's bank finds nothing at a location that shows no charge any more.
    if (locationId === undefined) return undefined
    const { criacao, expiracao } = fields['calendario'] as { criacao: string; expiracao: number }
    const expired = this.#now().getTime() > Date.parse(criacao) + expiracao * 1000
    return status === 'ATIVA' && !expired ? this.pay(txid, amount_minor, payer) : undefined
  }

  /**
   * The bank sends money back by itself, or the seller does at the bank's own screen: no order of
   * ours is behind it.
   */
  takeBack(
    { endToEndId }: Pick<Pix, 'endToEndId'>,
    amount_minor: number,
    { status = 'DEVOLVIDO', natureza = 'MED_FRAUDE' }: Partial<Return> = {},
  ): Return {
    const pix = this.#received(endToEndId)
    const rtrId = newTransferId('D', this.#now())
    const made: Return = {
      id: `MED${rtrId.slice(-6)}`,
      rtrId,
      valor: toValor(amount_minor),
      natureza,
      horario: { solicitacao: this.#now().toISOString() },
      status: 'EM_PROCESSAMENTO',
    }
    this.#requireLeft(pix, made)
    pix.devolucoes = [...(pix.devolucoes ?? []), made]
    if (status !== 'EM_PROCESSAMENTO') this.#endReturn(pix, made, status)
    return made
  }

  /** The bank removes a charge, for reasons of its own. */
  removeByBank(txid: string): void {
    this.#change(this.#charge(txid), { status: 'REMOVIDA_PELO_PSP' })
  }

  /** The rest of each transfer that the seller still has, by the bank's books. */
  balances(): Map<string, number> {
    return new Map(
      this.transfers().map(({ endToEndId, valor, devolucoes = [] }) => {
        const back = devolucoes
          .filter(({ status }) => status === 'DEVOLVIDO')
          .reduce((sum, one) => sum + fromValor(one.valor, 'valor'), 0)
        return [endToEndId, fromValor(valor, 'valor') - back]
      }),
    )
  }

  /** The amount that was asked for, so that a test can pay just that. */
  amountOf(txid: string): number {
    const { original } = this.#charge(txid).fields['valor'] as Fields
    return fromValor(original, 'valor.original')
  }

  /** Ends the returns that are being processed. @returns the transfers that they are of */
  endReturns(state: EndState, motivo?: string): Pix[] {
    const isPending = ({ status }: Return) => status === 'EM_PROCESSAMENTO'
    const pending = this.transfers().filter(({ devolucoes = [] }) => devolucoes.some(isPending))
    for (const pix of pending) {
      for (const one of pix.devolucoes?.filter(isPending) ?? []) {
        this.#endReturn(pix, one, state, motivo)
      }
    }
    return pending
  }

  /** Ends one of them. @throws Refusal */
  endReturn(end_to_end_id: string, id: string, state: EndState): void {
    const pix = this.#received(end_to_end_id)
    const made = pix.devolucoes?.find((one) => one.id === id)
    if (!made) throw new Refusal(404, 'PixDevolucaoNaoEncontrada')
    this.#endReturn(pix, made, state)
  }

  #endReturn(pix: ListedPix, made: Return, state: EndState, motivo?: string): void {
    made.status = state
    const now = this.#now().toISOString()
    if (state === 'DEVOLVIDO') made.horario.liquidacao = now
    else made.failedAt = now
    if (motivo !== undefined) made.motivo = motivo
    const known = this.find(pix.endToEndId)
    if (known) this.onReturnEnd(known)
  }

  transfers(): Pix[] {
    return [...this.#transfers.values()]
  }

  /** The transfers that came by no charge. */
  others(): ListedPix[] {
    return [...this.#others.values()]
  }

  returns(): Return[] {
    return this.transfers().flatMap(({ devolucoes = [] }) => devolucoes)
  }

  /** The sum of all that arrived, by a charge or by none, and of all that went back, in cents. */
  sums(): { received_minor: number; returned_minor: number } {
    const sum = (rows: { valor: string }[]) =>
      rows.reduce((total, { valor }) => total + fromValor(valor, 'valor'), 0)
    const all = [...this.transfers(), ...this.others()]
    const returns = all.flatMap(({ devolucoes = [] }) => devolucoes)
    const done = returns.filter(({ status }) => status === 'DEVOLVIDO')
    return { received_minor: sum(all), returned_minor: sum(done) }
  }

  /** Carries out an operation of the contract. @throws Refusal */
  perform(name: string, parameters: string[], body: Fields): Answer {
    this.clock.catchUp()
    const recurring = this.recurring.perform(name, parameters, body)
    return recurring ?? this.#perform(name, parameters, body)
  }

  #perform(name: string, [first = '', second = '']: string[], body: Fields): Answer {
    const read = (shown: object) => ({ status: 200, body: shown as Fields })
    const past = this.#past
    switch (name) {
      case 'PUT /cob':
        return this.#makeCharge(first, body)
      case 'GET /cob':
        return read(this.#shownCharge(past, first, body['revisao']))
      case 'GET /cobs':
        return read(this.#listCharges(past, body))
      case 'PATCH /cob':
        return this.#revise(first, body)
      case 'POST /cob':
        return this.#makeCharge(randomBytes(16).toString('hex'), body)
      case 'PUT /webhook':
        return this.#setWebhook(first, body)
      case 'GET /webhook':
        return read(this.#readWebhook(first))
      case 'GET /webhooks':
        return read(this.#listWebhooks(body))
      case 'DELETE /webhook':
        return this.#deleteWebhook(first)
      case 'POST /loc':
        return this.#makeLocation(body)
      case 'GET /loc':
        return read(this.#locations.find(first))
      case 'GET /locs':
        return read(this.#locations.list(body, this.page_size))
      case 'DELETE /loc':
        return read(this.#unlinkLocation(first))
      case 'GET /pix':
        return read(this.#list(body))
      case 'GET /pix/e2eid':
        return read(seenIn(past, this.#received(first)))
      case 'PUT /devolucao':
        return this.#return(first, second, body)
      default:
        return read(this.#shownReturn(past, first, second))
    }
  }

  #charge(txid: string): Charge {
    const charge = this.charges.get(txid)
    if (!charge) throw new Refusal(404, 'CobNaoEncontrado')
    return charge
  }

  /** The books as they are. */
  get #present(): View {
    return { asOfMs: Infinity, queueMs: this.#now().getTime(), writesTime: this.writesTime }
  }

  /** The books as they are read. */
  get #past(): View {
    const { staleMs } = this
    const asOfMs = this.#now().getTime() - staleMs
    return staleMs === 0 ? this.#present : { ...this.#present, asOfMs, queueMs: asOfMs }
  }

  /** A charge as it is. @throws Refusal */
  shown(txid: string): Fields {
    return this.#shownCharge(this.#present, txid)
  }

  /** A transfer as callbacks show it. @throws Refusal */
  announced(end_to_end_id: string): Pix {
    return seenIn(this.#present, this.transfer(end_to_end_id))
  }

  /**
   * @param asked the number of a revision, instead of the newest
   * @throws Refusal
   */
  #shownCharge(view: View, txid: string, asked?: unknown): Fields {
    const charge = this.#charge(txid)
    const revision = revisionIn(view, charge, asked === undefined ? undefined : Number(asked))
    if (!revision) {
      if (asked === undefined) throw new Refusal(404, 'CobNaoEncontrado')
      const razao = 'A cobrança não tem esta revisão.'
      const violacoes = [{ razao, propriedade: 'revisao', valor: String(asked) }]
      throw new Refusal(400, 'CobConsultaInvalida', razao, { violacoes })
    }
    const { fields, revisao, status, locationId } = revision
    const pix = charge.pix.flatMap((one) => pixIn(view, one) ?? [])
    const loc = locationId === undefined ? undefined : this.#locations.get(locationId)
    return {
      ...fields,
      txid,
      revisao,
      status,
      ...(loc && { location: loc.location, loc: { ...loc, txid } }),
      ...(loc && this.gives_code && { pixCopiaECola: codeAt(loc.location) }),
      ...(pix.length > 0 && this.shows_pix && { pix }),
    }
  }

  #listCharges(view: View, asked: Fields): Fields {
    const { cpf, cnpj, status, locationPresente } = asked
    const isWithin = between(asked)
    if (!isWithin) throw new Refusal(400, 'CobConsultaInvalida')
    const found = [...this.charges].filter(([, charge]) => {
      const seen = revisionIn(view, charge)
      if (!seen) return false
      const { criacao } = seen.fields['calendario'] as { criacao: string }
      const debtor = (seen.fields['devedor'] ?? {}) as Payer
      const hasLocation = seen.locationId !== undefined
      return (
        isWithin(criacao) &&
        (cpf === undefined || debtor.cpf === cpf) &&
        (cnpj === undefined || debtor.cnpj === cnpj) &&
        (status === undefined || seen.status === status) &&
        (locationPresente === undefined || hasLocation === (locationPresente === 'true'))
      )
    })
    const { items, paginacao } = pageOf(found, asked, this.page_size)
    const cobs = items.map(([txid]) => this.#shownCharge(view, txid))
    return { parametros: { ...parametersShown(asked), paginacao }, cobs }
  }

  #shownReturn(view: View, end_to_end_id: string, id: string): Return {
    const pix = pixIn(view, this.#received(end_to_end_id))
    const found = pix?.devolucoes?.find((one) => one.id === id)
    if (!found) throw new Refusal(404, 'PixDevolucaoNaoEncontrada')
    return found
  }

  /** Keeps the charge as it was until now, among its revisions. */
  #change(charge: Charge, changes: Partial<Revision>): void {
    const { fields, status, revisao, sinceMs, locationId } = charge
    charge.earlier.push({ fields, status, revisao, sinceMs, locationId })
    Object.assign(charge, { sinceMs: this.#now().getTime(), ...changes })
  }

  /** The location of a charge, which loses the one that it had when it is given another. */
  #locate(txid: string, loc: unknown, known?: number): number {
    const asked = (loc as { id?: number } | undefined)?.id
    if (asked === undefined && known !== undefined) return known
    const { id } = this.#locations.link(asked ?? this.#locations.make('cob', txid).id, txid)
    if (known !== id) this.#locations.unlink(known)
    return id
  }

  #makeCharge(txid: string, body: Fields): Answer {
    this.onCharge(body)
    if (body['chave'] !== this.#pix_key) {
      throw invalidCharge('A chave não pertence ao recebedor.', 'cob.chave')
    }
    const known = this.charges.get(txid)
    if (known && (known.status !== 'ATIVA' || !this.allows_repeats)) {
      throw invalidCharge('A cobrança já existe.', 'cob.txid')
    }
    // The life of a charge that is revised still counts from when it was made.
    const { criacao = this.#now().toISOString() } = (known?.fields['calendario'] as Fields) ?? {}
    const calendario = { criacao, expiracao: 86_400, ...(body['calendario'] as Fields) }
    const { loc, ...asked } = body
    const fields = { ...asked, calendario }
    const locationId = this.#locate(txid, loc, known?.locationId)
    if (known) {
      this.#change(known, { fields, revisao: known.revisao + 1, locationId })
    } else {
      const sinceMs = this.#now().getTime()
      const made = { fields, status: 'ATIVA', revisao: 0, sinceMs, locationId }
      this.charges.set(txid, { ...made, pix: [], earlier: [] })
    }
    return { status: 201, body: this.shown(txid) }
  }

  #revise(txid: string, body: Fields): Answer {
    const { status, calendario, valor, loc, ...others } = body
    const charge = this.#charge(txid)
    if (charge.status !== 'ATIVA') {
      throw invalidCharge('A cobrança não está ATIVA.', 'cob.status')
    }
    if (status !== undefined && Object.keys(body).length > 1) {
      throw invalidCharge('A remoção vem com outras alterações.', 'cob.status')
    }
    const { fields } = charge
    const merged = (name: string, changes: unknown) =>
      changes === undefined ? {} : { [name]: { ...(fields[name] as Fields), ...changes } }
    this.#change(charge, {
      fields: {
        ...fields,
        ...others,
        ...merged('calendario', calendario),
        ...merged('valor', valor),
      },
      revisao: charge.revisao + 1,
      ...(loc !== undefined && { locationId: this.#locate(txid, loc, charge.locationId) }),
      ...(status !== undefined && { status: String(status) }),
    })
    return { status: 200, body: this.shown(txid) }
  }

  #makeLocation({ tipoCob }: Fields): Answer {
    const made = this.#locations.make(tipoCob as 'cob' | 'cobv')
    const headers = { location: `https://pix.example.com/api/loc/${made.id}` }
    return { status: 201, body: { ...made }, headers }
  }

  #unlinkLocation(id: string): Fields {
    const found = this.#locations.find(id)
    const charge = found.txid === undefined ? undefined : this.charges.get(found.txid)
    this.#locations.unlink(found.id)
    if (charge) this.#change(charge, { locationId: undefined })
    return { ...found }
  }

  #setWebhook(chave: string, { webhookUrl }: Fields): Answer {
    const refused = (razao: string, propriedade: string) =>
      new Refusal(400, 'WebhookOperacaoInvalida', razao, { violacoes: [{ razao, propriedade }] })
    if (chave !== this.#pix_key) throw refused('A chave não pertence ao recebedor.', 'chave')
    if (this.refuses_webhooks) {
      throw refused('O endereço não exige TLS mútuo.', 'webhook.webhookUrl')
    }
    this.webhook_url = String(webhookUrl)
    this.#webhookSince = this.#now().toISOString()
    return { status: 200, body: {} }
  }

  #readWebhook(chave: string): Fields {
    if (chave !== this.#pix_key || this.webhook_url === undefined) {
      throw new Refusal(404, 'WebhookNaoEncontrado')
    }
    // The contract's schema has the number of the customer, and its example the key.
    const criacao = this.#webhookSince || this.#now().toISOString()
    return { webhookUrl: this.webhook_url, chave, cnpj: CUSTOMER_CNPJ, criacao }
  }

  #listWebhooks(asked: Fields): Fields {
    const isWithin = between(asked)
    if (!isWithin) throw new Refusal(400, 'WebhookConsultaInvalida')
    const all = this.webhook_url === undefined ? [] : [this.#readWebhook(this.#pix_key)]
    const found = all.filter(({ criacao }) => isWithin(String(criacao)))
    const { items, paginacao } = pageOf(found, asked, this.page_size)
    return { parametros: { ...parametersShown(asked), paginacao }, webhooks: items }
  }

  #deleteWebhook(chave: string): Answer {
    this.#readWebhook(chave)
    this.webhook_url = undefined
    return { status: 204, body: {} }
  }

  /** The transfer with this id, if there is one. */
  find(end_to_end_id: string): Pix | undefined {
    return this.#transfers.get(end_to_end_id)
  }

  /** @throws Refusal */
  transfer(end_to_end_id: string): Pix {
    const pix = this.find(end_to_end_id)
    if (!pix) throw new Refusal(404, 'PixNaoEncontrado')
    return pix
  }

  /** A transfer, by a charge or by none. @throws Refusal */
  #received(end_to_end_id: string): ListedPix {
    return this.#others.get(end_to_end_id) ?? this.transfer(end_to_end_id)
  }

  #list(asked: Fields): Fields {
    const ignores = [...this.list.ignores, ...(this.filters_by_txid ? [] : ['txid'])]
    const quirks = { ...this.list, ignores }
    const paid = this.#listed(asked).filter((one) => this.#isPaidBy(one, asked, ignores))
    const page = listPage(paid, asked, { pageSize: this.page_size, quirks })
    if (!page) throw new Refusal(400, 'PixConsultaInvalida')
    const pix = (page['pix'] as ListedPix[]).map((one) => pixIn(this.#present, one))
    return { ...page, pix }
  }

  #isPaidBy({ endToEndId }: ListedPix, asked: Fields, ignores: string[]): boolean {
    const payer = this.#payers.get(endToEndId)
    return (['cpf', 'cnpj'] as const).every(
      (name) => !(name in asked) || ignores.includes(name) || payer?.[name] === asked[name],
    )
  }

  /** The transfers of a period by their true times, whatever form the bank writes. */
  #listed({ inicio, fim, devolucaoPresente }: Fields): ListedPix[] {
    const isHeeded = !this.list.ignores.includes('devolucaoPresente')
    const isReturned = devolucaoPresente === 'true' && isHeeded
    const view = { ...this.#past, writesTime: writtenTruly }
    const [from = '', to = ''] = [inicio, fim].map((time) => isoOf(Date.parse(String(time))))
    const isWithin = ({ horario, devolucoes }: ListedPix) =>
      (!isReturned || devolucoes !== undefined) && horario >= from && horario <= to
    const all: ListedPix[] = [...this.#transfers.values(), ...this.#others.values()]
    return all
      .filter(isWithin)
      .flatMap((one) => pixIn(view, one) ?? [])
      .toSorted((a, b) => (a.horario < b.horario ? -1 : 1))
  }

  #requireLeft(pix: ListedPix, made: { valor: string }): void {
    const standing = (pix.devolucoes ?? []).filter(({ status }) => status !== 'NAO_REALIZADO')
    const total = [...standing, made].reduce((sum, one) => sum + fromValor(one.valor, 'valor'), 0)
    if (total > fromValor(pix.valor, 'valor')) {
      throw invalidReturn('O valor excede o do Pix.', 'devolucao.valor')
    }
  }

  #return(end_to_end_id: string, id: string, asked: Fields): Answer {
    const pix = this.#received(end_to_end_id)
    pix.devolucoes ??= []
    const now = this.#now()
    if (pix.devolucoes.some((one) => one.id === id)) {
      throw invalidReturn('Este id já foi utilizado.', 'id')
    }
    if (now.getTime() - Date.parse(pix.horario) > RETURN_WINDOW_MS) {
      throw invalidReturn('O Pix foi recebido há mais de 90 dias.', 'e2eid')
    }
    const { valor, natureza = 'ORIGINAL', descricao } = asked
    this.#requireLeft(pix, { valor: String(valor) })
    const made: Return = {
      id,
      rtrId: newTransferId('D', now),
      valor: String(valor),
      natureza: String(natureza),
      ...(descricao !== undefined && { descricao: String(descricao) }),
      horario: { solicitacao: now.toISOString() },
      status: 'EM_PROCESSAMENTO',
    }
    pix.devolucoes.push(made)
    const { return_state, queuedMs } = this
    if (queuedMs > 0) this.#queueReturn(made)
    else if (return_state !== 'EM_PROCESSAMENTO') this.#endReturn(pix, made, return_state)
    const view = queuedMs > 0 ? { asOfMs: now.getTime(), queueMs: Infinity } : {}
    return {
      status: 201,
      body: this.#shownReturn({ ...this.#present, ...view }, end_to_end_id, id),
    }
  }

  /** Carries an order out at the end of its time in the queue; no callback tells of it. */
  #queueReturn(made: Return): void {
    const { return_state, queuedMs } = this
    const at = new Date(this.#now().getTime() + queuedMs).toISOString()
    made.queuedUntil = at
    made.status = return_state
    if (return_state === 'DEVOLVIDO') made.horario.liquidacao = at
    if (return_state === 'NAO_REALIZADO') made.failedAt = at
  }
}
