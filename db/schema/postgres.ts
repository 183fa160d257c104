import { postgres } from '../postgres/dialect.ts'
import { defineTables } from './tables.ts'

export const {
  sellers,
  api_clients,
  signing_keys,
  sandbox_clock,
  installation,
  customers,
  products,
  offers,
  checkouts,
  charges,
  payments,
  refunds,
  bank_connections,
  webhook_endpoints,
  events,
  deliveries,
  idempotency_keys,
  users,
  invitations,
  passkeys,
  user_sessions,
} = defineTables(postgres)
