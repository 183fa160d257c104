/** That no audit event is missing or altered: each chain is walked from its anchor to its head. */
import { FIRST_PREVIOUS_HASH, hashOfEvent } from '../auditChain.ts'
import type { AuditChange } from '../schema/audit.ts'
import type { Row } from '../schema/tables.ts'
import { layouts } from './layout.ts'
import type { Reader, Values } from './rows.ts'

type Event = Row<'audit_events'>
type Head = Row<'audit_heads'>

/** How many rows are read at a time. */
const BATCH_ROWS = 1_000

const columnsOf = (name: 'audit_events' | 'audit_heads') =>
  layouts.find(({ table }) => table === name)?.columns ?? []

const columns = { audit_events: columnsOf('audit_events'), audit_heads: columnsOf('audit_heads') }

/** A row as the queries of the service give it. */
function rowOf(name: keyof typeof columns, values: Values): unknown {
  const parse = (type: string | undefined, value: Values[number]) => {
    if (type === 'number') return Number(value)
    return type === 'json' ? (JSON.parse(String(value)) as AuditChange[]) : value
  }
  return Object.fromEntries(
    columns[name].map(({ name: column, type }, i) => [column, parse(type, values[i] ?? null)]),
  )
}

const selected = (name: keyof typeof columns) =>
  `select ${columns[name].map((column) => column.name).join()} from ${name}`

async function* everyHead(reader: Reader): AsyncGenerator<Head> {
  const text = `${selected('audit_heads')} where seller_id > $1
    order by seller_id limit ${BATCH_ROWS}`
  for (let after = ''; ; ) {
    const rows = await reader.rows(text, [after])
    for (const values of rows) yield rowOf('audit_heads', values) as Head
    if (rows.length < BATCH_ROWS) return
    after = String(rows.at(-1)?.[0])
  }
}

async function* eventsOf(reader: Reader, seller_id: string): AsyncGenerator<Event> {
  const text = `${selected('audit_events')} where seller_id = $1 and sequence > $2
    order by sequence limit ${BATCH_ROWS}`
  // Sequences begin at 1; a row before that is found as well.
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = (await reader.rows(text, [seller_id, BigInt(after)])).map(
      (values) => rowOf('audit_events', values) as Event,
    )
    yield* rows
    if (rows.length < BATCH_ROWS) return
    after = rows.at(-1)?.sequence ?? after
  }
}

const missing = (from: number, to: number) =>
  from === to ? `${from} is missing` : `${from} to ${to} are missing`

/**
 * What is wrong with the chain of a seller. Where a hash is not that of the event itself, the event
 * is altered; where two that meet do not fit, one of the two is.
 */
async function* faultsOf(reader: Reader, head: Head): AsyncGenerator<string> {
  let sequence = head.first_sequence
  const first = sequence === 1 ? FIRST_PREVIOUS_HASH : head.first_previous_hash
  if (first !== head.first_previous_hash) yield 'the anchor is altered'
  /** That of the event before, unless that one is altered. */
  let previous_hash: string | undefined = first
  for await (const event of eventsOf(reader, head.seller_id)) {
    if (event.sequence < sequence) yield `${event.sequence} is before the anchor`
    if (event.sequence > sequence) yield missing(sequence, event.sequence - 1)
    const isAltered = hashOfEvent(event) !== event.hash
    const isNext = event.sequence === sequence && previous_hash !== undefined
    if (isAltered) yield `${event.sequence} is altered`
    else if (isNext && event.previous_hash !== previous_hash) {
      const before = sequence === head.first_sequence ? 'the anchor' : String(sequence - 1)
      yield `${before} or ${sequence} is altered`
    }
    sequence = event.sequence + 1
    previous_hash = isAltered ? undefined : event.hash
  }
  if (sequence <= head.sequence) yield missing(sequence, head.sequence)
  else if (sequence > head.sequence + 1) yield `the head is altered: it ends at ${head.sequence}`
  else if (previous_hash !== undefined && previous_hash !== head.hash) {
    yield `${head.sequence} or the head is altered`
  }
}

/**
 * The faults of every chain, each with its seller, at most `limit` of them. Only one that removes
 * the head of a chain and all of its events leaves no trace here (SECURITY.md).
 */
export async function brokenChains(reader: Reader, limit: number): Promise<string[]> {
  const headless = await reader.rows(`
    select distinct seller_id from audit_events
    where seller_id not in (select seller_id from audit_heads) limit ${limit}`)
  const faults = headless.map(([seller_id]) => `${seller_id}: the head of its chain is missing`)
  for await (const head of everyHead(reader)) {
    for await (const fault of faultsOf(reader, head)) {
      if (faults.length >= limit) return faults
      faults.push(`${head.seller_id}: ${fault}`)
    }
  }
  return faults
}
