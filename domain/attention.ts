/** Findings that need an operator's attention, read from the rows of each seller. */
import type { Transaction } from '../db/query.ts'
import type { Seller } from './identity/sellerRows.ts'
import { undeliveredAlerts } from './mail/undelivered.ts'
import { connectionInUse } from './pix/connections/bankConnections.ts'
import { noticeOfCertificate, pressingWarnings } from './pix/connections/bankStanding.ts'
import type { BankWarning } from './pix/connections/bankStanding.ts'
import { owedBy } from './pix/rounds/owed.ts'
import { brandOf } from './settings/brand.ts'
import { readSettings } from './settings/settings.ts'
import { endpointsOfSeller } from './webhooks/events.ts'
import { failingSince } from './webhooks/failing.ts'
import { oldestPending } from './webhooks/queue.ts'

export type AttentionKind =
  | BankWarning['code']
  | 'refund_overdue'
  | 'charge_check_overdue'
  | 'webhook_overdue'
  | 'webhook_endpoint_failing'
  | 'mail_failed'

export type Attention = {
  seller_id: string
  seller: string
  kind: AttentionKind
  since: string
}

/** Work that is owed for longer is overdue; the alerts of the chart have the same limits. */
const LIMITS_MS = { refund: 600_000, charge_check: 900_000, webhook: 120_000 }

type Finding = Pick<Attention, 'kind' | 'since'>

function* ofBank(seller_id: string, baseUrl: string, now: Date): Transaction<Finding[]> {
  const [connection] = yield* connectionInUse({ seller_id })
  if (!connection) return []
  const warnings = (yield* pressingWarnings(connection, baseUrl, now)).map(({ code: kind }) => ({
    kind,
    since:
      (kind === 'certificate_ends' && noticeOfCertificate(connection)?.toISOString()) ||
      (connection.tested_at ?? connection.created_at),
  }))
  const { refund, charge } = yield* owedBy(connection)
  const isOver = (at: string | undefined, limitMs: number): at is string =>
    at !== undefined && now.getTime() - Date.parse(at) > limitMs
  const owed: Finding[] = []
  if (isOver(refund, LIMITS_MS.refund)) owed.push({ kind: 'refund_overdue', since: refund })
  if (isOver(charge, LIMITS_MS.charge_check)) {
    owed.push({ kind: 'charge_check_overdue', since: charge })
  }
  return [...warnings, ...owed]
}

function* ofWebhooks(seller_id: string, now: Date): Transaction<Finding[]> {
  const findings: Finding[] = []
  const pending = yield* oldestPending(seller_id)
  if (pending !== undefined && now.getTime() - Date.parse(pending) > LIMITS_MS.webhook) {
    findings.push({ kind: 'webhook_overdue', since: pending })
  }
  for (const endpoint of yield* endpointsOfSeller({ seller_id })) {
    const first = yield* failingSince(endpoint, now)
    if (first)
      findings.push({
        kind: 'webhook_endpoint_failing',
        since: first.claimed_at ?? first.created_at,
      })
  }
  return findings
}

/** @returns a seller's findings: its bank's, its webhooks', its mails' */
export function* attentionOf(
  { id: seller_id, name }: Seller,
  { baseUrl, now }: { baseUrl: string; now: Date },
): Transaction<Attention[]> {
  const { name: seller } = brandOf(name, yield* readSettings(seller_id))
  const mails = (yield* undeliveredAlerts(seller_id, now)).map(
    ({ created_at: since }) => ({ kind: 'mail_failed', since }) as const,
  )
  const findings = [
    ...(yield* ofBank(seller_id, baseUrl, now)),
    ...(yield* ofWebhooks(seller_id, now)),
    ...mails,
  ]
  return findings.map((finding) => ({ seller_id, seller, ...finding }))
}
