import { tables } from './schema.ts'

export const {
  sellers,
  api_clients,
  signing_keys,
  sandbox_clock,
  customers,
  products,
  offers,
  checkouts,
  payments,
  idempotency_keys,
} = tables
