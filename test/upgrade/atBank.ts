/** A seller whose buyers pay at a bank, by mutual TLS, while the program is upgraded. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { ROOT } from './oldProgram.ts'
import type { Program } from './oldProgram.ts'
import { sellingAt } from './selling.ts'
import type { Selling } from './selling.ts'

const PAUSE_MS = 200

/** The statuses of a payment of which nothing is owed. */
const ENDS = ['succeeded', 'partially_refunded', 'returned']

/** A buyer sends half of the price now and then: it goes back. */
const WRONG_EVERY = 3
const WRONG_AMOUNT = '0.50'

/** Rounds of the reconciler come every second. */
const SETTLED_WITHIN_MS = 60_000

type Access = Record<'url' | 'token_url' | 'client_id' | 'client_secret', string> &
  Record<'cert' | 'key' | 'ca' | 'pix_key' | 'control_url', string> & { account: object }
type Transfer = { endToEndId: string; txid?: string }
type Payment = { end_to_end_id: string; status: string }

export const json = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

export class AtBank {
  readonly #bank: ChildProcess
  readonly access: Access
  readonly selling: Selling
  readonly #ports: () => number[]
  #isEnded = false
  #work: Promise<void> = Promise.resolve()

  private constructor(of: {
    bank: ChildProcess
    access: Access
    selling: Selling
    ports: () => number[]
  }) {
    this.#bank = of.bank
    this.access = of.access
    this.selling = of.selling
    this.#ports = of.ports
  }

  /** @param ports of the services that answer, at any time */
  static async start(program: Program, port: number, ports: () => number[]): Promise<AtBank> {
    const stdio = ['ignore' as const, 'pipe' as const, 'inherit' as const]
    const bank = spawn(process.execPath, ['cli/cli.ts', 'bank'], { cwd: ROOT, stdio })
    assert.ok(bank.stdout)
    const [line] = (await once(createInterface(bank.stdout), 'line')) as [string]
    const access = JSON.parse(line) as Access
    const selling = await sellingAt(program, port)
    connect(program, selling.seller_id, access)
    const at = new AtBank({ bank, access, selling, ports })
    at.#work = at.#sell()
    return at
  }

  /** Ends the sales and the returns that the bank still owes, and compares its books with ours. */
  async stop(port: number): Promise<{ transfers: number; returned: number }> {
    this.#isEnded = true
    await this.#work
    const endMs = performance.now() + SETTLED_WITHIN_MS
    for (;;) {
      await fetch(`${this.access.control_url}/returns/end`, json({ status: 'DEVOLVIDO' }))
      const transfers = await this.transfers()
      const payments = await this.payments(port)
      const known = new Map(payments.map((one) => [one.end_to_end_id, one.status]))
      const missing = transfers.filter(({ endToEndId }) => !known.has(endToEndId))
      const open = payments.filter(({ status }) => !ENDS.includes(status))
      if (missing.length === 0 && open.length === 0) {
        assert.equal(payments.length, transfers.length)
        const returned = payments.filter(({ status }) => status === 'returned').length
        this.#bank.kill()
        return { transfers: transfers.length, returned }
      }
      assert.ok(performance.now() < endMs, `${missing.length} not known, ${open.length} open`)
      await wait(PAUSE_MS)
    }
  }

  /** The transfers for charges in the bank's books. */
  async transfers(): Promise<Transfer[]> {
    const answer = await fetch(`${this.access.control_url}/books`)
    return ((await answer.json()) as { transfers: Transfer[] }).transfers
  }

  /** All payments of the seller, as the service on a port lists them. */
  async payments(port: number): Promise<Payment[]> {
    const found: Payment[] = []
    const authorization = `Bearer ${await this.selling.login(port)}`
    for (let after = ''; ; ) {
      const url = `http://127.0.0.1:${port}/v1/payments?limit=100${after}`
      const answer = await fetch(url, { headers: { authorization } })
      const page = (await answer.json()) as { data: Payment[]; next_cursor: string | null }
      found.push(...page.data)
      if (!page.next_cursor) return found
      after = `&starting_after=${page.next_cursor}`
    }
  }

  async #sell(): Promise<void> {
    for (let sale = 1; !this.#isEnded; sale++) {
      // A failed request is no sale, but every paid one has to be in both books.
      await this.#sellOnce(sale).catch(() => undefined)
      await wait(PAUSE_MS)
    }
  }

  async #sellOnce(sale: number): Promise<void> {
    const ports = this.#ports()
    const base = `http://127.0.0.1:${ports[sale % ports.length]}`
    const { offer_id, login } = this.selling
    const options = json({ offer_id })
    const authorization = `Bearer ${await login(ports[sale % ports.length] ?? 0)}`
    const opened = await fetch(`${base}/v1/checkouts`, {
      ...options,
      headers: { ...options.headers, authorization },
    })
    const { id, checkout_url } = (await opened.json()) as { id: string; checkout_url: string }
    // The page has the charge made.
    await fetch(`${base}${new URL(checkout_url).pathname}`)
    const txid = id.replace('checkout_', '').replaceAll('-', '')
    const valor = sale % WRONG_EVERY === 0 ? { valor: WRONG_AMOUNT } : {}
    for (let tries = 0; tries < 20; tries++) {
      await wait(PAUSE_MS)
      const body = json({ code: txid, ...valor })
      if ((await fetch(`${this.access.control_url}/payments`, body)).ok) return
    }
  }
}

/** As an operator of that time has connected a bank. */
function connect(program: Program, seller_id: string, access: Access): void {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-bank-'))
  const file = (name: 'cert' | 'key' | 'ca') => {
    const path = join(folder, name)
    writeFileSync(path, access[name], { mode: 0o600 })
    return path
  }
  const { code, out } = program.run(
    ...['psp', 'connect', '--seller', seller_id, '--pix-key', access.pix_key],
    ...['--url', access.url, '--token-url', access.token_url, '--client-id', access.client_id],
    // The first version takes it in no file.
    ...['--client-secret', access.client_secret, '--cert', file('cert')],
    ...['--key', file('key'), '--ca', file('ca')],
  )
  rmSync(folder, { recursive: true })
  assert.equal(code, 0, out)
}
