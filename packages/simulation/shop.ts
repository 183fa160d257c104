import { operator } from '../../domain/identity/actor.ts'
import { createSeller } from '../../domain/access/clients.ts'
import type { BankSettings } from '../../domain/pix/bank/options.ts'
import { connectBank } from '../../domain/pix/connections/renewal.ts'
import type { BankStanding } from '../../domain/pix/connections/bankStanding.ts'
import type { BankAccount } from '../../db/schema/pix.ts'
import type { Caller, Process } from './process.ts'

export const PRICE_MINOR = 4990

/** A seller with a bank, a receiver of its events, one product, and a link that sells it. */
export type Shop = { caller: Caller; offer_id: string; link_token: string }

/** The bank of an account; one of Pix Automático has the seller's account and has been asked. */
export type ShopBank = {
  settings: BankSettings
  account?: BankAccount
  standing?: BankStanding
}

/** Opens an account that is connected to a bank, before anything goes wrong. */
export async function openAccount(process: Process, bank: ShopBank): Promise<Caller> {
  const { db } = process
  const { vault, clock } = process.service
  const now = await clock.now()
  const { seller_id, client_id, id } = await createSeller(db, { name: 'Loja', now })
  const caller: Caller = {
    seller: { id: seller_id, name: 'Loja', default_currency: 'BRL' },
    actor: { type: 'api_client', id, client_id, name: 'Padrão', generation: 1 },
  }
  await connectBank(db, vault, { seller_id, ...bank, known: [], actor: operator(), now })
  return caller
}

/** Opens the shop, before anything goes wrong. */
export async function openShop(process: Process, settings: BankSettings): Promise<Shop> {
  const caller = await openAccount(process, { settings })
  const receiver = { url: 'https://loja.example/eventos', enabled: true }
  await process.call('createWebhookEndpoint', { body: receiver }, caller)
  const offer = { name: 'Padrão', amount_minor: PRICE_MINOR, currency: 'BRL', type: 'one_time' }
  const default_offer = { ...offer, metadata: {}, active: true }
  const body = { name: 'Caneca', description: '', metadata: {}, default_offer }
  const { body: product } = await process.call('createProduct', { body }, caller)
  const offer_id = product?.default_offer?.id ?? ''
  const sold = { name: 'Caneca', items: [{ offer_id, quantity: 1 }], collect: [], metadata: {} }
  const { body: link } = await process.call('createPaymentLink', { body: sold }, caller)
  return { caller, offer_id, link_token: tokenOf(link?.url ?? '') }
}

/** The last part of the address of a page, which is all that the page asks for. */
export function tokenOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}
