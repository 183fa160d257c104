/**
 * Controls the simulated bank from outside: buyers pay, money is taken back, requests go wrong.
 * Plain HTTP on 127.0.0.1, for the program that started the bank.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Ajv } from 'ajv'
import type { ValidateFunction } from 'ajv'
import express from 'express'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import { fromValor } from '../../domain/pix/bank/fields.ts'
import type { Bank, Fault } from './bank.ts'
import { Refusal } from './books.ts'
import { postCallback } from './callbacks.ts'
import { anyTxid } from './answerSchemas.ts'
import type { CallbackResult } from './callbacks.ts'
import type { BankBooks, EndState, Payer, Pix } from './books.ts'
import { CLOCK_TICK_MS, recurringBooksOf, recurringRoutes } from './recurring/control.ts'

type Payment = { code: string; valor?: string } & Payer
type ReturnEnd = { status: EndState; motivo?: string }
type Reversal = { endToEndId: string; valor: string; natureza?: string }
type FaultOrder = { on?: string; fault: Fault; times?: number }

const ajv = new Ajv({ allErrors: true, strict: true })
const object = (properties: object, required: string[]) =>
  ajv.compile({ type: 'object', additionalProperties: false, required, properties })
const text = { type: 'string', minLength: 1, maxLength: 1_000 }
const valor = { type: 'string', pattern: String.raw`^\d{1,10}\.\d{2}$` }
const payer = {
  cpf: { type: 'string', pattern: String.raw`^\d{11}$` },
  cnpj: { type: 'string', pattern: '^[0-9A-Z]{14}$' },
  infoPagador: { ...text, maxLength: 140 },
}

const bodies = {
  payment: object({ code: text, valor, ...payer }, ['code']),
  transfer: object({ valor, txid: anyTxid, ...payer }, ['valor']),
  reversal: object({ endToEndId: text, valor, natureza: text }, ['endToEndId', 'valor']),
  end: object(
    { status: { enum: ['DEVOLVIDO', 'NAO_REALIZADO'] }, motivo: { ...text, maxLength: 140 } },
    ['status'],
  ),
  fault: object(
    {
      on: text,
      fault: {
        anyOf: [
          { enum: ['drop', 'lose', 'hang', 'garble', 'mute'] },
          { type: 'integer', minimum: 400, maximum: 599 },
        ],
      },
      times: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    },
    ['fault'],
  ),
}

/** Tells the customer of transfers: each when it has come, and when a return of it has ended. */
class Announcer {
  readonly #books: BankBooks
  /** The last callback about each transfer. */
  readonly #heard = new Map<string, Promise<CallbackResult>>()

  constructor(books: BankBooks) {
    this.#books = books
    books.onReturnEnd = (pix) => this.announce(pix)
  }

  announce({ endToEndId }: Pix): void {
    const before = this.#heard.get(endToEndId)
    const pix = structuredClone(this.#books.announced(endToEndId))
    // Callbacks keep the order of events, for the customer may be slow.
    this.#heard.set(endToEndId, before ? before.then(() => this.#call(pix)) : this.#call(pix))
  }

  /** A transfer, and the outcome of the last callback about it. */
  async told({ endToEndId }: Pix): Promise<{ pix: Pix; callback: CallbackResult }> {
    const callback = (await this.#heard.get(endToEndId)) ?? null
    return { pix: this.#books.announced(endToEndId), callback }
  }

  async #call(pix: Pix): Promise<CallbackResult> {
    const { webhook_url } = this.#books
    return webhook_url === undefined ? null : postCallback(`${webhook_url}/pix`, { pix: [pix] })
  }
}

/** @param code the Pix code, or the txid alone */
function pay(books: BankBooks, { code, valor, ...payer }: Payment): Pix {
  const txid = books.txidOf(code)
  if (txid === undefined) throw new Refusal(404, 'CobNaoEncontrado')
  const amount_minor = valor === undefined ? books.amountOf(txid) : fromValor(valor, 'valor')
  const paid = books.payCode(code, amount_minor, payer)
  if (!paid) throw new Refusal(409, 'CobNaoPodeSerPaga')
  return paid
}

/** @returns undefined for a transfer that came by no charge, of which no callback tells */
function takeBack(books: BankBooks, { endToEndId, valor, natureza }: Reversal): Pix | undefined {
  books.takeBack({ endToEndId }, fromValor(valor, 'valor'), natureza ? { natureza } : {})
  return books.find(endToEndId)
}

function shown(bank: Bank) {
  const { books, requests, violations } = bank
  books.clock.catchUp()
  return {
    charges: [...books.charges.keys()].map((txid) => books.shown(txid)),
    transfers: books.transfers(),
    others: books.others(),
    sums: books.sums(),
    webhook_url: books.webhook_url ?? null,
    ...recurringBooksOf(bank),
    requests,
    violations,
  }
}

/** Answers 400 to a body that is none of these. */
const requiring =
  (isValid: ValidateFunction): RequestHandler =>
  ({ body }, _, next) => {
    if (isValid(body ?? {})) return next()
    next(new Refusal(400, 'RequisicaoInvalida', ajv.errorsText(isValid.errors)))
  }

/** A page in a browser is not the program that started the bank. */
const refusePages: RequestHandler = ({ headers }, _, next) => {
  const isLocal = /^(127\.0\.0\.1|localhost):\d+$/.test(headers.host ?? '')
  next(isLocal && headers.origin === undefined ? undefined : new Refusal(403, 'AcessoNegado'))
}

const answerError: ErrorRequestHandler = (error: Error & { status?: number }, _, response, __) => {
  const { status = 500 } = error
  const refusal = error instanceof Refusal ? error : new Refusal(status, undefined, error.message)
  response.status(status).json(refusal.problem)
}

function controlOf(bank: Bank) {
  const { books } = bank
  const announcer = new Announcer(books)
  const app = express()
    .disable('x-powered-by')
    .use(refusePages, express.json({ limit: '16kb' }))
  app.get('/books', (_, response) => response.json(shown(bank)))
  app.post('/payments', requiring(bodies.payment), async ({ body }, response) => {
    const pix = pay(books, body as Payment)
    announcer.announce(pix)
    response.json(await announcer.told(pix))
  })
  app.post('/transfers', requiring(bodies.transfer), ({ body }, response) => {
    const { valor, ...sent } = body as { valor: string; txid?: string } & Payer
    response.json({ pix: books.receiveOther(fromValor(valor, 'valor'), sent) })
  })
  app.post('/reversals', requiring(bodies.reversal), async ({ body }, response) => {
    const pix = takeBack(books, body as Reversal)
    const { endToEndId } = body as Reversal
    const other = () => books.others().find((one) => one.endToEndId === endToEndId)
    response.json(pix ? await announcer.told(pix) : { pix: other(), callback: null })
  })
  app.post('/returns/end', requiring(bodies.end), async ({ body }, response) => {
    const { status, motivo } = body as ReturnEnd
    const ended = books.endReturns(status, motivo)
    const callbacks = await Promise.all(ended.map((pix) => announcer.told(pix)))
    response.json({ returns: books.returns(), callbacks: callbacks.map((one) => one.callback) })
  })
  const announced = (pix: Pix) => {
    announcer.announce(pix)
    return announcer.told(pix)
  }
  for (const { method, path, schema, answer } of recurringRoutes(bank, announced)) {
    const isValid = schema && requiring(ajv.compile(schema))
    app[method](path, ...(isValid ? [isValid] : []), async ({ body }, response) => {
      const answered = await answer(body as never)
      if (answered) response.json(answered)
      else response.status(204).end()
    })
  }
  app.post('/faults', requiring(bodies.fault), ({ body }, response) => {
    const { on = '', fault, times } = body as FaultOrder
    bank.order(on, fault, times)
    response.status(204).end()
  })
  app.delete('/faults', (_, response) => {
    bank.recover()
    response.status(204).end()
  })
  app.use(() => {
    throw new Refusal(404, 'NaoEncontrado')
  })
  return app.use(answerError)
}

/** @returns where the control listens, and what ends it */
export async function startControl(bank: Bank): Promise<{ url: string; close(): void }> {
  const server = createServer(controlOf(bank)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ticking = setInterval(() => bank.books.clock.catchUp(), CLOCK_TICK_MS)
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      clearInterval(ticking)
      server.close().closeAllConnections()
    },
  }
}
