/**
 * Checks that no audit event is missing or altered: each chain is walked from its anchor to its
 * head.
 */
import { FIRST_PREVIOUS_HASH, hashOfEvent, INSTALLATION } from '../auditChain.ts'
import type { AuditSeals } from '../auditChain.ts'
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

/** The hashes between which a chain lies, as it was found. */
type Walked = { sequence: number; previous_hash: string | undefined; sealed_hash?: string }

/**
 * Walks a chain from its anchor. Where a hash is not that of the event itself, the event is
 * altered; where two that meet do not fit, one of the two is.
 *
 * @param walked where the walk is: the number of the next event, and the hash before it, which is
 *   undefined after an event that is altered
 */
async function* faultsWithin(reader: Reader, head: Head, walked: Walked): AsyncGenerator<string> {
  for await (const event of eventsOf(reader, head.seller_id)) {
    const { sequence, previous_hash } = walked
    if (event.sequence < sequence) yield `${event.sequence} is before the anchor`
    if (event.sequence > sequence) yield missing(sequence, event.sequence - 1)
    const isAltered = hashOfEvent(event) !== event.hash
    const isNext = event.sequence === sequence && previous_hash !== undefined
    if (isAltered) yield `${event.sequence} is altered`
    else if (isNext && event.previous_hash !== previous_hash) {
      const before = sequence === head.first_sequence ? 'the anchor' : String(sequence - 1)
      yield `${before} or ${sequence} is altered`
    }
    walked.sequence = event.sequence + 1
    walked.previous_hash = isAltered ? undefined : event.hash
    if (event.sequence === head.sealed_sequence) walked.sealed_hash = event.hash
  }
}

/** Fault of the seal of a chain in which nothing else is wrong. */
function faultOfSeal(head: Head, hash: string | undefined, seals: AuditSeals): string | undefined {
  const { seller_id, mac, sealed_sequence: sequence } = head
  if (mac === null || sequence === null) {
    return 'its end has no seal: the next start of the service, or db repair, seals it as it is'
  }
  if (hash !== undefined && seals.fits(mac, { seller_id, sequence, hash })) return undefined
  return seals.isKnown(mac)
    ? 'its end is cut or altered: the seal does not fit'
    : 'its seal is of another SECRET_KEY'
}

/** Faults of a seller's chain: its anchor, its events, its seal. */
async function* faultsOf(
  reader: Reader,
  head: Head,
  seals: AuditSeals | undefined,
): AsyncGenerator<string> {
  const { first_sequence: sequence, first_previous_hash, sealed_sequence } = head
  const first = sequence === 1 ? FIRST_PREVIOUS_HASH : first_previous_hash
  let isWhole = first === first_previous_hash
  if (!isWhole) yield 'the anchor is altered'
  const walked: Walked = { sequence, previous_hash: first }
  if (sealed_sequence === sequence - 1) walked.sealed_hash = first
  for await (const fault of faultsWithin(reader, head, walked)) {
    isWhole = false
    yield fault
  }
  const { sequence: next, previous_hash } = walked
  if (next <= head.sequence) yield missing(next, head.sequence)
  else if (next > head.sequence + 1) yield `the head is altered: it ends at ${head.sequence}`
  else if (previous_hash !== undefined && previous_hash !== head.hash) {
    yield `${head.sequence} or the head is altered`
  } else if (seals && isWhole) {
    const fault = faultOfSeal(head, walked.sealed_hash, seals)
    if (fault !== undefined) yield fault
  }
}

/** The chains that have neither head nor event, though a seller or the installation is there. */
async function missingChains(reader: Reader, limit: number): Promise<string[]> {
  const rows = await reader.rows(`
    select id from (
      select id from sellers
      union select '${INSTALLATION}' where exists (select 1 from signing_keys)) as owners
    where id not in (select seller_id from audit_heads)
      and id not in (select seller_id from audit_events) limit ${limit}`)
  return rows.map(([id]) => `${id}: it has no chain: the next start of the service begins one`)
}

/**
 * The faults of every chain, each with its seller, at most `limit` of them.
 *
 * @param seals without them a chain that was computed anew, or cut at its end together with its
 *   head, or taken away as a whole, leaves no trace here (SECURITY.md)
 */
export async function brokenChains(
  reader: Reader,
  limit: number,
  seals?: AuditSeals,
): Promise<string[]> {
  const headless = await reader.rows(`
    select distinct seller_id from audit_events
    where seller_id not in (select seller_id from audit_heads) limit ${limit}`)
  const faults = headless.map(([seller_id]) => `${seller_id}: the head of its chain is missing`)
  if (seals) faults.push(...(await missingChains(reader, limit)))
  for await (const head of everyHead(reader)) {
    for await (const fault of faultsOf(reader, head, seals)) {
      if (faults.length >= limit) return faults
      faults.push(`${head.seller_id}: ${fault}`)
    }
  }
  return faults
}
