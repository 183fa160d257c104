/**
 * Facts about a connection as its bank states them: the scopes that it grants, and the address of
 * its callbacks. They are stored with the connection, and warnings are derived from them.
 */
import { X509Certificate } from 'node:crypto'
import { and, eq, isNull, sql } from '../../../db/operators.ts'
import { query } from '../../../db/query.ts'
import type { Arguments } from '../../../db/query.ts'
import type { components } from '../../../generated/types.ts'
import { callbackUrl } from './bankConnections.ts'
import type { Connection } from './bankConnections.ts'
import { findProfile } from '../bank/profiles.ts'
import { BankError } from '../bank/provider.ts'
import type { PixProvider } from '../bank/provider.ts'

export type BankWarning = components['schemas']['BankWarning']
export type BankStanding = Pick<Connection, 'callbacks' | 'webhook_url' | 'granted_scopes'>
type Key = { seller_id: string; id: string }

/** Long enough to get another certificate from a bank. */
const NOTICE_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

export const recordStanding = query(
  'record_bank_standing',
  (db, { bank_connections: t }, args: Arguments<Key & BankStanding & { now: string }>) =>
    db
      .update(t)
      .set({
        callbacks: args.callbacks,
        webhook_url: args.webhook_url,
        granted_scopes: args.granted_scopes,
        tested_at: args.now,
      })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id)))
      .returning(),
)

/** Of several processes that find a connection due, one takes it: it alone changes the time. */
export const takeStanding = query(
  'take_bank_standing',
  (
    db,
    { bank_connections: t },
    args: Arguments<Key & { before: string | null; tested_at: string | null }>,
  ) =>
    db
      .update(t)
      .set({ tested_at: args.tested_at })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.id, args.id),
          isNull(t.disconnected_at),
          sql`coalesce(${t.tested_at}, '') = coalesce(${args.before}, '')`,
        ),
      )
      .returning(),
)

/** True when the bank has answered, but not as requested; a 5xx counts as no answer. */
export const isRefusal = ({ kind, status = 500 }: BankError): boolean =>
  kind !== 'unavailable' || status < 500

/** @throws the error, unless it is a refusal of a bank */
export function requireRefusal(error: unknown): void {
  if (!(error instanceof BankError) || !isRefusal(error)) throw error
}

/** The scopes that a bank has named; undefined where it named none, and none was requested. */
export const scopesIn = (granted: string | null): string[] | undefined =>
  granted === null ? undefined : granted.split(' ').filter((scope) => scope !== '')

/**
 * Asks a bank. Where a bank does not show the address of callbacks, and does not have to, the known
 * one stays.
 *
 * @throws BankError
 */
export async function askStanding(
  bank: Pick<PixProvider, 'capabilities' | 'grantedScopes' | 'readWebhook'>,
  { seller_id, ...standing }: BankStanding & { seller_id: string },
  { baseUrl, hasToShow = false }: { baseUrl: string; hasToShow?: boolean },
): Promise<BankStanding> {
  const granted_scopes = (await bank.grantedScopes()) ?? null
  if (!bank.capabilities.registersCallbacks) {
    return { callbacks: 'none', webhook_url: null, granted_scopes }
  }
  const address = callbackUrl(baseUrl, seller_id)
  const webhook_url = await bank.readWebhook(address).then(
    (url) => url ?? null,
    (error: unknown) => {
      if (hasToShow) throw error
      requireRefusal(error)
      return standing.webhook_url
    },
  )
  const isHere = webhook_url === address
  return { callbacks: isHere ? 'registered' : standing.callbacks, webhook_url, granted_scopes }
}

/** When the certificate of a connection ends; undefined without one. */
export const endOfCertificate = ({ certificate }: Connection): Date | undefined =>
  certificate === '' ? undefined : new X509Certificate(certificate).validToDate

/** When the end of a certificate is near enough to be a warning; undefined without one. */
export function noticeOfCertificate(connection: Connection): Date | undefined {
  const end = endOfCertificate(connection)
  return end && new Date(end.getTime() - NOTICE_DAYS * DAY_MS)
}

/** In how many days the certificate of a connection ends; negative once it has, never without. */
export function daysOfCertificate(connection: Connection, now: Date): number {
  const end = endOfCertificate(connection)
  return end ? (end.getTime() - now.getTime()) / DAY_MS : Infinity
}

/** The scopes of the contract; a bank that names none of them has names of its own. */
const CONTRACT_SCOPE = /^(cob|cobv|pix|webhook|lotecobv|payloadlocation)\.(read|write)$/

const messages: Record<BankWarning['code'], string> = {
  refunds_not_granted: 'O banco não permite devoluções: falta o escopo `pix.write`.',
  webhook_not_granted: 'O banco não permite registrar webhooks: falta o escopo `webhook.write`.',
  disputes_not_granted: 'O provedor não deixa ler as contestações: falta o escopo `DISPUTE_GET`.',
  callbacks_refused: 'O banco recusou o endereço dos avisos: os pagamentos vêm da lista dele.',
  callback_address_changed: 'O banco não manda mais os avisos desta chave para este serviço.',
  certificate_ends: 'O certificado termina em menos de 30 dias, ou já terminou.',
}

/** True when a bank has said what it grants, and this is not among it. */
const lacks = (granted: string | null, scope: string): boolean =>
  scopesIn(granted)?.includes(scope) === false

/** Warnings about a connection that needs attention. */
export function warningsOf(connection: Connection, baseUrl: string, now: Date): BankWarning[] {
  const { seller_id, granted_scopes, callbacks, webhook_url, tested_at } = connection
  const scopes = scopesIn(granted_scopes) ?? []
  const saysScopes = scopes.some((scope) => CONTRACT_SCOPE.test(scope))
  const { disputeScope = null } = findProfile(connection.profile) ?? {}
  const isElsewhere = tested_at !== null && webhook_url !== callbackUrl(baseUrl, seller_id)
  const holds: Record<BankWarning['code'], boolean> = {
    refunds_not_granted: saysScopes && !scopes.includes('pix.write'),
    webhook_not_granted: saysScopes && !scopes.includes('webhook.write'),
    disputes_not_granted: disputeScope !== null && lacks(granted_scopes, disputeScope),
    callbacks_refused: callbacks === 'refused',
    callback_address_changed: callbacks === 'registered' && isElsewhere,
    certificate_ends: daysOfCertificate(connection, now) < NOTICE_DAYS,
  }
  const codes = Object.keys(holds) as BankWarning['code'][]
  return codes.filter((code) => holds[code]).map((code) => ({ code, message: messages[code] }))
}
