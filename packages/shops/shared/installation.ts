/** Tells a shop from its neighbours at one seller: its id, its address, the sessions it opened. */
import type { Checkout } from '@balcao/client'
import { NotYet } from './notYet.ts'

/** The identity of an installation, as its database keeps it. */
export type ShopRecord = {
  shop_id: string
  /** Where the shop was reached when the record was written. */
  address: string
  /** True when the database was copied from another shop's, whose old sessions it holds. */
  is_copy: boolean
}

/** The owner's answer when the shop is found at another address. */
export type AddressChange = 'moved' | 'copied'

/**
 * The tables of an installation in the shop's database.
 *
 * @template C what a shop passes along so that a statement joins a transaction
 */
export type InstallationStore<C = undefined> = {
  readShop: () => Promise<ShopRecord | undefined>
  /** Keeps a record unless there is one. */
  insertShop: (record: ShopRecord) => Promise<void>
  /** Replaces the record of an id, unless another process has given it another one. */
  replaceShop: (shopId: string, record: ShopRecord) => Promise<void>
  hasSession: (shopId: string, checkoutId: string, context?: C) => Promise<boolean>
  /** True when the database knows a session that a version without ids has opened. */
  hasOldSession: (checkout: SessionMark, context?: C) => Promise<boolean>
}

/** The part of a checkout that tells whose it is. */
export type SessionMark = Pick<Checkout, 'id' | 'metadata'>

/** The shop is at another address than the one that it keeps, and its owner has not said why. */
export class AddressChanged extends NotYet {
  override name = 'AddressChanged'
}

/** An address without a slash at its end. */
export const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

/** An address without the differences that lead to the same place. */
const addressOf = (url: string): string => withoutSlash(URL.canParse(url) ? new URL(url).href : url)

export class Installation<C = undefined> {
  readonly #store: InstallationStore<C>
  readonly #address: string
  readonly #change: AddressChange | undefined
  readonly #warn: (message: string) => void
  #record: Promise<ShopRecord> | undefined

  /**
   * @param url where the shop is reached
   * @param change the owner's answer, if there is one
   */
  constructor({
    store,
    url,
    change,
    warn,
  }: {
    store: InstallationStore<C>
    url: string
    change: AddressChange | undefined
    warn: (message: string) => void
  }) {
    this.#store = store
    this.#address = addressOf(url)
    this.#change = change
    this.#warn = warn
  }

  /** @throws AddressChanged until the owner has answered */
  async shopId(): Promise<string> {
    return (await this.#kept()).shop_id
  }

  /** True while the owner has not said whether the shop was moved or copied. */
  async isHeld(): Promise<boolean> {
    try {
      await this.#kept()
      return false
    } catch (error) {
      if (error instanceof AddressChanged) return true
      throw error
    }
  }

  /**
   * True for a session that bears this shop's id, or none and is known here from before ids.
   *
   * @throws AddressChanged until the owner has answered
   */
  async isOwn(checkout: SessionMark, context?: C): Promise<boolean> {
    const { shop_id, is_copy } = await this.#kept()
    const name = checkout.metadata['shop_id']
    if (name !== undefined) return name === shop_id
    return !is_copy && this.#store.hasOldSession(checkout, context)
  }

  /** As `isOwn`, and this very database has known the session: its money may be sent back. */
  async isKnown(checkout: SessionMark, context?: C): Promise<boolean> {
    if (!(await this.isOwn(checkout, context))) return false
    return checkout.metadata['shop_id'] === undefined || this.hasOpened(checkout.id, context)
  }

  /** True for a session that this shop has opened, by its id alone. */
  async hasOpened(checkoutId: string, context?: C): Promise<boolean> {
    const { shop_id } = await this.#kept()
    return this.#store.hasSession(shop_id, checkoutId, context)
  }

  #kept(): Promise<ShopRecord> {
    this.#record ??= this.#settle().catch((error: unknown) => {
      if (!(error instanceof AddressChanged)) this.#record = undefined
      throw error
    })
    return this.#record
  }

  async #settle(): Promise<ShopRecord> {
    const [store, address, change] = [this.#store, this.#address, this.#change]
    const first = { shop_id: crypto.randomUUID(), address, is_copy: false }
    const before = await this.#readOrInsert(first)
    if (before.address === address) {
      if (change) this.#warn('Balcão: address_change is answered; take it out of the options.')
      return before
    }
    if (change) {
      const after = change === 'moved' ? { ...before, address } : { ...first, is_copy: true }
      await store.replaceShop(before.shop_id, after)
    }
    const record = await this.#readOrInsert(first)
    if (record.address === address) return record
    const message =
      `Balcão: this shop was at ${record.address} and is at ${address} now. Nothing is opened, ` +
      "sent back, canceled or refunded until the option address_change says 'moved' (it is the " +
      "same shop) or 'copied' (it is another one)."
    this.#warn(message)
    throw new AddressChanged(message)
  }

  async #readOrInsert(first: ShopRecord): Promise<ShopRecord> {
    const before = await this.#store.readShop()
    if (before) return before
    await this.#store.insertShop(first)
    return (await this.#store.readShop()) ?? first
  }
}
