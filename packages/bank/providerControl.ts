/**
 * Controls a simulated provider from outside: buyers pay, money is taken back, requests go wrong.
 * Plain HTTP on 127.0.0.1, for the program that started it.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fromValor } from '../../domain/pix/bank/fields.ts'
import { Refusal } from './books.ts'
import type { ProviderBank, ProviderFault } from './providerBank.ts'

const MAX_BODY_BYTES = 16 * 1024

type Fields = Record<string, unknown>

/** @throws Refusal when it is no JSON object, or too long */
async function bodyOf(request: IncomingMessage): Promise<Fields> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    bytes += (part as Buffer).length
    if (bytes > MAX_BODY_BYTES) throw new Refusal(413, 'TooLarge')
    parts.push(part as Buffer)
  }
  const text = Buffer.concat(parts).toString()
  try {
    return text === '' ? {} : (JSON.parse(text) as Fields)
  } catch (cause) {
    throw new Refusal(400, 'RequisicaoInvalida', String(cause))
  }
}

async function pay(provider: ProviderBank, { code, state, sent }: Fields): Promise<object> {
  const sale = provider.books.payCode(
    String(code),
    state === undefined ? undefined : String(state),
    sent === undefined ? undefined : new Date(String(sent)),
  )
  if (!sale) throw new Refusal(409, 'CobrancaNaoPodeSerPaga')
  return { sale, callbacks: await provider.announce(sale, 'paid') }
}

async function takeBack(provider: ProviderBank, { endToEndId, valor }: Fields): Promise<object> {
  const sale = provider.books.takeBack(String(endToEndId), fromValor(valor, 'valor'))
  return { sale, callbacks: await provider.announce(sale, 'taken') }
}

async function returnOnScreen(provider: ProviderBank, body: Fields): Promise<object> {
  const { endToEndId, valor, time } = body
  const of = String(endToEndId)
  const at = time === undefined ? undefined : String(time)
  const refund = provider.books.returnOnScreen(of, fromValor(valor, 'valor'), at)
  return { refund, callbacks: await provider.announce(provider.books.byTransfer(of), 'returned') }
}

async function endReturns(provider: ProviderBank, { status, valor }: Fields): Promise<object> {
  const amount = valor === undefined ? undefined : fromValor(valor, 'valor')
  const sales = provider.books.endRefunds(status === 'failed' ? 'failed' : 'done', amount)
  const callbacks: (number | string)[] = []
  for (const sale of sales) callbacks.push(...(await provider.announce(sale, 'returned')))
  return { callbacks }
}

/** Has fields of each object of a kind answered otherwise than by the books, from now on. */
function answer(provider: ProviderBank, { of, id, fields }: Fields): object {
  provider.answer(String(of), (fields ?? {}) as Fields, id === undefined ? undefined : String(id))
  return {}
}

function order(provider: ProviderBank, { fault, on = '', times }: Fields): object {
  const isKnown = ['drop', 'lose', 'stale'].includes(String(fault)) || Number(fault) >= 400
  if (!isKnown)
    throw new Refusal(400, 'RequisicaoInvalida', 'There is: drop, lose, stale, 4xx, 5xx.')
  provider.order(String(on), fault as ProviderFault, times === undefined ? Infinity : Number(times))
  return {}
}

const operations: Record<string, (provider: ProviderBank, body: Fields) => unknown> = {
  'GET /books': ({ books, requests, violations, callback_url = null }) => {
    const balance_minor = books.balance()
    return { sales: [...books.sales.values()], balance_minor, callback_url, requests, violations }
  },
  'POST /payments': pay,
  'POST /reversals': takeBack,
  'POST /returns': returnOnScreen,
  'POST /returns/state': ({ books }, { state }) => {
    books.refund_state = state === 'processing' || state === 'failed' ? state : 'done'
    return {}
  },
  'POST /returns/end': endReturns,
  'POST /fees': ({ books }, { valor }) => {
    books.fee_minor = fromValor(valor, 'valor')
    return {}
  },
  'POST /answers': answer,
  'DELETE /answers': (provider) => {
    provider.answerByTheBooks()
    return {}
  },
  'POST /callback_address': (provider, { url }) => {
    provider.callback_url = String(url)
    return {}
  },
  'POST /faults': order,
  'DELETE /faults': (provider) => {
    provider.recover()
    return {}
  },
}

async function perform(provider: ProviderBank, request: IncomingMessage): Promise<unknown> {
  const { method, url, headers } = request
  // A page in a browser is not the program that started the provider.
  const isLocal = /^(127\.0\.0\.1|localhost):\d+$/.test(headers.host ?? '')
  if (!isLocal || headers.origin !== undefined) throw new Refusal(403, 'AcessoNegado')
  const name = `${method} ${url}`
  const operation = operations[name] ?? provider.controls[name]
  if (!operation) throw new Refusal(404, 'NaoEncontrado')
  return operation(provider, await bodyOf(request))
}

/** @returns where the control listens, and what ends it */
export async function startProviderControl(
  provider: ProviderBank,
): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    perform(provider, request).then(
      (answer) => response.end(JSON.stringify(answer)),
      (error: Partial<Refusal>) => {
        const { status = 400, type: title = 'RequisicaoInvalida', detail } = error
        response.writeHead(status).end(JSON.stringify({ title, status, detail }))
      },
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => void server.close().closeAllConnections(),
  }
}
