import { X509Certificate } from 'node:crypto'
import type { Transaction } from '../../../db/query.ts'
import type { components } from '../../../generated/types.ts'
import { apiOf } from '../bank/profiles.ts'
import { callbackUrl } from '../connections/bankConnections.ts'
import type { Connection } from '../connections/bankConnections.ts'
import { scopesIn, warningsOf } from '../connections/bankStanding.ts'
import { countRunningAt, countRunningInSandbox, recurringOf } from '../connections/recurring.ts'
import type { Rail } from './rail.ts'

type Wire = components['schemas']

const MAX_SUBJECT_CHARACTERS = 500

/** @param pem the certificate, or a chain that begins with it */
function certificateView(pem: string): Wire['BankCertificate'] {
  const { subject, fingerprint256, validFromDate, validToDate } = new X509Certificate(pem)
  return {
    // A certificate may name its owner elsewhere, and have no subject.
    subject: (subject ?? '').replaceAll('\n', ', ').slice(0, MAX_SUBJECT_CHARACTERS),
    fingerprint_sha256: fingerprint256.replaceAll(':', '').toLowerCase(),
    valid_from: validFromDate.toISOString(),
    valid_to: validToDate.toISOString(),
  }
}

type BankViewContext = {
  baseUrl: string
  mode: 'sandbox' | 'live'
  rail: Pick<Rail, 'isAnswering'>
}

/** The subscriptions that are debited through the bank, or in the sandbox without one. */
function* runningSubscriptions(
  seller_id: string,
  connection: Connection | undefined,
  mode: BankViewContext['mode'],
): Transaction<number | null> {
  if (!connection && mode === 'live') return null
  const [running] = connection
    ? yield* countRunningAt({ seller_id, connection_id: connection.id })
    : yield* countRunningInSandbox({ seller_id })
  return running?.count ?? 0
}

/** The bank as its seller sees it: its settings without secrets. */
export function* bankView(
  { seller_id, connection }: { seller_id: string; connection: Connection | undefined },
  { baseUrl, mode, rail }: BankViewContext,
  now: Date,
): Transaction<Wire['BankConnection']> {
  const withoutBank = mode === 'sandbox' ? 'available' : null
  const health = connection && (rail.isAnswering(connection.id) ? 'answering' : 'not_answering')
  return {
    object: 'bank_connection',
    provider: connection ? apiOf(connection) : mode === 'sandbox' ? 'sandbox' : 'none',
    profile: connection?.profile ?? null,
    health: health ?? null,
    url: connection?.url ?? null,
    token_url: connection?.token_url ?? null,
    client_id: connection?.client_id || null,
    pix_key: connection?.pix_key ?? null,
    city: connection?.city ?? null,
    callback_url: connection ? callbackUrl(baseUrl, connection.seller_id) : null,
    callbacks: connection?.callbacks ?? null,
    granted_scopes: scopesIn(connection?.granted_scopes ?? null) ?? null,
    account: connection?.account ?? null,
    recurring: connection ? recurringOf(connection) : withoutBank,
    active_subscriptions: yield* runningSubscriptions(seller_id, connection, mode),
    warnings: connection ? warningsOf(connection, baseUrl, now) : [],
    certificate: connection?.certificate ? certificateView(connection.certificate) : null,
    connected_at: connection?.created_at ?? null,
    updated_at: connection?.updated_at ?? null,
  }
}
