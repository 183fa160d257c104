/** Everything that is read, of a seller whose rows are as large as they may be. */
import assert from 'node:assert/strict'
import { query } from '../../../db/query.ts'
import { setColumns } from '../../../db/rows.ts'
import { invite } from '../../../domain/access/users.ts'
import { Visitor } from '../../support/dashboard.ts'
import {
  addLargestRows,
  largestCarts,
  largestMetadata,
  largestOffers,
} from '../../support/largestRows.ts'
import type { Ask } from '../../support/largestRows.ts'
import { long } from '../../support/property.ts'
import type { Attack, Target } from './attackedService.ts'
import { operations } from './judge.ts'

const ROWS = long ? 120 : 70

/** Pages of one list that are read. */
const PAGES = long ? 4 : 2

const askOf =
  (target: Target): Ask =>
  async (method, path, body) => {
    const headers = body && ([['content-type', 'application/json']] as const)
    const sent = { method, path, ...(headers && { headers, body: JSON.stringify(body) }) }
    const { status, text } = await target.send(sent)
    assert.ok(status === 200 || status === 201, `${path}: ${text}`)
    return JSON.parse(text) as never
  }

/** Parameters without which an operation is refused. */
const required: Record<string, string> = {
  search: 'q=N',
  exportStatementEntries: 'format=xlsx',
  exportCustomers: 'format=xlsx',
  exportProducts: 'format=xlsx',
  exportRefunds: 'format=xlsx',
}

type Page = { data: { id: string }[]; next_cursor: string | null }

/** Reads an address, and remembers where a list goes on. */
function reading(target: Target, path: string, next: (cursor: string) => void): Attack {
  const send = async () => {
    const { status, text } = await target.send({ method: 'GET', path })
    assert.equal(status, 200, `${path}: ${text.slice(0, 300)}`)
    if (!text.startsWith('{"object":"list"')) return
    const { next_cursor } = JSON.parse(text) as Page
    if (next_cursor) next(next_cursor)
  }
  return { name: path, send }
}

/** The addresses at which a seller reads everything, without a parameter in the path. */
const lists = operations
  .filter(({ method, path }) => method === 'GET' && path.startsWith('/v1/'))
  .filter(({ path }) => !path.includes('{'))

async function attackLists(target: Target, only?: string[]): Promise<void> {
  for (const { id, path, parameters } of lists) {
    if (only && !only.includes(id)) continue
    const isPaged = parameters.some(({ name }) => name === 'limit')
    let cursor = ''
    for (let i = 0; i < PAGES; i++) {
      const query = [isPaged && 'limit=100', cursor, required[id]].filter(Boolean).join('&')
      let after = ''
      const attack = reading(target, `${path}?${query}`, (next) => {
        after = `starting_after=${next}`
      })
      await target.attack([attack])
      if (after === '') break
      cursor = after
    }
  }
}

/** The newest object of each list by itself. */
async function attackObjects(target: Target, ask: Ask): Promise<void> {
  for (const list of ['checkouts', 'customers', 'events', 'payment_links', 'products', 'refunds']) {
    const { data } = (await ask('GET', `/v1/${list}?limit=1`)) as never as Page
    await target.attack([reading(target, `/v1/${list}/${data[0]?.id}`, () => undefined)])
  }
}

const pages = [
  'home',
  'checkouts?limit=100',
  'payments?limit=100',
  'refunds?limit=100',
  'customers?limit=100',
  'products?limit=100',
  'payment-links?limit=100',
  'events?limit=100',
  'webhooks',
  'statement',
  'access',
  'audit?limit=100',
  'search?q=N',
  'checkouts.csv',
  'payments.csv',
]

async function attackPages(target: Target, ask: Ask): Promise<void> {
  const { seller_id, served } = target
  const now = new Date()
  const email = 'dono@loja.example'
  const invited = await invite(served.db, { seller_id, email, role: 'owner', now })
  const visitor = new Visitor(served.url, email)
  await visitor.join(`/dashboard/join/${invited?.token}`)
  const { data } = (await ask('GET', '/v1/checkouts?limit=1')) as never as {
    data: { id: string; checkout_url: string; line_items: object[] }[]
  }
  const [checkout] = data
  const hosted = new URL(checkout?.checkout_url ?? '').pathname
  const paths = [
    ...pages.map((page) => `/dashboard/${page}`),
    `/dashboard/checkouts/${checkout?.id}`,
    hosted,
    `${hosted}/status`,
  ]
  const attackOf = (path: string): Attack => ({
    name: path,
    send: async () => {
      const { status, html } = await visitor.get(path)
      assert.equal(status, 200, `${path}: ${html.slice(0, 300)}`)
    },
  })
  for (const path of paths) await target.attack([attackOf(path)])
}

const setItems = query('test_line_items', setColumns('checkouts', ['line_items']))

/** Makes the items of a seller's newest checkouts as large as older versions let them be. */
async function makeOlder({ served, seller_id }: Target, ask: Ask): Promise<void> {
  const line_items = Array.from({ length: 100 }, (_, i) => ({
    id: `item_019caeab-92a3-718e-a4f7-${String(i).padStart(12, '0')}`,
    product_id: 'prod_019caea7-8c82-7d4a-a8b3-c6e85a7c9f24',
    offer_id: 'offer_019caea7-8c82-7e5b-97c4-d7f96b8dae35',
    name: 'N'.repeat(160),
    description: 'ç'.repeat(2000),
    offer_name: 'N',
    quantity: 1,
    unit_amount_minor: 1,
    type: 'one_time' as const,
    billing_interval: null,
    interval_count: null,
    metadata: largestMetadata(i) as Record<string, unknown>,
  }))
  const { data } = (await ask('GET', '/v1/checkouts?limit=4')) as never as Page
  for (const { id } of data) {
    await served.db.run(() => setItems({ seller_id, id, line_items }))
  }
}

/** Fills a seller's tables, and reads all of them, in the largest pages. */
export async function attackByLargestRows(target: Target): Promise<void> {
  const ask = askOf(target)
  await addLargestRows(ask, ROWS)
  await attackLists(target)
  await attackObjects(target, ask)
  await attackPages(target, ask)
  await makeOlder(target, ask)
  await attackLists(target, ['listCheckouts', 'listStatementEntries', 'exportStatementEntries'])
}

/** Opens as many of the largest carts as a page has rows. */
export async function addHundredCarts(target: Target): Promise<void> {
  const ask = askOf(target)
  await largestCarts(ask, await largestOffers(ask, 12), 100)
}

/** Reads a page of them. */
export async function attackByCarts(target: Target): Promise<void> {
  await addHundredCarts(target)
  await attackLists(target, ['listCheckouts'])
}
