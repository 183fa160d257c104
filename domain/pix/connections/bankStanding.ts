/**
 * Facts about a connection as its bank states them: the scopes that it grants, and the address of
 * its callbacks. They are stored with the connection, and warnings are derived from them.
 */
import { X509Certificate } from 'node:crypto'
import { and, eq, isNull, sql } from '../../../db/operators.ts'
import { query } from '../../../db/query.ts'
import type { Arguments, Transaction } from '../../../db/query.ts'
import type { components } from '../../../generated/types.ts'
import { callbackUrl, connectionById } from './bankConnections.ts'
import type { Connection } from './bankConnections.ts'
import { askRecurring, countRunningAt, recurringOf, wordAfter } from './recurring.ts'
import type { AccountNotices } from '../../identity/accountNotices.ts'
import { findProfile } from '../bank/profiles.ts'
import { BankError } from '../bank/provider.ts'
import type { PixProvider } from '../bank/provider.ts'

export type BankWarning = components['schemas']['BankWarning']
export type BankStanding = Pick<
  Connection,
  'callbacks' | 'webhook_url' | 'granted_scopes' | 'recurring' | 'recurring_callbacks'
>
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
        recurring: args.recurring,
        recurring_callbacks: args.recurring_callbacks,
        tested_at: args.now,
      })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id)))
      .returning(),
)

/**
 * Stores what a bank that is in use was found to say, and tells the owners when it takes Pix
 * Automático no more.
 */
export function* keepFindings(
  found: Key & BankStanding & { now: string },
  mails: Pick<AccountNotices, 'recurringLost'> | undefined,
): Transaction<Connection | undefined> {
  const [before] = yield* connectionById(found)
  const [connection] = yield* recordStanding(found)
  const isLost = found.recurring === 'not_granted' || found.recurring === 'not_supported'
  if (connection && mails && isLost && before?.recurring === 'available') {
    yield* mails.recurringLost(connection, new Date(found.now))
  }
  return connection
}

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

type Question = {
  baseUrl: string
  now: Date
  /** The bank has to show the address of callbacks. */
  hasToShow?: boolean
  /** Nothing is changed at the bank. */
  isReadOnly?: boolean
}

/**
 * Asks a bank. Where a bank does not show the address of callbacks, and does not have to, the known
 * one stays, and where it does not answer about Pix Automático, its word of before.
 *
 * @throws BankError
 */
export async function askStanding(
  bank: Partial<PixProvider> & Pick<PixProvider, 'capabilities' | 'grantedScopes' | 'readWebhook'>,
  standing: BankStanding & { seller_id: string },
  { baseUrl, now, hasToShow = false, isReadOnly = false }: Question,
): Promise<BankStanding> {
  const granted_scopes = (await bank.grantedScopes()) ?? null
  const address = callbackUrl(baseUrl, standing.seller_id)
  const recurring = async () =>
    wordAfter(standing, await askRecurring(bank, isReadOnly ? null : address, now))
  if (!bank.capabilities.registersCallbacks) {
    return { callbacks: 'none', webhook_url: null, granted_scopes, ...(await recurring()) }
  }
  const webhook_url = await bank.readWebhook(address).then(
    (url) => url ?? null,
    (error: unknown) => {
      if (hasToShow) throw error
      requireRefusal(error)
      return standing.webhook_url
    },
  )
  const isHere = webhook_url === address
  const callbacks = isHere ? 'registered' : standing.callbacks
  return { callbacks, webhook_url, granted_scopes, ...(await recurring()) }
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
  recurring_not_granted: 'O banco não permite o Pix Automático: faltam os escopos `rec` e `cobr`.',
  recurring_account_missing: 'Para vender assinaturas, falta o número da sua conta no banco.',
  recurring_callbacks_refused:
    'O banco não manda para cá os avisos do Pix Automático: as listas dele são lidas.',
}

/**
 * The warnings that an operator has to hear of: those about Pix Automático only where the bank
 * debits subscriptions.
 */
export function* pressingWarnings(
  connection: Connection,
  baseUrl: string,
  now: Date,
): Transaction<BankWarning[]> {
  const warnings = warningsOf(connection, baseUrl, now)
  const others = warnings.filter(({ code }) => !code.startsWith('recurring_'))
  if (others.length === warnings.length) return warnings
  const { seller_id, id: connection_id } = connection
  const [running] = yield* countRunningAt({ seller_id, connection_id })
  return running && running.count > 0 ? warnings : others
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
  const recurring = recurringOf(connection)
  const isElsewhere = tested_at !== null && webhook_url !== callbackUrl(baseUrl, seller_id)
  const holds: Record<BankWarning['code'], boolean> = {
    refunds_not_granted: saysScopes && !scopes.includes('pix.write'),
    webhook_not_granted: saysScopes && !scopes.includes('webhook.write'),
    disputes_not_granted: disputeScope !== null && lacks(granted_scopes, disputeScope),
    callbacks_refused: callbacks === 'refused',
    callback_address_changed: callbacks === 'registered' && isElsewhere,
    certificate_ends: daysOfCertificate(connection, now) < NOTICE_DAYS,
    recurring_not_granted: recurring === 'not_granted',
    recurring_account_missing: recurring === 'account_missing',
    recurring_callbacks_refused:
      connection.recurring === 'available' && connection.recurring_callbacks === 'refused',
  }
  const codes = Object.keys(holds) as BankWarning['code'][]
  return codes.filter((code) => holds[code]).map((code) => ({ code, message: messages[code] }))
}
