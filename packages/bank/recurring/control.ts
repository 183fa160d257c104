/** The part of the simulated bank's control that is of Pix Automático, and of its clock. */
import type { Bank } from '../bank.ts'
import { postCallback } from '../callbacks.ts'
import type { CallbackResult } from '../callbacks.ts'
import type { Pix } from '../views.ts'
import { authorize, cancelSchedule, requesters, revoke, setFunds } from './controls.ts'
import type { Authorization, Revocation } from './controls.ts'
import type { Fields } from './things.ts'

/** A year and a day, and a leap day. */
const MAX_SECONDS = 367 * 24 * 60 * 60

const text = { type: 'string', minLength: 1, maxLength: 1_000 }
const cpf = { type: 'string', pattern: String.raw`^\d{11}$` }
const amount = { type: 'string', pattern: String.raw`^\d{1,10}\.\d{2}$` }
const code = { type: 'string', pattern: '^[A-Z0-9]{4}$' }
const boolean = { type: 'boolean' }

const closed = (properties: object, required: string[]) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})

const schemas = {
  clock: closed({ seconds: { type: 'integer', minimum: 1, maximum: MAX_SECONDS } }, ['seconds']),
  authorization: closed({ code: text, cpf, limit: amount, pays: boolean, consents: boolean }, [
    'code',
  ]),
  payer: closed({ cpf, funds: { oneOf: [amount, { type: 'null' }] } }, ['cpf', 'funds']),
  revocation: closed({ idRec: text, by: { enum: Object.keys(requesters) }, codigo: code }, [
    'idRec',
  ]),
  schedule: closed({ txid: text, codigo: code }, ['txid']),
}

/** Tells the customer of recurrences and charges, each in the order in which it changes. */
class RecurringAnnouncer {
  readonly #bank: Bank
  /** The last callback about each, by its id. */
  readonly #last = new Map<string, Promise<CallbackResult>>()

  constructor(bank: Bank) {
    this.#bank = bank
    const { context, views } = bank.books.recurring
    context.onRecurrence = (one) =>
      this.#announce('rec', one.idRec, { recs: [views.notifiedRecurrence(one)] })
    context.onCharge = (one) =>
      this.#announce('cobr', one.txid, { cobsr: [views.notifiedCharge(one)] })
  }

  #announce(of: 'rec' | 'cobr', id: string, body: object): void {
    const { webhookUrl } = this.#bank.books.recurring.webhooks.get(of) ?? {}
    if (webhookUrl === undefined) return void this.#last.delete(id)
    const sent = structuredClone(body)
    const call = () => postCallback(`${webhookUrl}/${of}`, sent)
    const before = this.#last.get(id)
    this.#last.set(id, before ? before.then(call) : call())
  }

  /** The outcome of the last callback about one. */
  async heard(id: string): Promise<CallbackResult> {
    return (await this.#last.get(id)) ?? null
  }

  /** Resolves once every callback has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#last.values())
  }
}

/** The books of Pix Automático, as the control shows them. */
export function recurringBooksOf({ books: { recurring } }: Bank): Fields {
  const { context, views, webhooks } = recurring
  return {
    recurrences: [...context.recurrences.values()].map((one) => views.whole(one)),
    recurring_charges: [...context.charges.values()].map((one) => views.wholeCharge(one)),
    outside: context.outside,
    recurring_webhooks: Object.fromEntries(webhooks),
  }
}

/** The pause between looks at what is due in real time, where no request comes. */
export const CLOCK_TICK_MS = 1_000

/** An order of the control: the check of its body, and what it answers with. */
export type ControlRoute = {
  method: 'get' | 'post'
  path: string
  schema?: object
  /** @returns undefined when there is nothing to say */
  answer: (body: never) => Promise<object | undefined> | object | undefined
}

/** @param announce tells the customer of a transfer */
export function recurringRoutes(
  bank: Bank,
  announce: (pix: Pix) => Promise<{ pix: Pix; callback: CallbackResult }>,
): ControlRoute[] {
  const { books } = bank
  const { views } = books.recurring
  const announcer = new RecurringAnnouncer(bank)
  const now = () => ({ now: books.clock.now().toISOString() })
  const post = (path: string, schema: object, answer: ControlRoute['answer']): ControlRoute => ({
    ...{ method: 'post', path, schema, answer },
  })
  return [
    { method: 'get', path: '/clock', answer: now },
    post('/clock', schemas.clock, async ({ seconds }: { seconds: number }) => {
      books.clock.advance(seconds)
      await announcer.settled()
      return now()
    }),
    post('/authorizations', schemas.authorization, async (asked: Authorization) => {
      const paid = authorize(books, asked)
      await announcer.settled()
      return paid ? announce(paid) : { pix: null, callback: null }
    }),
    post('/payers', schemas.payer, (payer: { cpf: string; funds: string | null }) => {
      setFunds(books, payer)
      return undefined
    }),
    post('/revocations', schemas.revocation, async (asked: Revocation) => {
      const ended = revoke(books, asked)
      return { rec: views.whole(ended), callback: await announcer.heard(ended.idRec) }
    }),
    post('/schedules/cancel', schemas.schedule, async (asked: { txid: string }) => {
      const canceled = cancelSchedule(books, asked)
      return { cobr: views.wholeCharge(canceled), callback: await announcer.heard(canceled.txid) }
    }),
  ]
}
