/** Rows as large as a seller can make them, by bytes and by members of their JSON. */
import assert from 'node:assert/strict'

const METADATA_BYTES = 16 * 1024

/** Fills an object up to the most that `metadata` takes. */
function filled(member: (i: number) => string): object {
  let [text, i] = ['', 0]
  for (let next = member(0); text.length + next.length + 2 <= METADATA_BYTES; ) {
    text += next
    next = `,${member(++i)}`
  }
  return JSON.parse(`{${text}}`) as object
}

/** Forms of JSON that take long to parse, to print, or to send. */
const forms: readonly object[] = [
  filled((i) => `"${i.toString(36)}":0`),
  { a: Array.from({ length: 5400 }, () => []) },
  filled((i) => `"${i.toString(36)}":{}`),
  { text: 'x'.repeat(METADATA_BYTES - 20) },
  { text: '\n'.repeat(METADATA_BYTES / 2 - 20) },
  { text: 'ç'.repeat(METADATA_BYTES / 2 - 20) },
]

export const largestMetadata = (i: number): object => forms[i % forms.length] ?? {}

/** Sends a request, and returns the body of its answer. */
export type Ask = (method: string, path: string, body?: object) => Promise<NewObject>
export type NewObject = { id: string; payment_id: string; default_offer: { id: string } }

/** Offers whose products have as much metadata and description as there may be. */
export async function largestOffers(ask: Ask, count: number): Promise<string[]> {
  const offers: string[] = []
  for (let i = 0; i < count; i++) {
    const { default_offer } = await ask('POST', '/v1/products', {
      name: 'N'.repeat(160),
      description: 'ç'.repeat(2000),
      metadata: largestMetadata(i),
      default_offer: { amount_minor: 4990, currency: 'BRL' },
    })
    offers.push(default_offer.id)
  }
  return offers
}

/** So many items that a cart of them is nearly refused for its size: six have 126 KiB. */
const ITEMS = 6

/** Opens carts whose items take nearly all that they may. */
export async function largestCarts(
  ask: Ask,
  offers: string[],
  count: number,
): Promise<NewObject[]> {
  const carts: NewObject[] = []
  for (let i = 0; i < count; i++) {
    const from = (i * ITEMS) % (offers.length - ITEMS + 1)
    const items = offers.slice(from, from + ITEMS).map((offer_id) => ({ offer_id, quantity: 1 }))
    const url = `https://loja.example/${'x'.repeat(2000)}`
    const body = { items, metadata: largestMetadata(i), success_url: url, cancel_url: url }
    carts.push(await ask('POST', '/v1/cart_checkouts', body))
  }
  return carts
}

/** Rows of every table whose rows can be large: so many of each, and of carts a tenth. */
export async function addLargestRows(ask: Ask, count: number): Promise<void> {
  const offers = await largestOffers(ask, count)
  const metadata = largestMetadata(0)
  for (let i = 0; i < count; i++) {
    const email = `${'a'.repeat(50)}${i}@loja.example`
    const name = 'N'.repeat(160)
    await ask('POST', '/v1/customers', { name, email, metadata: largestMetadata(i) })
    const items = [{ name: 'Aula', unit_amount_minor: 4990, metadata: largestMetadata(i) }]
    await ask('POST', '/v1/payment_links', { name, items, metadata })
  }
  const carts = await largestCarts(ask, offers, Math.ceil(count / 5))
  for (const [i, { id }] of carts.entries()) {
    const end = i % 2 === 0 ? `/sandbox/checkouts/${id}/pay` : `/v1/checkouts/${id}/cancel`
    const { payment_id } = await ask('POST', end)
    if (!payment_id) continue
    for (let refunds = 0; refunds < count / 4; refunds++) {
      const body = { amount_minor: 1, reason: 'R'.repeat(140), metadata: largestMetadata(refunds) }
      await ask('POST', `/v1/payments/${payment_id}/refunds`, body)
    }
  }
  assert.ok(carts.length > 0)
}
