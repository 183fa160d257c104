/** Events that refer to the checkout or the refund that they show, in place of a copy. */
import { changed, endWith, longJsonBytes, PAGE_BYTES, withLateField } from '../../db/longJson.ts'
import type { Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { withPayments } from '../checkouts/settlements.ts'
import { checkoutById, checkoutView } from '../checkouts/view.ts'
import { refundById } from '../payments/refundList.ts'
import { refundView } from '../payments/view.ts'

/** Data of an event that would take more has its first line items only. */
export const MAX_DATA_BYTES = 64 * 1024
export const FIRST_ITEMS = 10

type Event = Row<'events'>
type Json = Record<string, unknown>

/** Makes an object in the contract's form, once for all events that show it. */
type ObjectMaker = { bytes: number; make: () => Json }

type Kind = {
  /** Members that can change after the event; the rest is the row's. */
  changing: readonly string[]
  read: (key: { seller_id: string; id: string }) => Transaction<ObjectMaker | undefined>
}

function makerOf(row: object, view: () => object): ObjectMaker {
  let made: Json | undefined
  return { bytes: longJsonBytes(row), make: () => (made ??= { ...view() }) }
}

const kinds: Record<string, Kind> = {
  checkout: {
    changing: ['amount_refunded_minor', 'checkout_url', 'updated_at', 'line_items_truncated'],
    *read(key) {
      const [row] = yield* withPayments(yield* checkoutById(key))
      return row && makerOf(row, () => checkoutView(row, ''))
    },
  },
  refund: {
    changing: [
      'checkout_id',
      'amount_minor',
      'status',
      'failure_reason',
      'completed_at',
      'updated_at',
    ],
    *read(key) {
      const [row] = yield* refundById(key)
      return row && makerOf(row, () => refundView(row))
    },
  },
}

const kindOf = (data: object): Kind | undefined => kinds[String((data as Json)['object'])]

/**
 * The data of an event without the members that the object's row keeps as they are. Of the others,
 * the row may have later values. (The erasure of a person removes the same from row and event.)
 */
export function referenceTo(data: object): object {
  const kept = ['object', 'id', ...(kindOf(data)?.changing ?? [])]
  return Object.fromEntries(Object.entries(data).filter(([name]) => kept.includes(name)))
}

/** The kind of object that an event refers to; long data is no reference, and is not parsed. */
function referredKind(event: Event): Kind | undefined {
  if (longJsonBytes(event) > 0 || 'created_at' in event.data) return undefined
  return kindOf(event.data)
}

function dataFrom(reference: Json, { make }: ObjectMaker): object {
  const data: Json = { ...make(), ...reference }
  if (!data['line_items_truncated']) return data
  return { ...data, line_items: (data['line_items'] as object[]).slice(0, FIRST_ITEMS) }
}

type Makers = Map<string, ObjectMaker>

function* wholeEvent(event: Event, makers: Makers): Transaction<Event> {
  const kind = referredKind(event)
  if (!kind) return event
  const { seller_id } = event
  const reference = event.data as Json
  const id = String(reference['id'])
  const maker = makers.get(id) ?? (yield* kind.read({ seller_id, id }))
  if (!maker) throw new Error(`${event.id} refers to ${id}, which is not there.`)
  makers.set(id, maker)
  const make = () => dataFrom(reference, maker)
  return withLateField(event, 'data', { bytes: maker.bytes, make })
}

/**
 * The events with the data that was recorded, also where they refer to their object. They end with
 * the one by which their JSON comes to `PAGE_BYTES`, as the rows of a `listQuery` do.
 */
export function* withObjects(events: Event[]): Transaction<Event[]> {
  const makers: Makers = new Map()
  const whole: Event[] = []
  let bytes = 0
  for (const event of events) {
    const last = yield* wholeEvent(event, makers)
    bytes += longJsonBytes(last)
    if (bytes >= PAGE_BYTES && whole.length + 1 < events.length) {
      const copy = changed(last, {})
      endWith(copy)
      return [...whole, copy]
    }
    whole.push(last)
  }
  return whole
}
