/** Leaves members out of stored answers that their object keeps anyway, and puts them back. */
import type { Transaction } from '../db/query.ts'
import { checkoutById, checkoutView } from '../domain/checkouts/view.ts'
import { refundById } from '../domain/payments/refundList.ts'
import { refundView } from '../domain/payments/view.ts'

/** Members whose JSON is shorter stay in the answer: to read their object would cost more. */
const MIN_LENGTH = 1_024

type Json = Record<string, unknown>
type Key = { seller_id: string; id: string }

type Source = {
  /**
   * Members that are set when the object is made, are never null, and never change: but for the
   * erasure of a person, which writes the stored answer and the object in one transaction. Members
   * that can change, such as the metadata of a customer, are stored with each answer.
   */
  members: readonly string[]
  read: (key: Key) => Transaction<Json | undefined>
}

const sources: Partial<Record<string, Source>> = {
  checkout: {
    members: ['metadata', 'line_items'],
    *read(key) {
      const [row] = yield* checkoutById(key)
      return row && checkoutView(row, '')
    },
  },
  refund: {
    members: ['metadata'],
    *read(key) {
      const [row] = yield* refundById(key)
      return row && refundView(row)
    },
  },
}

const sourceOf = (body: Json | null | undefined): Source | undefined =>
  sources[String(body?.['object'])]

/** The answer as it is stored: null stands for each large member that its object keeps. */
export function withReferences(body: unknown): unknown {
  const json = body as Json
  const members = sourceOf(json)?.members ?? []
  const large = members.filter((name) => JSON.stringify(json[name]).length >= MIN_LENGTH)
  if (large.length === 0) return body
  return { ...json, ...Object.fromEntries(large.map((name) => [name, null])) }
}

/**
 * Bytes that are counted for a stored answer that refers to its object; enough but for return
 * addresses of great length.
 */
const REFERRING_BYTES = 2_048

/** About how many bytes of an answer are stored. @param bytes of the answer as it is sent */
export const storedAnswerBytes = (body: unknown, bytes: number): number =>
  sourceOf(body as Json) ? Math.min(bytes, REFERRING_BYTES) : bytes

/** The answer as it was first given, with its members in their order. */
export function* withoutReferences(seller_id: string, body: unknown): Transaction<unknown> {
  const json = body as Json
  const source = sourceOf(json)
  const absent = source?.members.filter((name) => json[name] === null) ?? []
  if (!source || absent.length === 0) return body
  const id = String(json['id'])
  const object = yield* source.read({ seller_id, id })
  if (!object) throw new Error(`A stored answer refers to ${id}, which is not there.`)
  return { ...json, ...Object.fromEntries(absent.map((name) => [name, object[name]])) }
}
