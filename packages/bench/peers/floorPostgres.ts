/**
 * The floor on PostgreSQL: bare `node:http` and `pg`, which sends the statements that our service
 * sends, by name, from as many connections.
 */
import pg from 'pg'
import { ApiError } from '../../../contract/apiError.ts'
import { POOL_SIZE } from '../../../db/open.ts'
import { MAX_STALE_MS } from '../../../db/query.ts'
import { customerBody, requirePathId } from './byHand/bodies.ts'
import { customerJson } from './byHand/json.ts'
import { serveByHand } from './byHand/server.ts'
import type { Operation } from './byHand/server.ts'
import type { Caller, Credential } from './common/access.ts'
import { emailTaken, newCustomer } from './common/rules.ts'
import { newestKey, openKey, settings } from './common/settings.ts'
import type { SealedKey } from './common/settings.ts'
import type { StoredCustomer } from './common/statements.ts'

const pool = new pg.Pool({
  connectionString: settings.database_url,
  max: POOL_SIZE,
  // JSON goes out as it came in.
  types: {
    getTypeParser: (oid: number, format: 'text' | 'binary' = 'text') =>
      oid === pg.types.builtins.JSON ? String : pg.types.getTypeParser(oid, format as 'text'),
  },
})

async function first<Row extends pg.QueryResultRow>(
  client: pg.Pool | pg.PoolClient,
  name: string,
  text: string,
  values: unknown[],
): Promise<Row | undefined> {
  const {
    rows: [row],
  } = await client.query<Row>({ name, text, values })
  return row
}

const inForce = `from api_clients c join sellers s on s.id = c.seller_id
  where c.client_id = $1 and c.revoked_at is null and s.status = 'active'`

const columns = [
  'seller_id',
  'id',
  'name',
  'email',
  'phone',
  'tax_id',
  'status',
  'source',
  'metadata',
  'created_at',
  'updated_at',
] as const

const addCustomer = `
  insert into customers (${columns.join()}) values (${columns.map((_, i) => `$${i + 1}`).join()})
  on conflict (seller_id, email) do nothing returning id`

const getCustomer: Operation = {
  scope: 'customers:read',
  status: 200,
  async answer({ seller_id }, { id }) {
    requirePathId(id, 'customer')
    const text = 'select * from customers where seller_id = $1 and id = $2'
    const row = await first<StoredCustomer>(pool, 'customer', text, [seller_id, id])
    if (!row) throw new ApiError('customer_not_found')
    return customerJson(row)
  },
}

const createCustomer: Operation = {
  scope: 'customers:write',
  status: 201,
  async answer({ seller_id }, { body }) {
    const customer = newCustomer(seller_id, customerBody(body), new Date())
    const row = { ...customer, metadata: JSON.stringify(customer.metadata) }
    const values = columns.map((name) => row[name])
    const client = await pool.connect()
    try {
      await client.query('begin isolation level read committed read write')
      const added = await first<{ id: string }>(client, 'add_customer', addCustomer, values)
      await client.query(added ? 'commit' : 'rollback')
      if (!added) throw emailTaken()
      return customerJson(row)
    } finally {
      client.release()
    }
  },
}

/** Callers are cached for as long as in our service. */
const callers = new Map<string, { caller: Caller; until_ms: number }>()

async function findCaller(client_id: string): Promise<Caller | undefined> {
  const now_ms = performance.now()
  const known = callers.get(client_id)
  if (known && known.until_ms > now_ms) return known.caller
  const text = `select s.id as seller_id, s.default_currency, c.generation::int ${inForce}`
  const caller = await first<Caller>(pool, 'caller', text, [client_id])
  if (caller) callers.set(client_id, { caller, until_ms: now_ms + MAX_STALE_MS })
  return caller
}

serveByHand({
  key: openKey((await pool.query<SealedKey>(newestKey)).rows[0] as SealedKey),
  caller: findCaller,
  async credential(client_id) {
    const text = `select c.client_id, c.secret_hash, c.scopes, c.generation::int ${inForce}`
    type Row = Omit<Credential, 'scopes'> & { scopes: string }
    const row = await first<Row>(pool, 'credential', text, [client_id])
    return row && { ...row, scopes: JSON.parse(row.scopes) }
  },
  operations: { getCustomer, createCustomer },
})
