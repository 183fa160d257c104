/** A shop at a service of a work tree: a seller with a bank and an endpoint for its events. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../cli/ports.ts'
import { commandFileIn } from '../../../test/support/commandFile.ts'
import { authenticated } from '../data.ts'
import type { Place } from '../data.ts'
import { json, made } from '../requests.ts'
import type { SaleSettings } from '../peers/saleByHand.ts'
import { start } from '../servers.ts'
import type { Program, Server } from '../servers.ts'
import type { Shop } from './sale.ts'
import type { BankAccess, Receiver } from './world.ts'

type Client = { seller_id: string; client_id: string; client_secret: string }

/** A service that a shop is known to, which can be started again and again. */
export type Stand = {
  shop: Shop
  /** Counts of the running service since its start, by name. */
  counts(): Promise<Record<string, number>>
  start(): Promise<Server>
}

const receiverOnline = fileURLToPath(new URL('receiverOnline.ts', import.meta.url))

function run<Value>({ tree = '' }: Program, place: Place, ...words: string[]): Value {
  const env = { ...process.env, ...place, MODE: 'live', LOG_LEVEL: 'warn' }
  const args = [commandFileIn(tree), ...words, '--json']
  return JSON.parse(execFileSync(process.execPath, args, { cwd: tree, env, encoding: 'utf8' }))
}

/** @returns where the bank announces transfers from now on */
function connectBank(
  program: Program,
  place: Place,
  of_seller: string[],
  bank: BankAccess,
): string {
  const files: string[] = []
  const file = (name: 'cert' | 'key' | 'ca' | 'client_secret') => {
    const path = join(process.env['TMPDIR'] ?? '/tmp', `balcao-bench-${process.pid}-${name}`)
    writeFileSync(path, bank[name], { mode: 0o600 })
    files.push(path)
    return path
  }
  const addresses = ['--url', bank.url, '--token-url', bank.token_url]
  const credentials = ['--client-id', bank.client_id, '--client-secret-file', file('client_secret')]
  const pems = ['--cert', file('cert'), '--key', file('key'), '--ca', file('ca')]
  const of = [...of_seller, '--pix-key', bank.pix_key]
  try {
    const connect = ['psp', 'connect', ...of, ...addresses, ...credentials, ...pems]
    return run<{ callback_url: string }>(program, place, ...connect).callback_url
  } finally {
    for (const path of files) rmSync(path)
  }
}

async function stock(url: string, client: Client) {
  const { token } = await authenticated(url, { ...client, customers: [], offers: [] })
  const post = <Body>(path: string, body: object) =>
    made<Body>(url, json('POST', path, token, body))
  const product = await post<{ default_offer: { id: string } }>('/v1/products', {
    name: 'Caneca de cerâmica',
    description: 'Caneca de 300 ml, queimada a 1.200 °C.',
    default_offer: { amount_minor: 4990, currency: 'BRL' },
  })
  const customer = await post<{ id: string }>('/v1/customers', {
    name: 'Padaria Pão Quente',
    email: 'compras@padaria.example',
    phone: '+5511987654321',
    tax_id: '529.982.247-25',
  })
  return { offer_id: product.default_offer.id, customer_id: customer.id }
}

/** The service's own counts: SQLite syncs each group of commits once. */
async function countsOf(metrics_url: string): Promise<Record<string, number>> {
  const text = await (await fetch(metrics_url)).text()
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN)
  return {
    commits: value('balcao_database_commit_groups_total'),
    transactions: value('balcao_database_transactions_total'),
  }
}

/** An empty database with a key, and those around the service. */
export type Site = {
  place: Omit<Place, 'BASE_URL'>
  bank: BankAccess
  receiver: Receiver
  areBuyersStaying: boolean
  /** Counts of the database's server, by name. */
  serverCounts?: () => Promise<Record<string, number>>
}

/** Opens a shop at a service. */
export async function openShop(
  of: Program,
  { place, bank, receiver, areBuyersStaying, serverCounts }: Site,
): Promise<Stand> {
  const port = await freePort()
  const metrics_port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const at = { ...place, BASE_URL: url }
  const program = {
    ...of,
    env: {
      // Polls of what was paid before would fall into one phase or the other.
      RECONCILE_SECONDS: '3600',
      // The limits are those of live mode, as for every shop.
      RATE_LIMIT: '',
      SELLER_DAILY_MB: '',
      ...of.env,
      METRICS_PORT: String(metrics_port),
      NODE_EXTRA_CA_CERTS: receiver.authorityFile,
      NODE_OPTIONS: `--import ${receiverOnline}`,
    },
  }
  const client = run<Client>(program, at, 'sellers', 'create', '--name', 'Loja')
  const of_seller = ['--seller', client.seller_id]
  const callback_url = connectBank(program, at, of_seller, bank)
  const endpoint = ['webhooks', 'create', ...of_seller, '--url', receiver.url]
  receiver.expect(run<{ secret: string }>(program, at, ...endpoint).secret)
  const server = await start(program, at, port)
  const stocked = await stock(url, client)
  await server.stop()
  const { control_url } = bank
  const { eventOf } = receiver
  const at_bank = { control_url, callback_url }
  const agent = new Agent({ keepAlive: true })
  return {
    shop: { url, agent, client, ...stocked, ...at_bank, areBuyersStaying, eventOf },
    counts: async () => ({
      ...(await countsOf(`http://127.0.0.1:${metrics_port}/metrics`)),
      ...(await serverCounts?.()),
    }),
    start: () => start(program, at, port),
  }
}

/** Opens the same shop at the reference by hand. */
export async function openByHand(
  of: Program,
  { place, bank, receiver, areBuyersStaying, serverCounts }: Site,
): Promise<Stand> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const client = { client_id: 'loja', client_secret: randomBytes(24).toString('base64url') }
  const stocked = { offer_id: 'offer_1', customer_id: 'cus_1' }
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  receiver.expect(secret)
  const authority = readFileSync(receiver.authorityFile, 'utf8')
  const endpoint = { port: Number(new URL(receiver.url).port), authority, secret }
  const SALE = JSON.stringify({ bank, endpoint, client, ...stocked } satisfies SaleSettings)
  const program = { ...of, env: { ...of.env, SALE } }
  const { control_url } = bank
  const { eventOf } = receiver
  const at_bank = { control_url, callback_url: `${url}/pix` }
  const agent = new Agent({ keepAlive: true })
  return {
    shop: { url, agent, client, ...stocked, ...at_bank, areBuyersStaying, eventOf },
    counts: async () => ({
      ...((await (await fetch(`${url}/counts`)).json()) as Record<string, number>),
      ...(await serverCounts?.()),
    }),
    start: () => start(program, { ...place, BASE_URL: url }, port),
  }
}
