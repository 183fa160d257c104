/** HTTP with nothing but Node: routes, bodies and answers by hand. */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from '../../../../contract/apiError.ts'
import { admitted, bearerToken, granted, invalidToken } from '../common/access.ts'
import type { Caller, Credential } from '../common/access.ts'
import { answerTo, BODY_LIMIT_BYTES, newRequestId } from '../common/answers.ts'
import { settings } from '../common/settings.ts'
import type { SigningKey } from '../common/settings.ts'
import { RememberedTokens, tokenAnswer } from '../common/tokens.ts'

type Soon<Value> = Value | Promise<Value>

/** The input of an operation: an id from its path, or its query, or its body. */
export type Question = { id: string; query: string; body: Buffer }

export type Operation = {
  scope: string
  status: 200 | 201
  /** @returns the answer's body as JSON */
  answer: (caller: Caller, question: Question) => Soon<string>
}

type Name = 'getCustomer' | 'listCheckouts' | 'createCustomer' | 'createCheckout' | 'updateOffer'

export type Parts = {
  key: SigningKey
  caller: (client_id: string) => Soon<Caller | undefined>
  credential: (client_id: string) => Soon<Credential | undefined>
  operations: Partial<Record<Name, Operation>>
}

const CUSTOMER = '/v1/customers/'
const OFFER = '/v1/offers/'

function find(method: string, path: string): [Name, id: string] | undefined {
  if (method === 'GET') {
    if (path.startsWith(CUSTOMER)) return ['getCustomer', path.slice(CUSTOMER.length)]
    if (path === '/v1/checkouts') return ['listCheckouts', '']
  } else if (method === 'POST') {
    if (path === '/v1/customers') return ['createCustomer', '']
    if (path === '/v1/checkouts') return ['createCheckout', '']
  } else if (method === 'PATCH' && path.startsWith(OFFER)) {
    return ['updateOffer', path.slice(OFFER.length)]
  }
  return undefined
}

function readBody(request: IncomingMessage, type: string): Promise<Buffer> {
  const given = request.headers['content-type']
  if (given !== type && given?.split(';')[0]?.trim().toLowerCase() !== type) {
    throw new ApiError('invalid_request')
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > BODY_LIMIT_BYTES) reject(new ApiError('request_too_large'))
      else chunks.push(chunk)
    })
    request.on('end', () => {
      const [first] = chunks
      resolve(first && chunks.length === 1 ? first : Buffer.concat(chunks))
    })
    request.on('error', reject)
  })
}

type Headers = Record<string, string>

function send(response: ServerResponse, status: number, id: string, body: string, more?: Headers) {
  response
    .writeHead(status, {
      'X-Request-Id': id,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      ...more,
    })
    .end(body)
}

const nothing = Buffer.alloc(0)

/** Answers the operations that it is given, and the token endpoint. */
export function serveByHand({ key, caller, credential, operations }: Parts): void {
  const tokens = new RememberedTokens(key)

  async function issue(request: IncomingMessage, response: ServerResponse, request_id: string) {
    const body = await readBody(request, 'application/x-www-form-urlencoded')
    const form = new URLSearchParams(body.toString())
    const { client, scopes } = await granted(request.headers.authorization, form, credential)
    const answer = tokenAnswer(await tokens.issue(client, scopes), scopes)
    send(response, 200, request_id, JSON.stringify(answer), { Pragma: 'no-cache' })
  }

  async function answer(request: IncomingMessage, response: ServerResponse, request_id: string) {
    const { method = '', url = '', headers } = request
    if (url === '/oauth/token' && method === 'POST') return issue(request, response, request_id)
    const mark = url.indexOf('?')
    const found = find(method, mark < 0 ? url : url.slice(0, mark))
    const operation = found && operations[found[0]]
    if (!operation) throw new ApiError('route_not_found')
    const claims = tokens.verify(bearerToken(headers.authorization))
    if (!claims) throw invalidToken()
    const known = admitted(claims, await caller(claims.client_id), operation.scope)
    const body = method === 'GET' ? nothing : await readBody(request, 'application/json')
    const query = mark < 0 ? '' : url.slice(mark + 1)
    const text = await operation.answer(known, { id: found[1], query, body })
    send(response, operation.status, request_id, text)
  }

  createServer((request, response) => {
    const request_id = newRequestId()
    answer(request, response, request_id).catch((error: unknown) => {
      const { status, headers, body } = answerTo(error, request_id, request.url ?? '')
      send(response, status, request_id, JSON.stringify(body), headers)
    })
  }).listen(settings.port, '127.0.0.1')
}
