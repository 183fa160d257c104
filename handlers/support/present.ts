import type { Row } from '../../db/schema/tables.ts'
import { EVENT_TYPES } from '../../db/schema/eventTypes.ts'
import type { Grant } from '../../domain/access/grants.ts'
import type { Maker } from '../../domain/access/makers.ts'
import type { UserView } from '../../domain/people/userChanges.ts'
import { namesObject } from '../../domain/mail/rows.ts'
import type { DailyTotal } from '../../domain/payments/dailyTotals.ts'
import { answerOf, statusOf } from '../../domain/webhooks/deliveries.ts'
import type { components } from '../../generated/types.ts'

export { checkoutView as checkout } from '../../domain/checkouts/view.ts'
export { linkView as paymentLink } from '../../domain/links/links.ts'
export { settingsView as settings } from '../../domain/settings/settings.ts'
export { paymentView as payment, refundView as refund } from '../../domain/payments/view.ts'
export { eventView as event } from '../../domain/webhooks/eventHistory.ts'

type Wire = components['schemas']

export function customer(row: Row<'customers'>): Wire['Customer'] {
  return {
    id: row.id,
    object: 'customer',
    name: row.name,
    email: row.email,
    phone: row.phone,
    tax_id: row.tax_id,
    status: row.status,
    metadata: row.metadata,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export function offer(row: Row<'offers'>): Wire['Offer'] {
  return {
    id: row.id,
    object: 'offer',
    product_id: row.product_id,
    name: row.name,
    lookup_key: row.lookup_key,
    amount_minor: row.amount_minor,
    compare_at_amount_minor: row.compare_at_amount_minor,
    currency: row.currency as Wire['CurrencyCode'],
    type: row.type,
    billing_interval: row.billing_interval,
    interval_count: row.interval_count,
    is_default: row.is_default,
    active: row.active,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** @param default_offer the product's current one, null when no offer is active */
export function product(
  row: Row<'products'>,
  default_offer: Row<'offers'> | null,
): Wire['Product'] {
  return {
    id: row.id,
    object: 'product',
    name: row.name,
    description: row.description,
    status: row.status,
    metadata: row.metadata,
    default_offer: default_offer && offer(default_offer),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export function clock(now: Date): Wire['Clock'] {
  return { object: 'clock', now: now.toISOString() }
}

/** The end of the secret before the present one, while it still counts. */
const stillAhead = (until: string | null, now: Date) =>
  until !== null && until > now.toISOString() ? until : null

export function apiClient(row: Row<'api_clients'>, now: Date): Wire['ApiClientRecord'] {
  return {
    id: row.id,
    object: 'api_client',
    name: row.name,
    client_id: row.client_id,
    scopes: row.scopes as Wire['Scope'][],
    status: row.revoked_at === null ? 'active' : 'revoked',
    previous_secret_expires_at: stillAhead(row.previous_secret_until, now),
    revoked_at: row.revoked_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export function webhookEndpoint(row: Row<'webhook_endpoints'>, now: Date): Wire['WebhookEndpoint'] {
  return {
    id: row.id,
    object: 'webhook_endpoint',
    url: row.url,
    event_types: row.event_types ?? [...EVENT_TYPES],
    enabled: row.disabled_at === null,
    previous_secret_expires_at: stillAhead(row.previous_secret_until, now),
    deleted_at: row.deleted_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export function webhookDelivery(row: Row<'deliveries'>): Wire['WebhookDelivery'] {
  return {
    id: row.id,
    object: 'webhook_delivery',
    webhook_endpoint_id: row.endpoint_id,
    event_id: row.event_id,
    status: statusOf(row),
    response_status: row.response_status,
    response_text: row.response_text,
    ...answerOf(row),
    duration_ms: row.duration_ms,
    attempted_at: row.claimed_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export function email(row: Row<'mails'>): Wire['Email'] {
  return {
    id: row.id,
    object: 'email',
    type: row.type,
    about: namesObject(row.type) ? row.about : null,
    to: row.recipient,
    // A claimed mail may or may not have left already, so it is not shown as sent.
    status: row.status === 'claimed' ? 'sending' : row.status,
    error: row.error,
    created_at: row.created_at,
    sent_at: row.sent_at,
  }
}

export function user({ user: row, passkeys }: UserView): Wire['User'] {
  return {
    id: row.id,
    object: 'user',
    email: row.email,
    role: row.role,
    status: row.status,
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      created_at,
      last_used_at,
    })),
    last_signed_in_at: row.last_signed_in_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export function dailyTotal(total: DailyTotal): Wire['DailyTotal'] {
  const { date } = total
  return {
    id: date,
    object: 'daily_total',
    ...total,
    currency: total.currency as Wire['CurrencyCode'],
  }
}

export function auditEvent(row: Row<'audit_events'>): Wire['AuditEvent'] {
  return {
    id: row.id,
    object: 'audit_event',
    sequence: row.sequence,
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    action: row.action,
    target: { type: row.target_type, id: row.target_id },
    changes: row.changes,
    previous_hash: row.previous_hash,
    hash: row.hash,
    created_at: row.created_at,
  }
}

export function accessGrant(
  grant: Omit<Grant, 'maker' | 'target'> & { created_by: Maker | null },
): Wire['AccessGrant'] {
  return {
    id: grant.id,
    object: 'access_grant',
    type: grant.type,
    name: grant.name,
    scopes: grant.scopes as Wire['Scope'][] | null,
    role: grant.role,
    device: grant.device,
    created_at: grant.created_at,
    created_by: grant.created_by,
    last_used_at: grant.last_used_at,
    expires_at: grant.expires_at,
  }
}
