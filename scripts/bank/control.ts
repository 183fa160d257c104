/**
 * What happens at the bank without its customer: buyers pay, money is taken back, requests go
 * wrong. Plain HTTP on 127.0.0.1, for the program that started the bank.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Ajv } from 'ajv'
import type { ValidateFunction } from 'ajv'
import express from 'express'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import { fromValor } from '../../domain/pix/bank/responses.ts'
import type { Bank, Fault } from './bank.ts'
import { Refusal } from './books.ts'
import type { BankBooks, Pix, ReturnState } from './books.ts'

const CALLBACK_LIMIT_MS = 10_000

type Payment = { code: string; valor?: string }
type Reversal = { endToEndId: string; valor: string; natureza?: string }
type Ordered = { on?: string; fault: Fault; times?: number }

const ajv = new Ajv({ allErrors: true, strict: true })
const object = (properties: object, required: string[]) =>
  ajv.compile({ type: 'object', additionalProperties: false, required, properties })
const text = { type: 'string', minLength: 1, maxLength: 1_000 }
const valor = { type: 'string', pattern: String.raw`^\d{1,10}\.\d{2}$` }

const bodies = {
  payment: object({ code: text, valor }, ['code']),
  transfer: object({ valor }, ['valor']),
  reversal: object({ endToEndId: text, valor, natureza: text }, ['endToEndId', 'valor']),
  end: object({ status: { enum: ['DEVOLVIDO', 'NAO_REALIZADO'] } }, ['status']),
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

/** Tells the customer of a transfer. @returns the status of the answer, or why there is none */
async function callBack({ webhook_url }: BankBooks, pix: Pix): Promise<number | string | null> {
  if (webhook_url === undefined) return null
  try {
    const response = await fetch(`${webhook_url}/pix`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pix: [pix] }),
      redirect: 'manual',
      signal: AbortSignal.timeout(CALLBACK_LIMIT_MS),
    })
    return response.status
  } catch (error) {
    const { cause = error } = error as Error
    return String(cause)
  }
}

async function told(books: BankBooks, { endToEndId }: Pix) {
  const pix = books.announced(endToEndId)
  return { pix, callback: await callBack(books, pix) }
}

/** @param code the Pix code, or the txid alone */
function pay(books: BankBooks, { code, valor }: Payment): Pix {
  const txid = books.txidOf(code)
  if (txid === undefined) throw new Refusal(404, 'CobNaoEncontrado')
  const amount_minor = valor === undefined ? books.amountOf(txid) : fromValor(valor, 'valor')
  const paid = books.payCode(code, amount_minor)
  if (!paid) throw new Refusal(409, 'CobNaoPodeSerPaga')
  return paid
}

function takeBack(books: BankBooks, { endToEndId, valor, natureza }: Reversal): Pix {
  books.takeBack({ endToEndId }, fromValor(valor, 'valor'), natureza ? { natureza } : {})
  return books.transfer(endToEndId)
}

const shown = ({ books, requests, violations }: Bank) => ({
  charges: [...books.charges.keys()].map((txid) => books.shown(txid)),
  transfers: books.transfers(),
  sums: books.sums(),
  webhook_url: books.webhook_url ?? null,
  requests,
  violations,
})

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
  const { title = 'RequisicaoInvalida', detail = error.message } = error as Partial<Refusal>
  response.status(status).json({ title, status, detail })
}

function controlOf(bank: Bank) {
  const { books } = bank
  const app = express()
    .disable('x-powered-by')
    .use(refusePages, express.json({ limit: '16kb' }))
  app.get('/books', (_, response) => response.json(shown(bank)))
  app.post('/payments', requiring(bodies.payment), async ({ body }, response) => {
    response.json(await told(books, pay(books, body as Payment)))
  })
  app.post('/transfers', requiring(bodies.transfer), ({ body }, response) => {
    response.json({ pix: books.receiveOther(fromValor((body as Pix).valor, 'valor')) })
  })
  app.post('/reversals', requiring(bodies.reversal), async ({ body }, response) => {
    response.json(await told(books, takeBack(books, body as Reversal)))
  })
  app.post('/returns/end', requiring(bodies.end), ({ body }, response) => {
    books.endReturns((body as { status: Exclude<ReturnState, 'EM_PROCESSAMENTO'> }).status)
    response.json({ returns: books.returns() })
  })
  app.post('/faults', requiring(bodies.fault), ({ body }, response) => {
    const { on = '', fault, times } = body as Ordered
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
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => void server.close().closeAllConnections(),
  }
}
