/** Real processes of one service on one database, with subscriptions at a simulated bank. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../../db/open.ts'
import { createClient, createSeller } from '../../domain/access/clients.ts'
import { everyScope } from '../../domain/identity/scopes.ts'
import { Vault } from '../../domain/identity/vault.ts'
import { callbackUrl } from '../../domain/pix/connections/bankConnections.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import type { Bank } from '../../packages/bank/bank.ts'
import { authorize, setFunds } from '../../packages/bank/recurring/controls.ts'
import { addDays, dayOf } from '../../runtime/brasilia.ts'
import { newId } from '../../runtime/ids.ts'
import { startBank } from './bank.ts'
import { addBank } from './bankSettings.ts'
import { engine, newDatabase, sqlOn } from './engine.ts'
import type { Sql } from './engine.ts'
import { ask, startProcesses, tokenOf } from './processes.ts'
import type { Processes } from './processes.ts'
import { assertOrders } from './recurringBank.ts'
import { CPF } from './subscriptionRail.ts'
import { brasilia } from './subscriptions.ts'

const BASE_URL = 'http://loja.example'
const AMOUNT_MINOR = 4990

/** Rows of one statement. */
const ROWS = 100

/** A claim of a process that was killed has ended after so long. */
export const CLAIM_SECONDS = 61

const PAUSE_MS = 50

/** The longest wait for anything. */
const PATIENCE_MS = 240_000

type Client = { client_id: string; client_secret: string }

/** The bank's ids of a mandate. */
type BankIds = { recurrence_id: string; location_id: string }

export class SubscriptionProcesses {
  readonly bank: Bank
  readonly sql: Sql
  readonly seller_id: string
  readonly #connection_id: string
  readonly #environment: Record<string, string>
  readonly #client: Client
  readonly #clock: { offsetMs: number }

  /** A seller with a bank, at eight in the morning of a day. */
  static async start(): Promise<SubscriptionProcesses> {
    const DATABASE_URL = await newDatabase()
    const secretKey = randomBytes(32)
    const morning = brasilia(`${addDays(dayOf(new Date()), 1)}T08:00:00`)
    const clock = { offsetMs: morning.getTime() - Date.now() }
    const now = () => new Date(Date.now() + clock.offsetMs)
    const db = await openDatabase(DATABASE_URL)
    const sql = await sqlOn(DATABASE_URL)
    await sql('insert into sandbox_clock (id, offset_ms) values (1, ?)', clock.offsetMs)
    const { seller_id } = await createSeller(db, { name: 'Loja', now: now() })
    const scopes = [...everyScope]
    const client = await createClient(db, { seller_id, name: 'Loja', scopes, now: now() })
    assert.ok(client)
    const bank = await startBank(now)
    const { settings, account } = bank
    const webhook_url = callbackUrl(BASE_URL, seller_id)
    const standing = {
      callbacks: 'registered',
      webhook_url,
      granted_scopes: null,
      recurring: 'available',
      recurring_callbacks: 'registered',
    } as const
    const of = { seller_id, settings, account, standing, now: now() }
    const { id } = await addBank(db, new Vault(secretKey), of)
    await db.close()
    const SECRET_KEY = secretKey.toString('base64')
    const environment = { DATABASE_URL, SECRET_KEY, BASE_URL, RECONCILE_SECONDS: '2' }
    const parts = { bank, sql, seller_id, connection_id: id, environment, client, clock }
    return new SubscriptionProcesses(parts)
  }

  private constructor(of: {
    bank: Bank
    sql: Sql
    seller_id: string
    connection_id: string
    environment: Record<string, string>
    client: Client
    clock: { offsetMs: number }
  }) {
    this.bank = of.bank
    this.sql = of.sql
    this.seller_id = of.seller_id
    this.#connection_id = of.connection_id
    this.#environment = of.environment
    this.#client = of.client
    this.#clock = of.clock
  }

  get now(): Date {
    return new Date(Date.now() + this.#clock.offsetMs)
  }

  process(): Promise<Processes> {
    return startProcesses(this.#environment)
  }

  /** Moves the clock of all processes, and the bank's, to a moment. */
  async moveTo(moment: Date, { url }: Processes): Promise<void> {
    const byMs = Math.max(1_000, Math.ceil((moment.getTime() - this.now.getTime()) / 1000) * 1000)
    const headers = await this.#signedIn(url)
    this.#clock.offsetMs += byMs
    this.bank.books.clock.catchUp()
    const json = { seconds: byMs / 1000 }
    const moved = await ask(`${url}/sandbox/clock/advance`, { method: 'POST', headers, json })
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
  }

  pass(seconds: number, process: Processes): Promise<void> {
    return this.moveTo(new Date(this.now.getTime() + seconds * 1000), process)
  }

  async #signedIn(url: string): Promise<Record<string, string>> {
    return { authorization: `Bearer ${await tokenOf(url, this.#client)}` }
  }

  async post<Body>({ url }: Processes, path: string, json?: object): Promise<Body> {
    const headers = await this.#signedIn(url)
    const answer = await ask(url + path, { method: 'POST', headers, ...(json && { json }) })
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body as Body
  }

  async get<Body>({ url }: Processes, path: string): Promise<Body> {
    const answer = await ask(url + path, { headers: await this.#signedIn(url) })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body as Body
  }

  /** Mandates that were approved, whose first debit is in six days: it is to be ordered now. */
  async dueNow(count: number, customer_id: string, cpf = CPF): Promise<string[]> {
    const { now } = this
    const starts_on = addDays(dayOf(now), 6)
    const ids = Array.from({ length: count }, () => newId(idPrefixes.subscriptions, now))
    const rows = ids.map((id) => {
      return this.#row({ id, ...this.#approved(id, starts_on, cpf), starts_on, customer_id, now })
    })
    for (let from = 0; from < count; from += ROWS) {
      const piece = rows.slice(from, from + ROWS)
      const columns = Object.keys(piece[0] ?? {})
      const marks = piece.map(() => `(${columns.map(() => '?').join()})`).join()
      const values = piece.flatMap((row) => Object.values(row))
      await this.sql(`insert into subscriptions (${columns.join()}) values ${marks}`, ...values)
    }
    return ids
  }

  /** A recurrence in the bank's books to which its payer has agreed. */
  #approved(id: string, starts_on: string, cpf: string): BankIds {
    const { books } = this.bank
    const loc = books.perform('POST /locrec', [], {}).body?.['id']
    const { body } = books.perform('POST /rec', [], {
      vinculo: { contrato: digitsOf(id), devedor: { cpf, nome: 'Ana' } },
      calendario: { dataInicial: starts_on, periodicidade: 'MENSAL' },
      valor: { valorRec: '49.90' },
      politicaRetentativa: 'PERMITE_3R_7D',
      loc,
    })
    const recurrence_id = String(body?.['idRec'])
    authorize(books, { code: recurrence_id, cpf })
    return { recurrence_id, location_id: String(loc) }
  }

  #row({
    now,
    ...columns
  }: BankIds & {
    id: string
    starts_on: string
    customer_id: string
    now: Date
  }): Record<string, unknown> {
    const at = now.toISOString()
    const no = engineBoolean(false)
    return {
      ...columns,
      seller_id: this.seller_id,
      connection_id: this.#connection_id,
      ...{ status: 'active', mandate_status: 'approved', mandate_approved_at: at },
      ...{ offer_id: 'offer_1', name: 'Clube do café', currency: 'BRL', metadata: '{}' },
      ...{ amount_minor: AMOUNT_MINOR, billing_interval: 'month', interval_count: 1 },
      ...{ is_variable: no, pays_with_code: no, retries: engineBoolean(true) },
      page_token: `token-${columns.id}`,
      expires_at: at,
      ...{ activated_at: at, check_at: at, created_at: at, updated_at: at },
    }
  }

  /** @param funds of the payer, as `49.90`; null is enough for all */
  fund(funds: string | null, cpf = CPF): void {
    setFunds(this.bank.books, { cpf, funds })
  }

  async count(from: string): Promise<number> {
    const [row] = await this.sql<{ count: number }>(`select count(*) as count from ${from}`)
    return Number(row?.count)
  }

  /** Resolves once something is true. */
  async until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
    const endMs = performance.now() + PATIENCE_MS
    while (!(await isTrue())) {
      assert.ok(performance.now() < endMs, what)
      await wait(PAUSE_MS)
    }
  }

  get charges() {
    return [...this.bank.books.recurring.context.charges.values()]
  }

  get recurrences() {
    return [...this.bank.books.recurring.context.recurrences.values()]
  }

  /** The bars: every order within the rules, and one living recurrence for a subscription. */
  assertRules(): void {
    assertOrders(this.bank)
    const living = this.recurrences.filter(({ status }) => /CRIADA|APROVADA/.test(status))
    const contracts = living.map(({ vinculo }) => vinculo.contrato)
    assert.equal(new Set(contracts).size, contracts.length, 'two living recurrences')
  }
}

/** The subscription's 32 hexadecimal digits, as a bank has them for its contract. */
export const digitsOf = (id: string): string => id.slice(id.indexOf('_') + 1).replaceAll('-', '')

/** A boolean as an argument of a statement: SQLite has none. */
const engineBoolean = (value: boolean) => (engine === 'postgres' ? value : Number(value))

/** Ends a process as nothing warns it. */
export async function killed(process: Processes): Promise<void> {
  process.kill('SIGKILL')
  await process.exited
}
