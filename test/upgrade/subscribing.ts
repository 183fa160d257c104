/**
 * Subscriptions that the new program sells beside the old one, which knows none: money for their
 * invoices is left alone by it, and is in the books once the new one reads it.
 */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { addDays, dayOf } from '../../runtime/brasilia.ts'
import { json } from './atBank.ts'
import type { AtBank } from './atBank.ts'
import type { Program } from './oldProgram.ts'
import { tokenOf } from './selling.ts'
import type { Client } from './selling.ts'

/** The longest wait: rounds come every second. */
const WITHIN_MS = 60_000
const PAUSE_MS = 200

/** Several rounds in which a program reads the bank's list. */
const ROUNDS_MS = 4_000

/** The statuses of a payment that has paid something. */
const PAID = new Set(['succeeded', 'partially_refunded'])

const CPF = '12345678909'
const WRONG_AMOUNT = '0.50'

type Sold = { id: string; code: string; txid: string; invoice_id: string }
type Payment = { id: string; status: string }
type List<Row> = { data: Row[] }

export class Subscribing {
  readonly #at: AtBank
  readonly #client: Client
  readonly #sold: Sold[] = []

  private constructor(at: AtBank, client: Client) {
    this.#at = at
    this.#client = client
  }

  /** Has the new program sell subscriptions, whose codes are not paid yet. */
  static async start(at: AtBank, program: Program, port: number): Promise<Subscribing> {
    const { seller_id } = at.selling
    const more = ['bank:write', 'refunds:write', 'subscriptions:read', 'subscriptions:write']
    const scopes = ['all', ...more].join(' ')
    const words = ['--seller', seller_id, '--name', 'Planos', '--scopes', scopes]
    const plans = new Subscribing(at, program.json<Client>('clients', 'create', ...words))
    await plans.#connectAccount(port)
    for (let number = 1; number <= 3; number++) plans.#sold.push(await plans.#sell(port, number))
    return plans
  }

  async #ask<Body>(port: number, method: string, path: string, body?: object): Promise<Body> {
    const authorization = `Bearer ${await tokenOf(this.#client, port)}`
    const headers = { authorization, ...(body && { 'content-type': 'application/json' }) }
    const options = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, options)
    const text = await answer.text()
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text) as Body
  }

  /** The old program has asked for no account, without which no recurring charge is made. */
  async #connectAccount(port: number): Promise<void> {
    const { url, token_url, client_id, client_secret, pix_key, ...of } = this.#at.access
    const { cert: certificate, key: private_key, ca: authority, account } = of
    const { recurring } = await this.#ask<{ recurring: string }>(
      port,
      'PUT',
      '/v1/bank_connection',
      {
        ...{
          url,
          token_url,
          client_id,
          client_secret,
          pix_key,
          certificate,
          private_key,
          authority,
        },
        account,
      },
    )
    assert.equal(recurring, 'available')
  }

  async #sell(port: number, number: number): Promise<Sold> {
    const terms = { amount_minor: 4990, currency: 'BRL', type: 'recurring' }
    const product = await this.#ask<{ default_offer: { id: string } }>(
      port,
      'POST',
      '/v1/products',
      {
        name: `Clube ${number}`,
        default_offer: { ...terms, billing_interval: 'month' },
      },
    )
    const sold = await this.#ask<{ id: string }>(port, 'POST', '/v1/subscriptions', {
      offer_id: product.default_offer.id,
      customer: { name: 'Ana', email: `ana.${number}@example.com`, tax_id: CPF },
    })
    const path = `/v1/subscriptions/${sold.id}/code`
    const endMs = performance.now() + WITHIN_MS
    for (;;) {
      const found = await this.#ask<Sold & { code: string | null }>(port, 'GET', path)
      if (found.code !== null) return { ...found, id: sold.id, code: found.code }
      assert.ok(performance.now() < endMs, 'the bank makes no code')
      await wait(PAUSE_MS)
    }
  }

  async #control(path: string, body: object): Promise<void> {
    const answer = await fetch(`${this.#at.access.control_url}${path}`, json(body))
    assert.ok(answer.ok, `${path}: ${answer.status}`)
  }

  /** A buyer pays and authorises, while both programs run. */
  authorize(number: 1 | 2): Promise<void> {
    return this.#control('/authorizations', { code: this.#sold[number - 1]?.code, cpf: CPF })
  }

  /**
   * Money arrives while the old program alone reads the bank's lists: the right amount, and a wrong
   * one, which is for an invoice as well.
   *
   * @param port of the old program
   */
  async payUnknown(port: number): Promise<void> {
    await this.authorize(2)
    const [, , third] = this.#sold
    await this.#control('/payments', { code: third?.code, valor: WRONG_AMOUNT })
    await wait(ROUNDS_MS)
    const txids = new Set(this.#sold.slice(1).map(({ txid }) => txid))
    const arrived = (await this.#at.transfers()).filter(({ txid = '' }) => txids.has(txid))
    assert.equal(arrived.length, txids.size)
    const known = new Set((await this.#at.payments(port)).map((one) => one.end_to_end_id))
    const taken = arrived.filter(({ endToEndId }) => known.has(endToEndId))
    assert.deepEqual(taken, [], 'the old program has taken money of an invoice')
  }

  /** Part of what paid the first invoice is sent back. @param port of the new program */
  async refund(port: number): Promise<void> {
    const [first] = this.#sold
    const payment = await this.#untilPaid(port, first?.invoice_id ?? '')
    await this.#ask(port, 'POST', `/v1/payments/${payment.id}/refunds`, { amount_minor: 100 })
  }

  async #untilPaid(port: number, invoice_id: string): Promise<Payment> {
    const endMs = performance.now() + WITHIN_MS
    for (;;) {
      const path = `/v1/payments?invoice_id=${invoice_id}`
      const { data } = await this.#ask<List<Payment>>(port, 'GET', path)
      const found = data.find(({ status }) => PAID.has(status))
      if (found) return found
      assert.ok(performance.now() < endMs, 'an invoice is not paid')
      await wait(PAUSE_MS)
    }
  }

  /**
   * Fails unless both that were paid are active, and no money of an invoice counts as money without
   * a charge. The wrong amount is in the books, and back, when those are compared (`AtBank.stop`).
   *
   * @param port of the new program
   */
  async assertTaken(port: number): Promise<{ active: number }> {
    const paid = this.#sold.slice(0, 2)
    for (const { id, invoice_id } of paid) {
      await this.#untilPaid(port, invoice_id)
      const path = `/v1/subscriptions/${id}`
      const endMs = performance.now() + WITHIN_MS
      for (;;) {
        const { status } = await this.#ask<{ status: string }>(port, 'GET', path)
        if (status === 'active') break
        assert.ok(performance.now() < endMs, `a subscription is ${status}`)
        await wait(PAUSE_MS)
      }
    }
    const today = dayOf(new Date())
    const days = `date_from=${addDays(today, -1)}&date_to=${today}`
    const list = `/v1/statement_entries?${days}&type=unmatched`
    const { data } = await this.#ask<List<object>>(port, 'GET', list)
    assert.deepEqual(data, [], 'money of an invoice is listed as unmatched')
    return { active: paid.length }
  }
}
