import { toValor } from '../../domain/pix/bank/fields.ts'
import { txidOf } from '../../domain/pix/bank/txid.ts'
import type { Paid } from './bank.ts'
import type { Answer } from './process.ts'
import type { Draw } from './random.ts'
import { PRICE_MINOR, tokenOf } from './shop.ts'
import type { Shop } from './shop.ts'
import type { World } from './world.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** The looks of a buyer for the code, each time after a longer pause. */
const MAX_LOOKS = 5

type Checkout = NonNullable<Answer<'createCheckout'>['body']>
type Refund = NonNullable<Answer<'createRefund'>['body']>

/** One checkout, with its buyer, its seller and their bank. */
export class Buyer {
  readonly #world: World
  readonly #shop: Shop
  readonly #draw: Draw
  /** A seed of its own, so that what it draws changes nothing in the rest. */
  readonly #cart: Draw
  readonly #isCart: boolean
  readonly #isByLink: boolean
  readonly number: number
  checkout: Checkout | undefined
  readonly transfers: Paid[] = []
  /** The refunds that the service has answered it made. */
  readonly refunds: Refund[] = []

  constructor(world: World, shop: Shop, number: number) {
    this.#world = world
    this.#shop = shop
    this.#draw = world.draw.of(`checkout ${number}`)
    this.#cart = world.draw.of(`cart ${number}`)
    this.#isCart = this.#cart.chance(0.3)
    this.#isByLink = !this.#isCart && this.#cart.chance(0.15)
    this.number = number
  }

  async run(): Promise<void> {
    const draw = this.#draw
    await this.#world.sleep(this.number * MINUTE_MS + draw.between(0, MINUTE_MS))
    this.checkout = this.#isByLink ? await this.#openByLink() : await this.#openByApi()
    this.#world.numbers.set(this.checkout.id, this.number)
    this.#tell(`opened`)
    const others: Promise<void>[] = []
    if (draw.chance(0.12)) others.push(this.#cancel())
    if (draw.chance(0.9)) others.push(this.#visit())
    if (draw.chance(0.05)) others.push(this.#forge())
    await Promise.all(others)
    await this.#world.sleep(draw.between(1, 180) * MINUTE_MS)
    await this.#refund()
    const [paid] = this.transfers
    if (!paid || !draw.chance(0.08)) return
    this.reverse()
    if (draw.chance(0.5)) await this.#callBack(paid.txid)
  }

  /** Presses the button of the link. A press whose answer is lost opens a session all the same. */
  async #openByLink(): Promise<Checkout> {
    const path = { token: this.#shop.link_token }
    const { headers } = await this.#world.insist('openPaymentLink', { path, body: {} })
    const token = tokenOf(headers?.['Location'] ?? '')
    return this.#sessionOfPage(token)
  }

  /** The session whose page it is: during a long fault more than a page of others is opened. */
  async #sessionOfPage(token: string): Promise<Checkout> {
    for (let after: string | undefined; ; ) {
      const query = { limit: 100, ...(after && { starting_after: after }) }
      const { body } = await this.#world.insist('listCheckouts', { query })
      const found = body?.data.find(({ checkout_url }) => tokenOf(checkout_url) === token)
      if (found) return found
      after = body?.next_cursor ?? undefined
      if (!after) throw new Error('The session of a link is lost.')
    }
  }

  async #openByApi(): Promise<Checkout> {
    const opened = await this.#open()
    return opened.body ?? (await this.#found())
  }

  /** Opens the checkout, of an offer or of a cart that a shop may want canceled in time. */
  async #open(): Promise<Answer<'createCheckout'>> {
    const { timeline } = this.#world
    const order = { external_id: `pedido-${this.number}`, metadata: {} }
    const { offer_id } = this.#shop
    if (!this.#isCart) return this.#world.insist('createCheckout', { body: { ...order, offer_id } })
    const items = [
      { offer_id, quantity: 1 },
      { name: 'SEDEX', unit_amount_minor: 2150, quantity: 1, kind: 'shipping' },
      { name: 'Cupom', unit_amount_minor: -2150, quantity: 1, kind: 'discount' },
    ]
    const cart = this.#cart
    const endMs = timeline.now().getTime() + cart.between(10, 600) * MINUTE_MS
    const body = { ...order, items, currency: 'BRL' }
    if (cart.chance(0.4)) {
      const cancel_at = new Date(endMs).toISOString()
      const opened = await this.#world.insist('createCartCheckout', {
        body: { ...body, cancel_at },
      })
      // The deadline may have passed before the service answered.
      if (opened.code !== 'invalid_cancel_at') return opened
    }
    return this.#world.insist('createCartCheckout', { body })
  }

  #tell(what: string): void {
    this.#world.tell(`checkout ${this.number}`, what)
  }

  /** The checkout that was made although its answer was lost. */
  async #found(): Promise<Checkout> {
    const query = { external_id: `pedido-${this.number}`, limit: 1 }
    const { body } = await this.#world.insist('listCheckouts', { query })
    const [found] = body?.data ?? []
    if (!found) throw new Error('A checkout is lost.')
    return found
  }

  async #cancel(): Promise<void> {
    const draw = this.#draw
    await this.#world.sleep(draw.between(1, 40) * MINUTE_MS)
    const path = { checkoutId: this.checkout?.id ?? '' }
    const { status, code } = await this.#world.insist('cancelCheckout', { path })
    this.#tell(`canceled: ${status ?? code}`)
  }

  /** Looks at the page until it has a code, and pays it, or does not. */
  async #visit(): Promise<void> {
    const draw = this.#draw
    await this.#world.sleep(draw.between(1, 600) * SECOND_MS)
    const code = await this.#code()
    this.#tell(code ? 'has a code' : 'has no code')
    if (!code || draw.chance(0.1)) return
    const isLate = draw.chance(0.05)
    const mostMs = isLate ? 30 * HOUR_MS : 30 * MINUTE_MS
    await this.#world.sleep(draw.between(1, mostMs))
    const isWrong = draw.chance(0.06)
    const amount_minor = isWrong ? PRICE_MINOR + draw.between(-4000, 4000) : PRICE_MINOR
    const { bank } = this.#world
    const paid = bank.pay(code, amount_minor)
    const late = isLate && !paid ? bank.payLate(code, amount_minor) : undefined
    await this.#paid(paid ?? late)
    if (draw.chance(0.03) && this.transfers[0]) {
      await this.#world.sleep(draw.between(1, 60) * SECOND_MS)
      await this.#paid(bank.payAgain(this.transfers[0], PRICE_MINOR))
    }
  }

  /** The code: of a cart as the shop shows it, otherwise as the page does. */
  async #code(): Promise<string | undefined> {
    if (this.#isCart) return this.#codeByApi()
    const token = new URL(this.checkout?.checkout_url ?? '').pathname.slice('/pay/'.length)
    for (let look = 1; look <= MAX_LOOKS; look++) {
      const page = this.#world.process.call('getPaymentPage', { path: { token } })
      const answer = await Promise.race([page, this.#world.sleep(30 * SECOND_MS)])
      const [before = '', after] = (answer?.body ?? '').split('</textarea>', 2)
      const code = after && before.slice(before.lastIndexOf('>') + 1)
      if (code) return code
      await this.#world.sleep(this.#draw.between(2, 60) * look * SECOND_MS)
    }
    return undefined
  }

  async #codeByApi(): Promise<string | undefined> {
    const path = { checkoutId: this.checkout?.id ?? '' }
    for (let look = 1; look <= MAX_LOOKS; look++) {
      const { process } = this.#world
      const asked = process.call('getCheckoutPix', { path }, this.#shop.caller)
      const answer = await Promise.race([asked, this.#world.sleep(30 * SECOND_MS)])
      if (answer?.body?.code) return answer.body.code
      await this.#world.sleep(this.#draw.between(2, 60) * look * SECOND_MS)
    }
    return undefined
  }

  async #paid(paid: Paid | undefined): Promise<void> {
    this.#tell(paid ? `paid ${toValor(paid.amount_minor)}` : 'could not pay')
    if (!paid) return
    this.transfers.push(paid)
    await this.#callBack(paid.txid)
  }

  /** The bank's callback, which may get lost, come twice or come late. */
  async #callBack(txid: string): Promise<void> {
    const draw = this.#draw
    if (!this.#world.bank.announces) return
    const drawn = draw.oneOf({ soon: 60, lost: 25, twice: 10, late: 5 })
    const fate = this.#world.fails('callbacks') ? drawn : 'soon'
    this.#tell(`callback ${fate}`)
    if (fate !== 'soon') this.#world.faults += 1
    if (fate === 'lost') return
    await this.#world.sleep(draw.between(1, fate === 'late' ? 2 * HOUR_MS : 5 * SECOND_MS))
    this.#announce(txid)
    if (fate === 'twice') this.#announce(txid)
  }

  /** Any program can call back; what is in it is no proof. */
  async #forge(): Promise<void> {
    await this.#world.sleep(this.#draw.between(1, 30) * MINUTE_MS)
    this.#world.faults += 1
    this.#announce(txidOf(this.checkout?.id ?? ''))
  }

  #announce(txid: string): void {
    const path = { sellerId: this.#shop.caller.seller.id }
    for (const body of this.#world.bank.callbacksOf(txid)) {
      void this.#world.process.call('receivePixCallback', { path, body })
    }
  }

  /** The seller sends money back, sometimes twice by one reference and sometimes too much. */
  async #refund(): Promise<void> {
    const draw = this.#draw
    const path = { checkoutId: this.checkout?.id ?? '' }
    const { body } = await this.#world.insist('getCheckout', { path })
    const paymentId = body?.payment_id
    if (!paymentId || !draw.chance(0.4)) return
    for (let i = draw.between(1, 3); i > 0; i--) {
      const amount_minor = draw.between(1, PRICE_MINOR)
      const external_id = `${this.number}-${draw.between(1, 3)}`
      const refund = { amount_minor, external_id, metadata: {} }
      const asked = { path: { paymentId }, body: refund }
      const answers = [this.#world.insist('createRefund', asked)]
      if (draw.chance(0.2)) answers.push(this.#world.insist('createRefund', asked))
      for (const { status, code, body: made } of await Promise.all(answers)) {
        if (made) this.refunds.push(made)
        this.#tell(`refund of ${amount_minor}: ${status ?? code}`)
      }
      await this.#world.sleep(draw.between(1, 30) * MINUTE_MS)
    }
  }

  /** The bank takes money back, or the seller returns it on the bank's screen. */
  reverse(): void {
    const draw = this.#draw
    const [paid] = this.transfers
    if (!paid) return
    const cause = draw.oneOf({ MED_FRAUDE: 2, MED_OPERACIONAL: 1, ORIGINAL: 1 })
    const taken = this.#world.bank.takeBack(paid, draw.between(1, PRICE_MINOR), cause)
    this.#tell(taken ?? 'nothing is left to take back')
  }
}
