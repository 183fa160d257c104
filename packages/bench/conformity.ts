/** Servers are measured only after they have given the same responses to the same requests. */
import { accessCases, casesOf } from './cases.ts'
import type { Callers } from './cases.ts'
import { authenticated } from './data.ts'
import type { Fixture } from './data.ts'
import { ask } from './requests.ts'
import type { Answer, ComparedId } from './requests.ts'
import type { Server } from './servers.ts'

/** A server gives other responses than the first. */
export class NotTheSame extends Error {
  override name = 'NotTheSame'
}

const time = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const page = /\/pay\/[\w-]{51}/g

const compared = ['x-content-type-options', 'cache-control', 'pragma', 'www-authenticate'] as const

const decoded = (part: string | undefined): object =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as object

/** The text of a token, without the values that are new in each. */
function tokenText(token: string): string {
  const [header, payload] = token.split('.').slice(0, 2).map(decoded)
  const said = { ...header, ...payload, iat: 0, exp: 0, jti: '' }
  return JSON.stringify(Object.entries(said).toSorted())
}

/** An answer's body, without what differs from one server to another. */
function bodyText(text: string, newIds: boolean): string {
  const body = JSON.parse(text) as {
    access_token?: string
    error?: { message?: string; request_id?: string; existing_id?: string }
  }
  if (typeof body.error === 'object') {
    // Messages are for people: each validator has its own.
    // Each server has ids of its own, also of the object that a conflict is with.
    const { message, request_id, existing_id: _, ...error } = body.error
    return JSON.stringify({ ...body, error, said: [typeof message, request_id?.slice(0, 4)] })
  }
  if (body.access_token !== undefined) {
    return JSON.stringify({ ...body, access_token: tokenText(body.access_token) })
  }
  const timeless = text.replace(time, '<time>')
  return newIds ? timeless.replace(uuid, '<uuid>').replace(page, '/pay/<token>') : timeless
}

function shown({ status, headers, text }: Answer, newIds = false): string {
  const type = headers.get('content-type')?.split(';')[0]
  const named = compared.map((name) => `${name}: ${headers.get(name)}`)
  const request_id = headers.get('x-request-id')?.slice(0, 4)
  return [status, type, request_id, ...named, bodyText(text, newIds)].join('\n')
}

/** A server's answers to the cases of some operations, by the name of the case. */
async function transcript(
  url: string,
  operations: readonly ComparedId[],
  callers: Callers,
): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  const operationCases = operations.map((id) => [id, casesOf[id](callers)] as const)
  const access = operations
    .filter((id) => id !== 'issueToken')
    .map((id) => [id, accessCases(id, callers)] as const)
  for (const [id, cases] of [...operationCases, ...access]) {
    let step = cases.next()
    while (!step.done) {
      const { name, sent, newIds } = step.value
      const heard = await ask(url, sent)
      answers.set(`${id}: ${name}`, shown(heard, newIds))
      step = cases.next(heard)
    }
  }
  return answers
}

/**
 * Asks each server the same. That changes its data, of which each has an equal copy.
 *
 * @returns how many requests were compared
 * @throws NotTheSame that shows what one answers otherwise than the first
 */
export async function requireSame(
  [ours, ...peers]: Server[],
  operations: readonly ComparedId[],
  { accounts, odd }: Fixture,
): Promise<number> {
  if (!ours) throw new Error('There is no server.')
  const [caller, stranger] = await Promise.all(
    accounts.slice(0, 2).map((account) => authenticated(ours.url, account)),
  )
  if (!caller || !stranger) throw new Error('It takes two accounts.')
  const callers = { caller, stranger, odd }
  const wanted = await transcript(ours.url, operations, callers)
  for (const peer of peers) {
    const found = await transcript(peer.url, operations, callers)
    const { title } = peer.program
    const differences = [...wanted]
      .filter(([name, text]) => found.get(name) !== text)
      .map(([name, text]) => `${name}\n--- ours\n${text}\n--- ${title}\n${found.get(name)}`)
    if (differences.length > 0) throw new NotTheSame(differences.join('\n\n'))
  }
  return wanted.size
}
