/** The books of the simulated bank: charges, transfers and what was sent back of them. */
import { randomBytes } from 'node:crypto'
import { pixCode } from '../../domain/pix/bank/brCode.ts'
import { fromValor, toValor } from '../../domain/pix/bank/responses.ts'
import { listPage, noQuirks } from './listing.ts'
import { pixIn, revisionIn, writtenTruly } from './views.ts'
import type { Charge, Listed, Pix, Return, ReturnState, Revision, View } from './views.ts'

export type { Pix, ReturnState } from './views.ts'

type Fields = Record<string, unknown>
type Answer = { status: number; body: Fields }

/** What the bank does not do, as `application/problem+json` names it. */
export class Refusal extends Error {
  readonly status: number
  readonly title: string
  readonly detail: string | undefined

  constructor(status: number, title: string, detail?: string) {
    super(title)
    this.status = status
    this.title = title
    this.detail = detail
  }
}

/** Of all banks of all processes together, for no two transfers have one id. */
const process_name = randomBytes(3).toString('hex').slice(0, 5)
let numbered = 0

/** What names a transfer (`E`) or a return (`D`): the bank, the minute and a number. */
function newTransferId(kind: 'E' | 'D', now: Date): string {
  numbered += 1
  const minute = now.toISOString().slice(0, 16).replaceAll(/\D/g, '')
  return `${kind}00000000${minute}${process_name}${String(numbered).padStart(6, '0')}`
}

const newPix = (amount_minor: number, now: Date) => ({
  endToEndId: newTransferId('E', now),
  valor: toValor(amount_minor),
  horario: now.toISOString(),
})

const locationOf = (txid: string) => `pix.example.com/qr/v2/${txid}`

/** What a buyer pays a charge by. */
export const codeOf = (txid: string): string =>
  pixCode({ location: locationOf(txid), sellerName: 'Loja', city: 'Sao Paulo' })

export type EndState = Exclude<ReturnState, 'EM_PROCESSAMENTO'>

export class BankBooks {
  readonly charges = new Map<string, Charge>()
  /** What becomes of returns that are ordered from now on. */
  return_state: ReturnState = 'DEVOLVIDO'
  /** Whether a charge that is there already may be made again, as some banks allow. */
  allows_repeats = false
  gives_code = true
  /** Whether a charge is shown with its transfers, as it need not be. */
  shows_pix = true
  /** How many transfers a page of the list has; the contract's default is 100. */
  page_size = 100
  /** Whether the list is filtered by txid, as some banks' lists are not. */
  filters_by_txid = true
  /** What is wrong with the list. */
  readonly list = noQuirks()
  /** How old what is read is: what was done since is not shown yet. */
  staleMs = 0
  /** How it writes the times of transfers and returns. */
  writesTime = writtenTruly
  /** Whether it refuses every address of callbacks. */
  refuses_webhooks = false
  readonly #others: Listed[] = []
  /** By their ids, in the order in which they came. */
  readonly #transfers = new Map<string, Pix>()
  webhook_url: string | undefined
  /** Told of each charge that is asked for, made or not. */
  onCharge: (asked: Fields) => void = () => undefined
  readonly #pix_key: string
  readonly #now: () => Date

  constructor(pix_key: string, now: () => Date) {
    this.#pix_key = pix_key
    this.#now = now
  }

  /**
   * Money arrives for a charge. Banks check most of what could be wrong with it; this one lets
   * everything through.
   */
  pay(txid: string, amount_minor: number): Pix {
    const charge = this.#charge(txid)
    const pix = { ...newPix(amount_minor, this.#now()), txid }
    charge.pix.push(pix)
    this.#transfers.set(pix.endToEndId, pix)
    this.#change(charge, { status: 'CONCLUIDA' })
    return pix
  }

  /** Money that comes by no charge: a person sends it to the key. */
  receiveOther(amount_minor: number): Listed {
    const pix = newPix(amount_minor, this.#now())
    this.#others.push(pix)
    return pix
  }

  /** The charge that a code is for. */
  txidOf(code: string): string | undefined {
    return [...this.charges.keys()].filter((one) => code.includes(one)).at(-1)
  }

  /**
   * A buyer pays what a page shows: at their own bank, which lets nothing through but a charge that
   * can be paid.
   */
  payCode(code: string, amount_minor: number): Pix | undefined {
    const txid = this.txidOf(code)
    if (txid === undefined) return undefined
    const { status, fields } = this.#charge(txid)
    const { criacao, expiracao } = fields['calendario'] as { criacao: string; expiracao: number }
    const expired = this.#now().getTime() > Date.parse(criacao) + expiracao * 1000
    return status === 'ATIVA' && !expired ? this.pay(txid, amount_minor) : undefined
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
    const pix = this.transfer(endToEndId)
    const rtrId = newTransferId('D', this.#now())
    const made: Return = {
      id: `MED${rtrId.slice(-6)}`,
      rtrId,
      valor: toValor(amount_minor),
      natureza,
      horario: { solicitacao: this.#now().toISOString() },
      status,
    }
    if (status !== 'EM_PROCESSAMENTO') this.endReturn(made, status)
    this.#requireLeft(pix, made)
    pix.devolucoes = [...(pix.devolucoes ?? []), made]
    return made
  }

  /** The bank removes a charge, for reasons of its own. */
  removeByBank(txid: string): void {
    this.#change(this.#charge(txid), { status: 'REMOVIDA_PELO_PSP' })
  }

  /** How much of each transfer the seller still has, by the bank's books. */
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

  /** What was asked for, so that a test can pay just that. */
  amountOf(txid: string): number {
    const { original } = this.#charge(txid).fields['valor'] as Fields
    return fromValor(original, 'valor.original')
  }

  /** Ends the returns that are being processed. */
  endReturns(state: EndState): void {
    for (const one of this.returns()) {
      if (one.status === 'EM_PROCESSAMENTO') this.endReturn(one, state)
    }
  }

  endReturn(one: Return, state: EndState): void {
    one.status = state
    const now = this.#now().toISOString()
    if (state === 'DEVOLVIDO') one.horario.liquidacao = now
    else one.failedAt = now
  }

  transfers(): Pix[] {
    return [...this.#transfers.values()]
  }

  returns(): Return[] {
    return this.transfers().flatMap(({ devolucoes = [] }) => devolucoes)
  }

  /** In minor units: all that arrived, and all that went back. */
  sums(): { received_minor: number; returned_minor: number } {
    const sum = (rows: { valor: string }[]) =>
      rows.reduce((total, { valor }) => total + fromValor(valor, 'valor'), 0)
    const done = this.returns().filter(({ status }) => status === 'DEVOLVIDO')
    return { received_minor: sum(this.transfers()), returned_minor: sum(done) }
  }

  perform(name: string, [first = '', second = '']: string[], body: Fields): Answer {
    switch (name) {
      case 'PUT /cob':
        return this.#makeCharge(first, body)
      case 'GET /cob':
        return { status: 200, body: this.#shownCharge(this.#past, first, body['revisao']) }
      case 'PATCH /cob':
        return this.#revise(first, body)
      case 'POST /cob':
        return this.#makeCharge(randomBytes(16).toString('hex'), body)
      case 'PUT /webhook':
        return this.#setWebhook(first, body)
      case 'GET /webhook':
        return this.#readWebhook(first)
      case 'DELETE /webhook':
        return this.#deleteWebhook(first)
      case 'GET /pix':
        return { status: 200, body: this.#list(body) }
      case 'GET /pix/e2eid':
        return { status: 200, body: this.#shownPix(this.#past, first) }
      case 'PUT /devolucao':
        return this.#return(first, second, body)
      default:
        return { status: 200, body: this.#shownReturn(this.#past, first, second) }
    }
  }

  #charge(txid: string): Charge {
    const charge = this.charges.get(txid)
    if (!charge) throw new Refusal(404, 'CobNaoEncontrado')
    return charge
  }

  /** The books as they are. */
  get #present(): View {
    return { asOfMs: Infinity, writesTime: this.writesTime }
  }

  /** The books as they are read. */
  get #past(): View {
    const { staleMs, writesTime } = this
    return staleMs === 0 ? this.#present : { asOfMs: this.#now().getTime() - staleMs, writesTime }
  }

  /** A charge as it is. @throws Refusal */
  shown(txid: string): Fields {
    return this.#shownCharge(this.#present, txid)
  }

  /** A transfer as callbacks show it. @throws Refusal */
  announced(end_to_end_id: string): Pix {
    return this.#shownPix(this.#present, end_to_end_id)
  }

  /**
   * @param asked the number of a revision, instead of the newest
   * @throws Refusal
   */
  #shownCharge(view: View, txid: string, asked?: unknown): Fields {
    const charge = this.#charge(txid)
    const revision = revisionIn(view, charge, asked === undefined ? undefined : Number(asked))
    if (!revision) throw new Refusal(404, 'CobNaoEncontrado')
    const { fields, revisao, status } = revision
    const pix = charge.pix.flatMap((one) => pixIn(view, one) ?? [])
    const location = locationOf(txid)
    return {
      ...fields,
      txid,
      revisao,
      status,
      location,
      // As the contract's own examples have it: with fields that its schemas do not know.
      loc: { id: 789, txid, location, tipoCob: 'cob', criacao: this.#now().toISOString() },
      ...(this.gives_code && { pixCopiaECola: codeOf(txid) }),
      ...(pix.length > 0 && this.shows_pix && { pix }),
    }
  }

  #shownPix(view: View, end_to_end_id: string): Pix {
    const pix = pixIn(view, this.transfer(end_to_end_id))
    if (!pix) throw new Refusal(404, 'PixNaoEncontrado')
    return pix
  }

  #shownReturn(view: View, end_to_end_id: string, id: string): Return {
    const found = this.#shownPix(view, end_to_end_id).devolucoes?.find((one) => one.id === id)
    if (!found) throw new Refusal(404, 'PixDevolucaoNaoEncontrada')
    return found
  }

  /** Keeps what the charge was until now. */
  #change(charge: Charge, changes: Partial<Revision>): void {
    const { fields, status, revisao, sinceMs } = charge
    charge.earlier.push({ fields, status, revisao, sinceMs })
    Object.assign(charge, { sinceMs: this.#now().getTime(), ...changes })
  }

  #makeCharge(txid: string, body: Fields): Answer {
    this.onCharge(body)
    if (body['chave'] !== this.#pix_key) {
      throw new Refusal(400, 'CobOperacaoInvalida', 'A chave não pertence ao recebedor.')
    }
    const known = this.charges.get(txid)
    if (known && (known.status !== 'ATIVA' || !this.allows_repeats)) {
      throw new Refusal(400, 'CobOperacaoInvalida', 'A cobrança já existe.')
    }
    // The life of a charge that is revised still counts from when it was made.
    const { criacao = this.#now().toISOString() } = (known?.fields['calendario'] as Fields) ?? {}
    const calendario = { criacao, expiracao: 86_400, ...(body['calendario'] as Fields) }
    const fields = { ...body, calendario }
    if (known) {
      this.#change(known, { fields, revisao: known.revisao + 1 })
    } else {
      const made = { fields, status: 'ATIVA', revisao: 0, sinceMs: this.#now().getTime() }
      this.charges.set(txid, { ...made, pix: [], earlier: [] })
    }
    return { status: 201, body: this.shown(txid) }
  }

  #revise(txid: string, { status, calendario, ...fields }: Fields): Answer {
    const charge = this.#charge(txid)
    if (charge.status !== 'ATIVA') {
      throw new Refusal(400, 'CobOperacaoInvalida', 'A cobrança não está ATIVA.')
    }
    const lifetime = { ...(charge.fields['calendario'] as Fields), ...(calendario as Fields) }
    this.#change(charge, {
      fields: { ...charge.fields, ...fields, calendario: lifetime },
      revisao: charge.revisao + 1,
      ...(status !== undefined && { status: String(status) }),
    })
    return { status: 200, body: this.shown(txid) }
  }

  #setWebhook(chave: string, { webhookUrl }: Fields): Answer {
    if (chave !== this.#pix_key) throw new Refusal(400, 'WebhookOperacaoInvalida')
    if (this.refuses_webhooks) {
      throw new Refusal(400, 'WebhookOperacaoInvalida', 'O endereço não exige TLS mútuo.')
    }
    this.webhook_url = String(webhookUrl)
    return { status: 200, body: {} }
  }

  #readWebhook(chave: string): Answer {
    if (chave !== this.#pix_key || this.webhook_url === undefined) {
      throw new Refusal(404, 'WebhookNaoEncontrado')
    }
    const criacao = this.#now().toISOString()
    return { status: 200, body: { webhookUrl: this.webhook_url, chave, criacao } }
  }

  #deleteWebhook(chave: string): Answer {
    this.#readWebhook(chave)
    this.webhook_url = undefined
    return { status: 204, body: {} }
  }

  /** What came under an id, if anything did. */
  find(end_to_end_id: string): Pix | undefined {
    return this.#transfers.get(end_to_end_id)
  }

  /** @throws Refusal */
  transfer(end_to_end_id: string): Pix {
    const pix = this.find(end_to_end_id)
    if (!pix) throw new Refusal(404, 'PixNaoEncontrado')
    return pix
  }

  #list(asked: Fields): Fields {
    const ignores = [...this.list.ignores, ...(this.filters_by_txid ? [] : ['txid'])]
    const quirks = { ...this.list, ignores }
    const page = listPage(this.#listed(), asked, { pageSize: this.page_size, quirks })
    if (!page) throw new Refusal(400, 'PixConsultaInvalida')
    const pix = (page['pix'] as Listed[]).map((one) => pixIn(this.#present, one))
    return { ...page, pix }
  }

  /** In the order in which they came, with their times as they are. */
  #listed(): Listed[] {
    const view = { ...this.#past, writesTime: writtenTruly }
    const all: Listed[] = [...this.transfers(), ...this.#others]
    return all
      .flatMap((one) => pixIn(view, one) ?? [])
      .toSorted((a, b) => (a.horario < b.horario ? -1 : 1))
  }

  #requireLeft(pix: Pix, made: { valor: string }): void {
    const standing = (pix.devolucoes ?? []).filter(({ status }) => status !== 'NAO_REALIZADO')
    const total = [...standing, made].reduce((sum, one) => sum + fromValor(one.valor, 'valor'), 0)
    if (total > fromValor(pix.valor, 'valor')) {
      throw new Refusal(400, 'PixDevolucaoInvalida', 'O valor excede o do Pix.')
    }
  }

  #return(end_to_end_id: string, id: string, { valor }: Fields): Answer {
    const pix = this.transfer(end_to_end_id)
    pix.devolucoes ??= []
    if (pix.devolucoes.some((one) => one.id === id)) {
      throw new Refusal(400, 'PixDevolucaoInvalida', 'Este id já foi utilizado.')
    }
    this.#requireLeft(pix, { valor: String(valor) })
    const made: Return = {
      id,
      rtrId: newTransferId('D', this.#now()),
      valor: String(valor),
      horario: { solicitacao: this.#now().toISOString() },
      status: this.return_state,
    }
    if (made.status !== 'EM_PROCESSAMENTO') this.endReturn(made, made.status)
    pix.devolucoes.push(made)
    return { status: 201, body: this.#shownReturn(this.#present, end_to_end_id, id) }
  }
}
