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
  daily_totals,
  bank_connections,
  webhook_endpoints,
  events,
  deliveries,
  idempotency_keys,
  users,
  invitations,
  passkeys,
  user_sessions,
  audit_events,
  audit_heads,
} = defineTables(postgres)
